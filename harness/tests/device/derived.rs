//! Derived from the list: every kernel gives on the device what it gives on the CPU, the bits or the refusal, and then
//! has written nothing.
use crate::device;
use lacuna::call::{Answer, Call, Erase, Operator};
use lacuna::error::Operand::{Output, Scratch};
use lacuna::{Error, Index, KernelError, Value};
use lacuna_harness::backend::{AnyDriver, Backend, OnDevice};
use lacuna_testing::operands::{Contents, Draw, Operand, ROW_ENDS};
use lacuna_testing::{cases, check_seeds_until, draw, written};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Random cases of a kernel and value type, if nothing else is asked for.
const CASES: u64 = 12;

/// What is no number has other bits there.
fn canonical(written: &[Vec<u64>]) -> Vec<u64> {
    written.iter().flatten().map(|&bits| if f64::from_bits(bits).is_nan() { u64::MAX } else { bits }).collect()
}

type Way<'d> = &'d dyn Fn(&mut Call<'_, '_>) -> Result<Answer, Error>;

macro_rules! tests {
    ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt ($($operand:ident: $kind:ident
        $(($($detail:tt)*))?),*) -> $output:ty, $cut:ident,
        $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;)*) => {
        $(tests! { @test $cut $family $name ($($operand: ($kind $(($($detail)*))?)),*) })*
    };
    // The CPU stands in for the device.
    (@test host $($rest:tt)*) => {};
    (@test $cut:ident $family:ident $name:ident ($($operand:ident: ($($kind:tt)*)),*)) => {
        #[test]
        fn $name() {
            fn case<V: Value, I: Index>(seed: u64, device: &OnDevice<AnyDriver>, counts: &[AtomicUsize; 2]) {
                let dimensions = if seed % 4 == 0 { &ROW_ENDS[..] } else { &[0, 1, 2, 3, 8] };
                let mut draw = Draw::new(seed, Contents::WellFormed, dimensions);
                $(let mut $operand = draw!(draw V I $($kind)*);)*
                let before = [$($operand.written()),*];
                let mut found = Vec::new();
                let ways: [Way; 3] = [
                    &|call| call.check().map(|()| Answer::None), &|call| call.run(), &|call| device.run(call)
                ];
                for way in ways {
                    $($operand.reset();)*
                    let result = {
                        $(#[allow(unused_mut)] let mut $operand = $operand.hold();)*
                        $(let $operand = $operand.lend();)*
                        way(&mut Call::new(Operator::$name, V::ELEMENT, I::ELEMENT, &mut [$($operand.erase()),*]))
                    };
                    assert_eq!(device.take_fault(), None);
                    $($operand.assert_intact();)*
                    found.push((result, [$(written!($operand)),*], [$($operand.written()),*]));
                }
                let [
                    (checked, ..), (expected, by_cpu, _), (found, by_device, all)
                ] = &found[..] else { panic!("three ways") };
                // No scratch is needed there.
                if let Err(Error::Kernel(KernelError::Capacity { operand: Scratch, .. })) = checked {
                    return;
                }
                // There the output of a plan is made with the plan's ids; one whose ids are equal only when counted
                // from its own first row is refused.
                if let (
                    Ok(_), Err(Error::Kernel(KernelError::Pattern { operand: Output, row: 0, expected, found }))
                ) = (expected, found)
                    && expected == found
                {
                    return;
                }
                assert_eq!(found, expected);
                match (checked, found) {
                    (Ok(_), Ok(_)) => assert!(
                        canonical(by_device) == canonical(by_cpu), "{by_device:x?}, not {by_cpu:x?}"
                    ),
                    (Err(_), _) => assert!(*all == before, "written before the refusal: {found:?}"),
                    // What is found late, when some rows are written.
                    (Ok(_), Err(_)) => {}
                }
                counts[usize::from(found.is_ok())].fetch_add(1, Ordering::Relaxed);
            }
            let counts = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0)]);
            let (counters, device) = (counts.clone(), device());
            check_seeds_until(cases(CASES).min(CASES), move |seed| {
                case::<f32, i32>(seed, &device, &counters);
                case::<f32, i64>(seed, &device, &counters);
                case::<f64, i32>(seed, &device, &counters);
                case::<f64, i64>(seed, &device, &counters);
                counters.iter().all(|count| count.load(Ordering::Relaxed) > 0)
            });
            assert!(counts.iter().all(|count| count.load(Ordering::Relaxed) > 0), "refused and taken: {counts:?}");
        }
    };
}
lacuna::for_each_kernel!(tests);
