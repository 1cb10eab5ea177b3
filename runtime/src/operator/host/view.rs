//! Elements of a dense array in steps: transposed, sliced, reversed, repeated.
use super::Host;
use crate::operator::backend::Done;
use crate::operator::few::Few;
use crate::operator::with_float;
use lacuna_arrays::array::{Array, Element};

/// Where the elements of a result stand in a dense array: the first one, and from one to the next along each dimension.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    pub first: usize,
    pub steps: Few<isize>,
    pub shape: Few<usize>,
}

impl View {
    /// All elements of an array of this shape. `None` for one of too many dimensions.
    pub fn whole(shape: &[usize]) -> Option<Self> {
        let shape = Few::of(shape.iter().copied())?;
        let mut steps = Few::of(shape.iter().map(|_| 0))?;
        let mut step = 1_usize;
        for (length, to) in shape.iter().zip(steps.iter_mut()).rev() {
            *to = step.cast_signed();
            step = step.saturating_mul(*length);
        }
        Some(Self { first: 0, steps, shape })
    }

    /// Its dimensions in this order.
    pub fn ordered(&self, axes: &[usize]) -> Option<Self> {
        let steps = Few::of(axes.iter().filter_map(|&axis| self.steps.get(axis).copied()))?;
        let shape = Few::of(axes.iter().filter_map(|&axis| self.shape.get(axis).copied()))?;
        Some(Self { first: self.first, steps, shape })
    }

    /// The array as it is repeated along dimensions that it has not, or that have the length 1.
    pub fn repeated(shape: &[usize], to: &[usize]) -> Option<Self> {
        let own = Self::whole(shape)?;
        let missing = to.len().checked_sub(shape.len())?;
        let (mut view, mut places) = (Self::whole(to)?, own.steps.iter().zip(own.shape.iter()));
        for (axis, step) in view.steps.iter_mut().enumerate() {
            *step = if axis < missing {
                0
            } else {
                let (&step, &length) = places.next()?;
                if length == 1 { 0 } else { step }
            };
        }
        Some(view)
    }
}

/// Calls with each run of elements along the last dimension, in order: the first one, the step, and how many.
fn runs(first: usize, steps: &[isize], shape: &[usize], each: &mut dyn FnMut(usize, isize, usize)) {
    match (steps, shape) {
        ([step], [length]) => each(first, *step, *length),
        ([step, steps @ ..], [length, shape @ ..]) => {
            let mut first = first;
            for _ in 0..*length {
                runs(first, steps, shape, each);
                first = first.wrapping_add_signed(*step);
            }
        }
        _ => each(first, 0, 1),
    }
}

/// The places of a run.
fn places(first: usize, step: isize, length: usize) -> impl Iterator<Item = usize> {
    (0..length).scan(first, move |place, _| {
        let own = *place;
        *place = place.wrapping_add_signed(step);
        Some(own)
    })
}

/// The elements, one after the other.
pub(super) fn gather<V: Element>(view: &View, from: &[V], to: &mut [V]) {
    let mut to = to.iter_mut();
    runs(view.first, &view.steps, &view.shape, &mut |first, step, length| {
        if step == 1
            && let Some(run) = from.get(first..first + length)
        {
            to.by_ref().zip(run).for_each(|(to, value)| *to = *value);
            return;
        }
        for place in places(first, step, length) {
            if let (Some(to), Some(value)) = (to.next(), from.get(place)) {
                *to = *value;
            }
        }
    });
}

/// Elements that stand one after the other, to their places.
pub(super) fn scatter<V: Element>(view: &View, from: &[V], to: &mut [V]) {
    let mut from = from.iter();
    runs(view.first, &view.steps, &view.shape, &mut |first, step, length| {
        for place in places(first, step, length) {
            if let (Some(value), Some(to)) = (from.next(), to.get_mut(place)) {
                *to = *value;
            }
        }
    });
}

impl Host<'_> {
    /// The elements of a view, as a dense array of this shape.
    pub fn view(&self, x: &Array, view: &View, shape: &[usize], out: &mut Array) -> Done {
        with_float!(self.operator, x, V => {
            gather::<V>(view, self.values(0, x)?, out.reuse_dense(shape)?);
            Ok(())
        })
    }

    /// A dense array of this shape, of the elements of `x` at the places of a view, and of 0 elsewhere.
    pub fn put(&self, x: &Array, view: &View, shape: &[usize], out: &mut Array) -> Done {
        with_float!(self.operator, x, V => {
            let out = out.reuse_dense::<V>(shape)?;
            out.fill(V::default());
            scatter(view, self.values(0, x)?, out);
            Ok(())
        })
    }

    /// A dense array of this shape, of arrays whose elements go to the places of their views.
    pub fn join<'x>(&self, parts: impl Iterator<Item = (&'x Array, View)>, shape: &[usize], out: &mut Array) -> Done {
        let mut parts = parts.enumerate().peekable();
        let Some((_, (first, _))) = parts.peek().copied() else { return Ok(()) };
        with_float!(self.operator, first, V => {
            let out = out.reuse_dense::<V>(shape)?;
            for (operand, (array, view)) in parts {
                scatter(&view, self.values::<V>(operand, array)?, out);
            }
            Ok(())
        })
    }
}
