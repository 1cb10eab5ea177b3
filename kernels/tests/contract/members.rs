//! Members of the families, the crate's and one's own.
use lacuna::binary::{Binary, Pattern, pairs};
use lacuna::error::{Operand, Parameter};
use lacuna::list::KERNELS;
use lacuna::map::{self, Unary, backward};
use lacuna::optim::{self, AdaGrad, Common, Hyper, Nag, RmsProp, RmsPropCentered, Rule, Sgd, SgdMomentum, Update};
use lacuna::{DenseMut, KernelError, RowSparse, RowSparseMut, RowsMut, Value, scalar};
use lacuna_testing::Random;

fn dense(data: &mut [f32]) -> RowsMut<'_, f32, i32> {
    DenseMut::new(data.len(), 1, data).unwrap().into()
}

fn stored<'a>(rows: usize, ids: &'a [i32], data: &'a mut [f32]) -> RowsMut<'a, f32, i32> {
    RowSparseMut::new(rows, 1, ids, data).unwrap().into()
}

#[test]
fn hyper_parameters_are_updated_field_by_field() {
    let sgd = Sgd { rescale_gradient: 0.5, ..Sgd::new(1.0_f32) };
    let momentum = SgdMomentum { rescale_gradient: 0.5, clip_gradient: Some(1.0), ..SgdMomentum::new(1.0_f32, 0.25) };
    let nag = Nag { weight_decay: 0.5, update: Update::Standard, ..Nag::new(1.0_f32, 0.25) };
    let adagrad = AdaGrad { epsilon: 2.0, ..AdaGrad::new(1.0_f32, 1e-7) };
    let plain = Common {
        learning_rate: 1.0,
        weight_decay: 0.0,
        rescale_gradient: 1.0,
        clip_gradient: None,
        update: Update::Lazy,
    };
    assert_eq!(sgd.common(), Common { rescale_gradient: 0.5, ..plain });
    assert_eq!(
        (momentum.common(), momentum.momentum),
        (Common { rescale_gradient: 0.5, clip_gradient: Some(1.0), ..plain }, 0.25)
    );
    assert_eq!((nag.common(), nag.momentum), (Common { weight_decay: 0.5, update: Update::Standard, ..plain }, 0.25));
    assert_eq!((adagrad.common(), adagrad.epsilon), (plain, 2.0));
}

/// In all four, dispatched and scalar, before anything is written.
#[test]
fn clip_bounds_below_zero_and_nan_are_refused_with_their_bits() {
    let gradient = RowSparse::new(1, 1, &[0], &[4.0_f32]).unwrap();
    for (bound, bits) in [
        (-1.0_f32, (-1.0_f64).to_bits()),
        (-1e-45, f64::from(-1e-45_f32).to_bits()),
        (f32::NEG_INFINITY, f64::NEG_INFINITY.to_bits()),
    ] {
        refused_by_all(gradient, bound, |found| found == bits);
    }
    refused_by_all(gradient, f32::NAN, |found| f64::from_bits(found).is_nan());
    refused_by_all(gradient, -f32::NAN, |found| f64::from_bits(found).is_nan());
}

fn refused_by_all(gradient: RowSparse<f32, i32>, bound: f32, right: impl Fn(u64) -> bool) {
    let clip_gradient = Some(bound);
    let (mut weight, mut state) = ([1.0], [2.0]);
    let refuses = |result| {
        assert!(
            matches!(result, Err(KernelError::Parameter { parameter: Parameter::ClipGradient, bits }) if right(bits)),
            "{bound}: {result:?}"
        );
    };
    for update in [Update::Lazy, Update::Standard] {
        let hyper = Sgd { clip_gradient, update, ..Sgd::new(1.0) };
        refuses(optim::sgd(&hyper, gradient, dense(&mut weight)));
        refuses(scalar::sgd(&hyper, gradient, dense(&mut weight)));
        let hyper = SgdMomentum { clip_gradient, update, ..SgdMomentum::new(1.0, 0.5) };
        refuses(optim::sgd_momentum(&hyper, gradient, dense(&mut weight), dense(&mut state)));
        refuses(scalar::sgd_momentum(&hyper, gradient, dense(&mut weight), dense(&mut state)));
        let hyper = Nag { clip_gradient, update, ..Nag::new(1.0, 0.5) };
        refuses(optim::nag(&hyper, gradient, dense(&mut weight), dense(&mut state)));
        refuses(scalar::nag(&hyper, gradient, dense(&mut weight), dense(&mut state)));
        let hyper = AdaGrad { clip_gradient, update, ..AdaGrad::new(1.0, 0.5) };
        refuses(optim::adagrad(&hyper, gradient, dense(&mut weight), dense(&mut state)));
        refuses(scalar::adagrad(&hyper, gradient, dense(&mut weight), dense(&mut state)));
    }
    assert_eq!((weight, state), ([1.0], [2.0]));
}

/// MXNet's -1 means no bound there; here a negative bound of weights is refused, instead of taken by its magnitude.
#[test]
fn a_bound_of_weights_is_no_negative_number() {
    let gradient = RowSparse::new(1, 1, &[0], &[2.0_f32]).unwrap();
    let (mut weight, mut state, mut mean, mut delta) = ([3.0], [1.0], [0.0], [0.0]);
    for bound in [-1.0_f32, -1e-45, f32::NEG_INFINITY, f32::NAN] {
        let refuses = |result| {
            let Err(KernelError::Parameter { parameter: Parameter::ClipWeights, bits }) = result else {
                panic!("{bound}: {result:?}")
            };
            let found = f64::from_bits(bits);
            assert!(found == f64::from(bound) || found.is_nan() && bound.is_nan());
        };
        let hyper = RmsProp { clip_weights: bound, ..RmsProp::with_defaults(1.0) };
        refuses(optim::rmsprop(&hyper, gradient, dense(&mut weight), dense(&mut state)));
        refuses(scalar::rmsprop(&hyper, gradient, dense(&mut weight), dense(&mut state)));
        let hyper = RmsPropCentered { clip_weights: bound, ..RmsPropCentered::with_defaults(1.0) };
        let [weight, state, mean, delta] = [&mut weight, &mut state, &mut mean, &mut delta].map(|array| dense(array));
        refuses(optim::rmsprop_centered(&hyper, gradient, weight, state, mean, delta));
    }
    assert_eq!((weight, state, mean, delta), ([3.0], [1.0], [0.0], [0.0]));
    for (bound, expected) in [(0.0, 0.0), (-0.0, 0.0), (0.5, 0.5)] {
        let hyper = RmsProp { clip_weights: bound, ..RmsProp::with_defaults(1e-3) };
        let mut weight = [3.0];
        optim::rmsprop(&hyper, gradient, dense(&mut weight), dense(&mut [1.0])).unwrap();
        assert_eq!(weight, [expected]);
    }
}

#[test]
fn a_bound_of_zero_leaves_zeros_of_the_gradients_sign() {
    for bound in [0.0_f64, -0.0] {
        let common = Sgd { clip_gradient: Some(bound), rescale_gradient: -2.0, ..Sgd::new(1.0) }.common();
        for (gradient, expected) in [(3.0, -0.0_f64), (-3.0, 0.0), (f64::INFINITY, -0.0), (0.0, -0.0), (-0.0, 0.0)] {
            assert_eq!(common.prepare(gradient).to_bits(), expected.to_bits(), "{gradient} clipped to {bound}");
        }
        assert!(common.prepare(f64::NAN).is_nan());
    }
    // -0 less the step's zero: +0 only if that is negative.
    let gradient = RowSparse::new(2, 1, &[0, 1], &[3.0_f32, -3.0]).unwrap();
    let mut weight = [-0.0; 2];
    optim::sgd(&Sgd { clip_gradient: Some(0.0), ..Sgd::new(1.0) }, gradient, dense(&mut weight)).unwrap();
    assert_eq!(weight.map(f32::to_bits), [(-0.0_f32).to_bits(), 0.0_f32.to_bits()]);
}

/// A rule with two states: the running sums of gradients and of how often there was one.
#[derive(Clone, Copy)]
struct Mean(Common<f32>);

impl Hyper<f32> for Mean {
    const OWN: &'static [&'static str] = &[];
    fn common(&self) -> Common<f32> {
        self.0
    }
}

impl Rule<f32, 3> for Mean {
    type Coefficients = f32;
    fn coefficients(&self) -> f32 {
        self.0.learning_rate
    }
    fn step(rate: &f32, gradient: f32, [weight, sum, count]: [f32; 3]) -> [f32; 3] {
        let (sum, count) = (sum + gradient, count + 1.0);
        [weight - rate * sum / count, sum, count]
    }
}

#[test]
fn a_rule_of_ones_own() {
    let common = Common {
        learning_rate: 0.5,
        weight_decay: 0.0,
        rescale_gradient: 0.5,
        clip_gradient: Some(2.0),
        update: Update::Lazy,
    };
    let gradient = RowSparse::new(3, 1, &[0, 2], &[2.0_f32, 16.0]).unwrap();
    for (update, expected) in [
        (Update::Lazy, [[0.0, 1.0, 0.0], [2.0, 1.0, 3.0], [2.0, 1.0, 2.0]]),
        (Update::Standard, [[0.0, 0.75, 0.0], [2.0, 1.0, 3.0], [2.0, 2.0, 2.0]]),
    ] {
        let (mut weight, mut sum, mut count) = ([0.5, 1.0, 0.75], [1.0; 3], [1.0; 3]);
        optim::update(
            &Mean(Common { update, ..common }),
            gradient,
            [dense(&mut weight), dense(&mut sum), dense(&mut count)],
        )
        .unwrap();
        assert_eq!([weight, sum, count], expected);
    }
    // The second state is named.
    let (mut weight, mut sum, mut count) = ([0.5; 3], [1.0; 3], [1.0; 2]);
    let result =
        optim::update(&Mean(common), gradient, [dense(&mut weight), dense(&mut sum), stored(3, &[0, 1], &mut count)]);
    assert_eq!(result, Err(KernelError::MissingRow { operand: Operand::State(2), row: 2 }));
    let result = optim::update(&Mean(common), gradient, [dense(&mut weight), dense(&mut sum), dense(&mut count)]);
    assert_eq!(result, Err(KernelError::Shape { operand: Operand::State(2), axis: 0, expected: 3, found: 2 }));
    let standard = Mean(Common { update: Update::Standard, ..common });
    let result =
        optim::update(&standard, gradient, [dense(&mut weight), dense(&mut sum), stored(3, &[0, 2], &mut count)]);
    assert_eq!(result, Err(KernelError::MissingRow { operand: Operand::State(2), row: 1 }));
    assert_eq!((weight, sum, count), ([0.5; 3], [1.0; 3], [1.0; 2]));
}

#[derive(Clone, Copy)]
struct Cube;

impl<V: Value> Unary<V> for Cube {
    const NAME: &'static str = "cube";
    fn keeps_zero(&self) -> bool {
        true
    }
    fn of(&self, x: V) -> V {
        x * x * x
    }
    fn slope(&self, x: V) -> V {
        (V::ONE + V::ONE + V::ONE) * x * x
    }
}

#[derive(Clone, Copy)]
struct Larger;

impl Binary for Larger {
    const NAME: &'static str = "larger";
    const PATTERN: Pattern = Pattern::Union;
    fn of<V: Value>(x: V, y: V) -> V {
        if x > y { x } else { y }
    }
}

/// Numbers where no function jumps or has a kink.
const NUMBERS: [f64; 8] = [-3.1, -1.6, -0.3, 0.23, 0.7, 1.1, 2.6, 5.3];

/// A slope against differences, where the function has a value. `from_result`: the slope is formed from the function's
/// result.
fn unary<F: Unary<f64>>(function: F, from_result: bool) {
    const STEP: f64 = 1.0 / (1 << 20) as f64;
    // For powers of 0 and remainders by 0, MXNet gives slopes that do not exist: by the logarithm of 0, and 1.
    let of_zero = ["rpower_scalar", "mod_scalar"].contains(&F::NAME)
        && NUMBERS.iter().filter(|&&x| x > 0.0).all(|&x| Unary::of(&function, x) == 0.0);
    let mut compared = 0;
    for x in NUMBERS {
        let of = |x: f64| Unary::of(&function, x);
        let quotient = (of(x + STEP) - of(x - STEP)) / (2.0 * STEP);
        let slope = function.slope(if from_result { of(x) } else { x });
        if quotient.is_finite() && !of_zero {
            let right = (quotient - slope).abs() <= 1e-5 * (1.0 + slope.abs());
            assert!(right, "{} at {x}: {slope}, and {quotient} by differences", F::NAME);
            compared += 1;
        }
    }
    let defined = NUMBERS.iter().filter(|&&x| Unary::of(&function, x).is_finite()).count();
    assert!(compared > 1 || defined < 2 || of_zero, "{}", F::NAME);
}

/// The pattern is kept where the function of 0 is 0, and by a product and a quotient always: they are taken of stored
/// numbers only.
fn keeps_zero<F: Unary<f64>>(function: F, name: &str) {
    let always = ["mul_scalar", "div_scalar"].contains(&name);
    assert_eq!(function.keeps_zero(), always || Unary::of(&function, 0.0) == 0.0, "{name}");
}

fn binary<F: Binary>(_: F) {
    let numbers = [-3.0, -0.5, 1.0, 2.5];
    let both = F::of(0.0_f64, 0.0) == 0.0;
    let one = numbers.iter().all(|&x| F::of(0.0, x) == 0.0 && F::of(x, 0.0) == 0.0);
    let pattern = if both && one {
        Pattern::Intersection
    } else if both {
        Pattern::Union
    } else {
        Pattern::Dense
    };
    assert_eq!(F::PATTERN, pattern, "{}", F::NAME);
}

/// What a function says of itself, of all that there are.
#[test]
fn slopes_and_patterns_are_those_of_the_function() {
    let results: Vec<_> =
        KERNELS.iter().filter(|row| row.operands.iter().any(|(operand, _)| *operand == "result")).collect();
    let results: Vec<_> = results.iter().filter_map(|row| row.name.strip_suffix("_backward")).collect();
    macro_rules! functions {
        ({} $(#[doc = $formula:literal] $family:ident::$name:ident $generics:tt $operands:tt -> $output:tt, $cut:ident,
            $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;)*) =>
                { $(functions! { @ $family $name $operands $parameters $fields })* };
        (
            @ map $name:ident ($($operand:ident: $kind:ident),*) ($type:ty, V, 1) {
                function: $function:expr, $($inputs:tt)*
            }
        ) => {
            functions! { @ numbers [$($operand: $kind,)*] {
                keeps_zero($function, stringify!($name));
                unary($function, results.contains(&stringify!($name)));
            } }
        };
        (@ binary $name:ident $operands:tt ($type:path, V, 2) { function: $function:expr, $($inputs:tt)* }) => {
            binary($function)
        };
        (@ numbers [$operand:ident: Scalar, $($rest:tt)*] $test:tt) => {
            for $operand in [-2.0, -0.25, 0.0, 0.5, 2.0] {
                functions! { @ numbers [$($rest)*] $test }
            }
        };
        (@ numbers [$operand:ident: $kind:ident, $($rest:tt)*] $test:tt) => {
            functions! { @ numbers [$($rest)*] $test }
        };
        (@ numbers [] $test:tt) => { $test };
        (@ $($other:tt)*) => {};
    }
    lacuna::for_each_kernel!(functions);
    keeps_zero(Cube, "cube");
    unary(Cube, false);
    binary(Larger);
}

/// Small, and so large that it is streamed, with a rest.
#[test]
fn functions_of_ones_own() {
    let mut random = Random::seeded(0);
    for length in [0, 1, 15, 17, (2 << 20) + 5] {
        let [left, right] =
            [(); 2].map(|()| (0..length).map(|_| random.one_of(&[-1.5_f32, 0.0, 2.0, 1e-30])).collect::<Vec<_>>());
        let mut out = vec![9.0; length];
        map::unary(Cube, &left, &mut out).unwrap();
        assert!(out.iter().zip(&left).all(|(cube, x)| cube.to_bits() == (x * x * x).to_bits()));
        backward(Cube, &right, &left, &mut out).unwrap();
        assert!(
            out.iter()
                .zip(left.iter().zip(&right))
                .all(|(found, (x, g))| found.to_bits() == (g * (3.0 * x * x)).to_bits())
        );
        out.copy_from_slice(&left);
        map::unary_in_place(Cube, &mut out);
        assert!(out.iter().zip(&left).all(|(cube, x)| cube.to_bits() == (x * x * x).to_bits()));
        pairs(Larger, &left, &right, &mut out).unwrap();
        assert!(out.iter().zip(left.iter().zip(&right)).all(|(larger, (x, y))| *larger == x.max(*y)));
        let lengths = |operand, found| KernelError::Shape { operand, axis: 2, expected: length, found };
        assert_eq!(map::unary(Cube, &left, &mut vec![9.0; length + 1]), Err(lengths(Operand::Output, length + 1)));
        assert_eq!(pairs(Larger, &left, &vec![0.0; length + 1], &mut out), Err(lengths(Operand::Right, length + 1)));
    }
}

fn matrix(rows: usize, data: &mut [f32]) -> DenseMut<'_, f32> {
    DenseMut::new(rows, 4, data).unwrap()
}

/// What runs any member gives the bits of the function by name, and refuses as it does.
#[test]
fn functions_for_any_member_are_those_by_name() {
    use lacuna::{Broadcast, Csr, CsrMut, Dense, binary, reduce};
    let indptr: [i32; 4] = [0, 3, 3, 5];
    let a = Csr::new(3, 4, &indptr, &[0, 1, 3, 0, 2], &[0.1_f32, -2.0, 3e-20, 7.0, 0.0]).unwrap();
    let b = Csr::new(3, 4, &indptr, &[0, 1, 3, 0, 2], &[0.3_f32, 5.0, -1.0, 0.7, -0.0]).unwrap();
    let numbers = [0.2_f32, 0.4, -0.6, 0.8];
    let row = Broadcast::Row(&numbers);
    let dense: Vec<f32> = (0..12_u8).map(|place| 1.0 / f32::from(place + 3) - 0.2).collect();
    let dense = Dense::new(3, 4, &dense).unwrap();
    let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
    macro_rules! same {
        ($length:expr, |$out:ident| $any:expr, $named:expr) => {{
            let results = [(); 2].map(|()| vec![9.0_f32; $length]);
            let [mut any, mut named] = results;
            let of_any = {
                let $out = &mut any[..];
                $any
            };
            let of_named = {
                let $out = &mut named[..];
                $named
            };
            assert_eq!((of_any, bits(&any)), (of_named, bits(&named)));
        }};
    }
    for longer in [1, 0] {
        same!(4 + longer, |out| map::unary(map::Exp, &numbers, out), map::exp(&numbers, out));
        same!(
            5 + longer,
            |out| pairs(binary::Add, a.values(), b.values(), out),
            binary::add(a.values(), b.values(), out)
        );
        same!(5 + longer, |out| binary::entries(binary::Multiply, a, row, out), binary::entries_multiply(a, row, out));
        same!(1 + longer, |out| reduce::values(reduce::Sum, a.values(), 5, out), reduce::sum(a.values(), out));
        same!(3 + longer, |out| reduce::rows(reduce::Norm2, dense, out), reduce::norm2_rows(dense, out));
        same!(4 + longer, |out| reduce::columns(reduce::Max, dense, out), reduce::max_columns(dense, out));
        same!(3 + longer, |out| reduce::csr_rows(reduce::Mean, a, out), reduce::mean_csr_rows(a, out));
        same!(
            4 + longer,
            |out| reduce::csr_columns(reduce::Norm1, a, &mut vec![0.0; 8 - longer], out),
            reduce::norm1_csr_columns(a, &mut vec![0.0; 8 - longer], out)
        );
    }
    for rows in [3, 2] {
        same!(
            12,
            |out| binary::csr_broadcast(binary::Subtract, a, row, matrix(rows, out)),
            binary::csr_broadcast_subtract(a, row, matrix(rows, out))
        );
        same!(
            12,
            |out| binary::rows::<_, _, i32>(binary::Divide, row, dense.into(), matrix(rows, out).into()),
            binary::rows_divide::<_, i32>(row, dense.into(), matrix(rows, out).into())
        );
        let pointers = [0, 3, 3, if rows == 3 { 5 } else { 4 }];
        same!(
            5,
            |out| {
                let stored = pointers[3] as usize;
                let mut ids = [0; 5];
                let done = binary::csr(
                    binary::Add,
                    a,
                    b,
                    CsrMut::new(3, 4, &pointers, &mut ids[..stored], &mut out[..stored]).unwrap(),
                );
                (done, ids)
            },
            {
                let stored = pointers[3] as usize;
                let mut ids = [0; 5];
                let done = binary::csr_add(
                    a,
                    b,
                    CsrMut::new(3, 4, &pointers, &mut ids[..stored], &mut out[..stored]).unwrap(),
                );
                (done, ids)
            }
        );
        let most = rows + 2;
        same!(
            most,
            |out| binary::csr_one_pass(binary::Multiply, a, b, &mut [0; 4], &mut vec![0; most], out),
            binary::csr_multiply_one_pass(a, b, &mut [0; 4], &mut vec![0; most], out)
        );
    }
}

#[test]
fn several_steps_are_done_or_none() {
    use lacuna::optim::{Refused, Step, update_several};
    let gradients = [[1.0_f64], [2.0], [4.0]];
    let mut weights = [[1.0_f64]; 3];
    let mut call = |clips: [Option<f64>; 3]| {
        let mut steps: Vec<_> = weights
            .iter_mut()
            .zip(&gradients)
            .zip(clips)
            .map(|((weight, gradient), clip_gradient)| Step {
                rule: Sgd { clip_gradient, ..Sgd::new(0.5) },
                gradient: RowSparse::new(1, 1, &[0_i32], gradient).unwrap(),
                states: [DenseMut::new(1, 1, weight).unwrap().into()],
            })
            .collect();
        update_several(&mut steps)
    };
    let error = KernelError::Parameter { parameter: Parameter::ClipGradient, bits: (-1.0_f64).to_bits() };
    assert_eq!(call([None, Some(1.0), Some(-1.0)]), Err(Refused { step: 2, error }));
    assert_eq!(
        call([None, Some(-1.0), Some(-2.0)]).unwrap_err().to_string(),
        "step 1: clip_gradient: -1 is neither 0 nor above"
    );
    assert_eq!(call([None, Some(1.0), None]), Ok(()));
    assert_eq!(weights, [[0.5], [0.5], [-1.0]]);
}

#[test]
fn a_global_norm_is_that_of_all_elements() {
    use lacuna::optim::GlobalNorm;
    // The squares of f32 overflow in f32, and 2^60 ones beside a small number are not lost in f64.
    let norm = GlobalNorm::default().and(&[3e30_f32]).and(&[4e30_f64]).and::<f32>(&[]);
    assert!((norm.norm() / 5e30 - 1.0).abs() < 1e-7, "{norm:?}");
    assert_eq!(GlobalNorm::default().rescale(1.0), Some(1.0));
    assert_eq!(GlobalNorm::default().and(&[0.5_f32]).rescale(1.0), Some(1.0));
    assert_eq!(GlobalNorm::default().and(&[3.0_f32]).and(&[4.0_f32]).rescale(1.0), Some(1.0 / (5.0 + 1e-8)));
    for (element, largest) in [(f32::NAN, 1.0), (f32::INFINITY, 1.0), (1.0, f64::INFINITY), (1.0, f64::NAN)] {
        assert_eq!(GlobalNorm::default().and(&[element]).rescale(largest), None, "{element} {largest}");
    }
}
