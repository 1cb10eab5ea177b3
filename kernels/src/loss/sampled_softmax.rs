use super::rows::{larger, largest};
use super::softmax_cross_entropy::loss_of_row;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::{Body, Kernel};
use crate::reduce::Itself;
use crate::reduce::lanes::sum_of_row;
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{Dense, DenseMut, Index, Value};

/// The arguments of [`sampled_softmax`].
#[derive(Debug)]
pub struct SampledSoftmax<'a, V, I> {
    /// R values.
    pub true_logits: &'a [V],
    /// R x k.
    pub noise_logits: Dense<'a, V>,
    /// R values: logarithms.
    pub true_counts: &'a [V],
    /// k values: logarithms.
    pub noise_counts: &'a [V],
    /// R classes.
    pub labels: &'a [I],
    /// k classes.
    pub noise: &'a [I],
    /// R values.
    pub weights: &'a [V],
    /// R values.
    pub losses: &'a mut [V],
    /// R values.
    pub true_gradient: &'a mut [V],
    /// R x k.
    pub out: DenseMut<'a, V>,
}

impl<V: Value, I: Index> Body for SampledSoftmax<'_, V, I> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        let lengths = [
            self.true_counts.len(),
            self.weights.len(),
            self.labels.len(),
            self.losses.len(),
            self.true_gradient.len(),
        ];
        let noise = [self.noise_counts.len(), self.noise.len()];
        check([self.noise_logits.rows(), self.noise_logits.columns()], self.true_logits.len(), lengths, noise)?;
        expect(Operand::Output, 0, self.noise_logits.rows(), self.out.rows())?;
        expect(Operand::Output, 1, self.noise_logits.columns(), self.out.columns())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        let Self {
            true_logits,
            noise_logits,
            true_counts,
            noise_counts,
            labels,
            noise,
            weights,
            losses,
            true_gradient,
            mut out,
        } = self;
        let truth = true_logits.iter().zip(true_counts).zip(labels).zip(weights);
        let of_truth = losses.iter_mut().zip(true_gradient);
        for (row, ((((&logit, &count), &label), &weight), (loss, gradient))) in truth.zip(of_truth).enumerate() {
            let to = out.row_mut(row);
            if weight == V::ZERO {
                (*loss, *gradient) = (V::ZERO, V::ZERO);
                to.fill(V::ZERO);
                continue;
            }
            for (((to, &logit), &count), &class) in
                to.iter_mut().zip(noise_logits.row(row)).zip(noise_counts).zip(noise)
            {
                *to = adjusted(logit, count, class == label);
            }
            // What takes long is the same for all index types.
            (*loss, *gradient) = levels.run(OfRow { truth: logit - count, weight, noise: to });
        }
        Ok(())
    }
}

/// Refuses lists of other lengths than rows and columns of the noise's logits: `rows` are those of true counts,
/// weights, labels, losses and true gradient, `noise` those of its counts and classes.
pub fn check(
    [rows, columns]: [usize; 2],
    true_logits: usize,
    lists: [usize; 5],
    noise: [usize; 2],
) -> Result<(), KernelError> {
    let [true_counts, weights, labels, losses, gradient] = lists;
    expect(Operand::Input, 2, rows, true_logits)?;
    expect(Operand::Values, 2, rows, true_counts)?;
    expect(Operand::Data, 2, columns, noise[0])?;
    expect(Operand::Ids, 2, rows, labels)?;
    expect(Operand::Indices, 2, columns, noise[1])?;
    expect(Operand::Weight, 2, rows, weights)?;
    expect(Operand::Output, 2, rows, losses)?;
    expect(Operand::Gradient, 2, rows, gradient)
}

/// A logit of noise as it takes part: not at all where its class is the label's.
#[doc(hidden)]
#[inline(always)]
pub fn adjusted<V: Value>(logit: V, count: V, is_label: bool) -> V {
    if is_label { -V::INFINITY } else { logit - count }
}

/// What is known of a row: its largest adjusted logit, the exponential of the true one, and the sum of all.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Sampled<V> {
    /// The adjusted true logit.
    pub truth: V,
    /// The largest.
    pub largest: V,
    /// The exponential of the true one.
    pub term: V,
    /// Of all exponentials.
    pub sum: V,
}

impl<V: Value> Sampled<V> {
    /// From the sum of the noise's exponentials.
    #[inline(always)]
    pub fn new(truth: V, largest: V, of_noise: V) -> Self {
        let term = (truth - largest).exp();
        Self { truth, largest, term, sum: term + of_noise }
    }

    /// The loss.
    #[inline(always)]
    pub fn loss(self, weight: V) -> V {
        loss_of_row(self.truth, self.largest, self.sum) * weight
    }

    /// The gradient in respect of the true logit.
    #[inline(always)]
    pub fn gradient(self, weight: V) -> V {
        (self.term / self.sum - V::ONE) * weight
    }

    /// The gradient in respect of one of noise, from its exponential.
    #[inline(always)]
    pub fn of_noise(self, term: V, weight: V) -> V {
        term / self.sum * weight
    }
}

struct OfRow<'a, V> {
    truth: V,
    weight: V,
    /// Adjusted; its gradient in the end.
    noise: &'a mut [V],
}

impl<V: Value> Work for OfRow<'_, V> {
    type Output = (V, V);

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) -> (V, V) {
        let Self { truth, weight, noise } = self;
        let largest = larger(truth, largest(noise));
        for x in noise.iter_mut() {
            *x = (*x - largest).exp();
        }
        let row = Sampled::new(truth, largest, V::narrow(sum_of_row::<Itself, V, L>(simd, noise)));
        for x in noise.iter_mut() {
            *x = row.of_noise(*x, weight);
        }
        (row.loss(weight), row.gradient(weight))
    }
}

impl<V: Value, I: Index> Split for SampledSoftmax<'_, V, I> {
    split_fields!(
        (out, true_logits, noise_logits, true_counts, labels, weights, losses, true_gradient),
        noise_counts,
        noise
    );
}

/// The cross entropy of each row's label among itself and some classes of noise, and its gradients, in one call:
/// `losses[r] = (ln(s) - (t - m)) * weights[r]`, `true_gradient[r] = (e^(t - m) / s - 1) * weights[r]` and
/// `out[r, j] = e^(x[j] - m) / s * weights[r]`.
///
/// There `t = true_logits[r] - true_counts[r]` and `x[j] = noise_logits[r, j] - noise_counts[j]` are logits less the
/// logarithm of how often a class is expected in the noise, `m` is the largest of them and `s` the sum of `e^(t - m)`
/// and all `e^(x[j] - m)`. Where noise hits the label, `noise[j] = labels[r]`, it is left out: its exponential and its
/// gradient are exactly 0. (MXNet adds -1e37 to its logit, which comes to the same.)
///
/// A row of weight 0, such as padding, is not looked at: all of it is 0. Other weights are factors, as the mask of a
/// position over the number of positions.
///
/// - Shapes: `noise_logits` and `out` dense R x k, `noise_counts` and `noise` of k elements, all others of R.
/// - Classes are compared, and no more: any number is one.
/// - Order: the exponentials of the noise by [`order`](crate::order), sum of a row, where one that is left out keeps
///   its place; `e^(t - m)` plus that.
/// - NaN and infinities: as in all [rows of logits](crate::loss), of which these are of adjusted ones.
/// - Cost: one read of the noise's logits, four passes over a row of the output in cache, an exponential and a division
///   for each.
/// - Parts: rows; [`SampledSoftmax`] [splits](crate::Split) them.
/// - Source: the word language model of MXNet's examples, `sampled_softmax` and its cross entropy. Classes and counts:
///   `rand_zipfian`.
///
/// # Errors
/// [`KernelError::Shape`]; then nothing is written.
///
/// ```
/// use lacuna::{Dense, DenseMut, loss};
/// let noise_logits = Dense::new(2, 2, &[1.0_f32, 5.0, 1.0, 5.0])?;
/// let (mut losses, mut true_gradient, mut out) = ([9.0; 2], [9.0; 2], [9.0; 4]);
/// loss::sampled_softmax(
///     &[1.0, 1.0], noise_logits, &[0.0, 0.0], &[0.0, 4.0], &[7, 3], &[3, 7], &[2.0, 0.0],
///     &mut losses, &mut true_gradient, DenseMut::new(2, 2, &mut out)?,
/// )?;
/// // The second class of noise is the first row's label; the second row has no weight.
/// assert_eq!((losses, true_gradient, out), ([1.3862944, 0.0], [-1.0, 0.0], [1.0, 0.0, 0.0, 0.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
#[inline]
pub fn sampled_softmax<V: Value, I: Index>(
    true_logits: &[V],
    noise_logits: Dense<'_, V>,
    true_counts: &[V],
    noise_counts: &[V],
    labels: &[I],
    noise: &[I],
    weights: &[V],
    losses: &mut [V],
    true_gradient: &mut [V],
    out: DenseMut<'_, V>,
) -> Result<(), KernelError> {
    SampledSoftmax {
        true_logits,
        noise_logits,
        true_counts,
        noise_counts,
        labels,
        noise,
        weights,
        losses,
        true_gradient,
        out,
    }
    .call()
}
