//! Calls without types give what the functions give: the same bits, numbers and refusals, at every level and on
//! threads. Derived from the list.
use crate::cases::one_in;
use lacuna::call::{Answer, AnyOperand, Array, Call, ElementType, Erase, Operator, Threads};
use lacuna::dispatch::{Level, detected};
use lacuna::error::CallError;
use lacuna::{Error, Index, Kernel, Value};
use lacuna_testing::operands::{Contents, Draw, Operand, ROW_ENDS};
use lacuna_testing::{check_seeds_until, draw, for_each_type, written};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many parts, one after the other.
pub struct InTurn(pub usize);

impl Threads for InTurn {
    fn count(&self) -> usize {
        self.0
    }
    fn both(&self, one: &mut (dyn FnMut() + Send), other: &mut (dyn FnMut() + Send)) {
        other();
        one();
    }
}

/// The ways to run a call. On threads, what a kernel finds out while it works comes too late for other parts.
fn run(call: &mut Call<'_, '_>, way: usize) -> Result<Answer, Error> {
    match way {
        1 => call.run(),
        2 => call.run_at(Level::Baseline.try_into().unwrap()),
        3 => call.run_at(detected().try_into().unwrap()),
        4 => call.run_on(&InTurn(2)),
        5 => call.run_on(&InTurn(7)),
        _ => call.run_on_at(&InTurn(1 << 20), Level::Baseline.try_into().unwrap()),
    }
}

macro_rules! tests {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident
        $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
        $call:ident $parameters:tt { $($field:tt)* }, $peer:literal, $structure:tt;)*) => {$(
        of_family! { $family
            #[test]
            fn $name() {
                fn case<V: Value, I: Index>(seed: u64, compared: &AtomicUsize) {
                    let dimensions = if seed % 4 == 0 { &ROW_ENDS[..] } else { &[1, 2, 3, 8] };
                    let mut draw = Draw::new(seed, Contents::WellFormed, dimensions);
                    $(let mut $operand = draw!(draw V I $kind $(($($detail)*))?);)*
                    let mut expected = None;
                    for way in 0..7 {
                        $($operand.reset();)*
                        let result = {
                            $(#[allow(unused_mut)] let mut $operand = $operand.hold();)*
                            $(let $operand = $operand.lend();)*
                            if way == 0 {
                                lacuna::$family::$call { $($field)* }.call().map(Answer::from).map_err(Error::from)
                            } else {
                                let operands = &mut [$($operand.erase()),*];
                                run(&mut Call::new(Operator::$name, V::ELEMENT, I::ELEMENT, operands), way)
                            }
                        };
                        $($operand.assert_intact();)*
                        let written = if way > 3 && result.is_err() { None } else { Some([$(written!($operand)),*]) };
                        let (as_function, first) = expected.get_or_insert_with(|| (result, written.clone()));
                        assert_eq!(*as_function, result, "way {way}");
                        assert!(written.is_none() || *first == written, "way {way}: {result:?}");
                    }
                    compared.fetch_add(
                        usize::from(expected.is_some_and(|(result, _)| result.is_ok())), Ordering::Relaxed
                    );
                }
                let compared = Arc::new(AtomicUsize::new(0));
                let counter = compared.clone();
                check_seeds_until(
                    one_in(8),
                    move |seed| { for_each_type!($generics case(seed, &counter)); counter.load(Ordering::Relaxed) > 0 }
                );
                assert!(compared.load(Ordering::Relaxed) > 0, "no case passed the check");
            }
        }
    )*};
}
lacuna::for_each_kernel!(tests);

#[test]
fn operands_of_another_number_or_kind_are_refused() {
    for &operator in Operator::ALL {
        let index = ElementType::I64;
        let call = |value, operands: &mut [AnyOperand<'_>]| Call::new(operator, value, index, operands).run();
        let Err(Error::Call(CallError::Count { expected, found: 0 })) = call(ElementType::F32, &mut []) else {
            panic!("{operator:?} takes no operands");
        };
        if let Some(row) = operator.row() {
            assert_eq!(expected, row.operands.len(), "{operator:?}");
        }
        let mut operands: Vec<_> = (0..expected).map(|_| AnyOperand::Array(Array::Size(&[]))).collect();
        assert_eq!(
            call(ElementType::F64, &mut operands),
            Err(CallError::Operand { operand: 1 }.into()),
            "{operator:?}"
        );
        if operator.row().is_some() {
            let refused = CallError::Types { value: ElementType::Size, index };
            assert_eq!(call(ElementType::Size, &mut operands), Err(refused.into()), "{operator:?}");
        }
    }
}

#[test]
fn operands_of_another_type_are_refused() {
    let (input, mut out) = ([1.0_f32, 2.0], [7.0_f64; 2]);
    let mut call = |value| {
        Call::new(Operator::exp, value, ElementType::I32, &mut [(&input[..]).erase(), (&mut out[..]).erase()]).run()
    };
    assert_eq!(call(ElementType::F64), Err(CallError::Operand { operand: 1 }.into()));
    assert_eq!(call(ElementType::F32), Err(CallError::Operand { operand: 2 }.into()));
    assert_eq!(
        call(ElementType::F16),
        Err(CallError::Types { value: ElementType::F16, index: ElementType::I32 }.into())
    );
    assert_eq!(out, [7.0; 2]);
}
