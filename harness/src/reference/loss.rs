//! Losses and their gradients, for any [`Arithmetic`]. Rows take how their terms are added.
use super::{Arithmetic, Matrix, Triplets, relu, sigmoid, sign, softrelu};
use lacuna_exact::Function;

/// `(y - z) scale`
pub fn regression_gradient<A: Arithmetic>(y: A, z: A, scale: A) -> A {
    (y - z) * scale
}

/// `sign(y - z) scale`
pub fn mae_gradient<A: Arithmetic>(y: A, z: A, scale: A) -> A {
    sign(y - z) * scale
}

/// `max(x, 0) - x z + ln(1 + e^-|x|)`
pub fn sigmoid_cross_entropy<A: Arithmetic>(x: A, z: A) -> A {
    (relu(x) - x * z) + softrelu(A::exact(-1.0) * x.magnitude())
}

/// `(1 / (1 + e^-x) - z) scale`
pub fn sigmoid_cross_entropy_gradient<A: Arithmetic>(x: A, z: A, scale: A) -> A {
    (sigmoid(x) - z) * scale
}

/// True for the functions of numbers that are made of an elementary one.
pub const fn is_of_elementary(name: &str) -> bool {
    matches!(name.as_bytes(), [b's', b'i', b'g', b'm', b'o', b'i', b'd', b'_', ..])
}

/// `max(margin - y z, 0)`
pub fn hinge<A: Arithmetic>(y: A, z: A, margin: A) -> A {
    let missing = margin - y * z;
    if missing <= A::exact(0.0) { A::exact(0.0).chosen_by(missing) } else { missing }
}

/// The gradient of a hinge, unless it is 0. Near the margin it is anything.
fn within<A: Arithmetic>(y: A, z: A, margin: A, slope: A) -> A {
    let missing = margin - y * z;
    let near = A::exact(1.0) / missing;
    if missing > A::exact(0.0) {
        slope.chosen_by(near).chosen_by(missing)
    } else if missing <= A::exact(0.0) {
        A::exact(0.0).chosen_by(near).chosen_by(missing)
    } else {
        missing
    }
}

/// `-z scale where margin - y z > 0`
pub fn hinge_gradient<A: Arithmetic>(y: A, z: A, margin: A, scale: A) -> A {
    let found = within(y, z, margin, A::exact(-1.0) * z * scale);
    let is_number = margin - y * z <= A::exact(0.0) || margin - y * z > A::exact(0.0);
    if is_number { found } else { A::exact(0.0) }
}

/// `max(margin - y z, 0)^2`
pub fn squared_hinge<A: Arithmetic>(y: A, z: A, margin: A) -> A {
    let missing = hinge(y, z, margin);
    missing * missing
}

/// `-2 z max(margin - y z, 0) scale`
pub fn squared_hinge_gradient<A: Arithmetic>(y: A, z: A, margin: A, scale: A) -> A {
    let missing = margin - y * z;
    let slope = (A::exact(-1.0) * z * (missing + missing)) * scale;
    if missing <= A::exact(0.0) { A::exact(0.0).chosen_by(slope).chosen_by(missing) } else { slope }
}

/// `(Y - Z) scale`, row by row.
pub fn csr_regression_gradient<A: Arithmetic>(
    result: &Matrix,
    label: &Triplets,
    scale: A,
    convert: impl Fn(f64) -> A,
) -> Vec<A> {
    let mut labels = Matrix::zeros(result.rows, result.columns);
    for &(row, column, value) in &label.entries {
        labels.row_mut(row)[column] = value;
    }
    result.data.iter().zip(&labels.data).map(|(&y, &z)| regression_gradient(convert(y), convert(z), scale)).collect()
}

/// What the exponentials of a row are of, and they: the distances from its largest number.
fn exponentials<A: Arithmetic>(row: &[A]) -> (Vec<A>, Vec<A>) {
    let mut largest = None;
    for &x in row.iter().filter(|x| x.partial_cmp(x).is_some()) {
        largest = Some(largest.map_or(x, |largest| if x > largest { x } else { largest }));
    }
    let distances: Vec<A> = row.iter().map(|&x| x - largest.unwrap_or(x)).collect();
    let terms = distances.iter().map(|x| x.elementary(Function::Exp)).collect();
    (distances, terms)
}

/// `e^x / sum of e^x`
pub fn softmax<A: Arithmetic>(row: &[A], sum: impl Fn(&[A]) -> A) -> Vec<A> {
    let (_, terms) = exponentials(row);
    let sum = sum(&terms);
    terms.into_iter().map(|term| term / sum).collect()
}

/// `x - ln(sum of e^x)`
pub fn log_softmax<A: Arithmetic>(row: &[A], sum: impl Fn(&[A]) -> A) -> Vec<A> {
    let (distances, terms) = exponentials(row);
    let log = sum(&terms).elementary(Function::Ln);
    distances.into_iter().map(|x| x - log).collect()
}

/// `y (g - sum of g y)`
pub fn softmax_backward<A: Arithmetic>(gradient: &[A], result: &[A], sum: impl Fn(&[A]) -> A) -> Vec<A> {
    let terms: Vec<A> = gradient.iter().zip(result).map(|(&g, &y)| g * y).collect();
    let sum = sum(&terms);
    gradient.iter().zip(result).map(|(&g, &y)| y * (g - sum)).collect()
}

/// `g - e^y sum of g`
pub fn log_softmax_backward<A: Arithmetic>(gradient: &[A], result: &[A], sum: impl Fn(&[A]) -> A) -> Vec<A> {
    let sum = sum(gradient);
    gradient.iter().zip(result).map(|(&g, &y)| g - y.elementary(Function::Exp) * sum).collect()
}

/// `ln(sum of e^x) - x of the label`
pub fn softmax_cross_entropy<A: Arithmetic>(row: &[A], label: usize, sum: impl Fn(&[A]) -> A) -> A {
    let (distances, terms) = exponentials(row);
    sum(&terms).elementary(Function::Ln) - distances[label]
}

/// `(p - one_hot, smoothed) scale`
pub fn softmax_output_gradient<A: Arithmetic>(probabilities: &[A], label: usize, smooth_alpha: A, scale: A) -> Vec<A> {
    let others = smooth_alpha / A::exact(probabilities.len().max(2) as f32 - 1.0);
    let off = |(class, &p): (usize, &A)| if class == label { (p - A::exact(1.0)) + smooth_alpha } else { p - others };
    probabilities.iter().enumerate().map(|place| off(place) * scale).collect()
}

/// Loss, gradient in respect of the true logit, and in respect of those of noise, from adjusted logits. Noise that is
/// `None` is the label.
pub fn sampled_softmax<A: Arithmetic>(
    truth: A,
    noise: &[Option<A>],
    weight: A,
    sum: impl Fn(&[A]) -> A,
) -> (A, A, Vec<A>) {
    let adjusted: Vec<A> = noise.iter().flatten().copied().chain([truth]).collect();
    let (distances, mut terms) = exponentials(&adjusted);
    let (distance, term) = (distances[adjusted.len() - 1], terms.pop().unwrap_or(truth));
    let mut terms = terms.into_iter();
    let terms: Vec<A> = noise.iter().map(|noise| noise.and_then(|_| terms.next()).unwrap_or(A::exact(0.0))).collect();
    let total = term + sum(&terms);
    let loss = (total.elementary(Function::Ln) - distance) * weight;
    let noise = terms.into_iter().map(|term| term / total * weight).collect();
    (loss, (term / total - A::exact(1.0)) * weight, noise)
}
