use super::Beside;
use super::columns::{ColumnLoss, Columns};
use crate::verdict::properties;
use lacuna::{Dense, DenseMut, Index, KernelError, loss};
use lacuna_harness::backend::Backend;
use lacuna_harness::reference::{self, Arithmetic};
use lacuna_testing::{Random, Real};
use quickcheck::Gen;

#[derive(Clone, Debug)]
struct SoftmaxOutputGradientColumns;

impl ColumnLoss for SoftmaxOutputGradientColumns {
    const ELEMENTARY: bool = false;

    fn call<V: Real, I: Index>(
        backend: &dyn Backend,
        input: Dense<V>,
        classes: usize,
        beside: Beside<V, I>,
        out: DenseMut<V>,
    ) -> Result<(), KernelError> {
        let Beside { labels, ignore, numbers: [smooth_alpha, scale] } = beside;
        backend.softmax_output_gradient_columns(input, labels, classes, ignore, smooth_alpha, scale, out)
    }

    fn column<A: Arithmetic>(numbers: &[A], label: Option<usize>, beside: [A; 2], _: impl Fn(&[A]) -> A) -> Vec<A> {
        let Some(label) = label else { return vec![A::exact(0.0); numbers.len()] };
        reference::softmax_output_gradient(numbers, label, beside[0], beside[1])
    }
}

properties!(softmax_output_gradient_columns, Columns, super::SoftmaxOutputGradientColumns);

/// Against differences of the cross entropy of the probabilities with those that labels ask for.
#[test]
fn it_is_the_slope_of_the_cross_entropy() {
    const ELEMENTS: usize = 2;
    const CLASSES: usize = 3;
    const POSITIONS: usize = 5;
    const ALPHA: f64 = 0.125;
    const SCALE: f64 = 0.5;
    const STEP: f64 = 1e-5;
    let random = &mut Random::new(&mut Gen::from_size_and_seed(100, 7));
    let rows = ELEMENTS * CLASSES;
    let logits: Vec<f64> = (0..rows * POSITIONS).map(|_| random.below(4000) as f64 / 1000.0 - 2.0).collect();
    let labels: Vec<i64> =
        (0..ELEMENTS * POSITIONS).map(|place| if place == 4 { -1 } else { random.below(CLASSES) as i64 }).collect();
    let probabilities = |logits: &[f64]| {
        let mut out = vec![0.0; logits.len()];
        let room = DenseMut::new(rows, POSITIONS, &mut out).unwrap();
        loss::softmax_columns(Dense::new(rows, POSITIONS, logits).unwrap(), CLASSES, room).unwrap();
        out
    };
    let entropy = |logits: &[f64]| {
        let wanted = |row: usize, column: usize| match labels[row / CLASSES * POSITIONS + column] {
            -1 => 0.0,
            label if label as usize == row % CLASSES => 1.0 - ALPHA,
            _ => ALPHA / (CLASSES - 1) as f64,
        };
        let term = |(place, p): (usize, &f64)| -wanted(place / POSITIONS, place % POSITIONS) * p.ln();
        SCALE * probabilities(logits).iter().enumerate().map(term).sum::<f64>()
    };
    let mut gradient = vec![0.0; logits.len()];
    let found = probabilities(&logits);
    let (found, out) =
        (Dense::new(rows, POSITIONS, &found).unwrap(), DenseMut::new(rows, POSITIONS, &mut gradient).unwrap());
    loss::softmax_output_gradient_columns(found, &labels, CLASSES, usize::MAX, ALPHA, SCALE, out).unwrap();
    for (place, gradient) in gradient.into_iter().enumerate() {
        let at = |offset: f64| {
            let mut logits = logits.clone();
            logits[place] += offset;
            entropy(&logits)
        };
        let slope = (at(STEP) - at(-STEP)) / (2.0 * STEP);
        assert!((slope - gradient).abs() < 1e-9, "element {place}: {gradient}, not {slope}");
    }
}
