//! What an optimizer is that looks at a whole row.
use super::{Common, Hyper};
use crate::Value;

/// An optimizer whose step of an element takes what its row as a whole gives: the sister of [`Rule`](super::Rule).
/// `STATES` arrays have the elements of the rows, the weight and its states; `NUMBERS` more have one number a row;
/// `SUMS` sums of squares are taken over a row, before its elements are stepped, and [one more](Self::RESUMS) where
/// these make its terms.
///
/// The CPU runs it in vectors and the GPU in threads; both call these functions, and add by the [order
/// law](crate::order): as sums of a row, rounded once.
///
/// ```
/// use lacuna::optim::{Common, Hyper, RowRule, Update, update_rows};
/// use lacuna::{DenseMut, RowSparse, Value};
///
/// /// `w = w - lr g / |g|`, the norm of a row, and how often that was done.
/// #[derive(Clone, Copy)]
/// struct Normalized(f32);
///
/// impl Hyper<f32> for Normalized {
///     const OWN: &'static [&'static str] = &[];
///     fn common(&self) -> Common<f32> {
///         Common { learning_rate: self.0, weight_decay: 0.0, rescale_gradient: 1.0, clip_gradient: None, update: Update::Lazy }
///     }
/// }
///
/// impl RowRule<f32, 1, 1, 1> for Normalized {
///     type Coefficients = f32;
///     type Row = f32;
///     fn coefficients(&self) -> f32 {
///         self.0
///     }
///     fn terms(_: &f32, gradient: f32, _: [f32; 1]) -> [f32; 1] {
///         [gradient]
///     }
///     fn row(rate: &f32, [square_sum]: [f32; 1], _: usize, [steps]: [f32; 1]) -> (f32, [f32; 1]) {
///         (rate / square_sum.sqrt(), [steps + 1.0])
///     }
///     fn step(_: &f32, rate: &f32, gradient: f32, [weight]: [f32; 1]) -> [f32; 1] {
///         [weight - rate * gradient]
///     }
/// }
///
/// let gradient = RowSparse::new(3, 2, &[1], &[3.0_f32, -4.0])?;
/// let (mut weight, mut steps) = ([1.0; 6], [0.0; 3]);
/// update_rows(&Normalized(5.0), gradient, [DenseMut::new(3, 2, &mut weight)?.into()], [DenseMut::new(3, 1, &mut steps)?.into()])?;
/// assert_eq!((weight, steps), ([1.0, 1.0, -2.0, 5.0, 1.0, 1.0], [0.0, 1.0, 0.0]));
/// # Ok::<(), lacuna::Error>(())
/// ```
pub trait RowRule<V: Value, const STATES: usize, const NUMBERS: usize, const SUMS: usize>: Hyper<V> {
    /// Products of hyper-parameters, formed once for a call.
    type Coefficients: Copy;
    /// What a row as a whole gives to the steps of its elements.
    type Row: Copy;

    /// Forms them.
    fn coefficients(&self) -> Self::Coefficients;

    /// What a step gets for the gradient of an element: as [`Rule::prepare`](super::Rule::prepare).
    #[inline(always)]
    fn prepare(common: &Common<V>, gradient: Option<V>, _weight: V) -> V {
        gradient.map_or(V::ZERO, |gradient| common.prepare(gradient))
    }

    /// The numbers of an element whose squares are summed over the row.
    fn terms(coefficients: &Self::Coefficients, gradient: V, old: [V; STATES]) -> [V; SUMS];

    /// What the sums of the squares give, in a row of `length` elements, which is not 0; and the new numbers of the
    /// row.
    fn row(
        coefficients: &Self::Coefficients,
        sums: [V; SUMS],
        length: usize,
        old: [V; NUMBERS],
    ) -> (Self::Row, [V; NUMBERS]);

    /// True for a rule that needs one sum more, of terms that take what the first ones gave. False by default.
    const RESUMS: bool = false;

    /// If so, the number of an element whose squares are summed over the row then.
    #[inline(always)]
    fn second_term(_coefficients: &Self::Coefficients, _row: &Self::Row, _gradient: V, _old: [V; STATES]) -> V {
        V::ZERO
    }

    /// And what the steps get, after that sum.
    #[inline(always)]
    fn second_row(_coefficients: &Self::Coefficients, row: Self::Row, _sum: V) -> Self::Row {
        row
    }

    /// The new weight and states of an element.
    fn step(coefficients: &Self::Coefficients, row: &Self::Row, gradient: V, old: [V; STATES]) -> [V; STATES];
}
