//! Which rows or columns `begin`, `end` and `step` mean, and which row an id outside of a matrix.
use crate::Index;
use crate::error::{IndexFault, KernelError};
use core::num::NonZero;
use core::ops::Range;

/// Places in steps: `first`, `first + step`, ..., `count` of them, all inside of the axis that they were made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// The first place.
    pub first: usize,
    /// How many there are.
    pub count: usize,
    /// From one to the next.
    pub step: NonZero<i64>,
}

impl Steps {
    /// The places of `begin:end:step` on an axis of `length`, as Python and MXNet resolve them: what is left out is
    /// all, a negative place counts from the end, and what is outside is cut off. Without a step it is 1.
    ///
    /// ```
    /// use lacuna::slice::Steps;
    /// let steps = |begin, end, step| Steps::resolve(begin, end, core::num::NonZero::new(step), 10);
    /// assert_eq!(steps(Some(2), Some(-3), 1).range(), Some(2..7));
    /// assert_eq!(steps(None, Some(99), 1).range(), Some(0..10));
    /// assert_eq!(steps(Some(7), Some(3), 1).range(), Some(0..0));
    /// assert!(steps(None, None, -4).iter().eq([9, 5, 1]));
    /// ```
    #[must_use]
    pub fn resolve(begin: Option<i64>, end: Option<i64>, step: Option<NonZero<i64>>, length: usize) -> Self {
        const ONE: NonZero<i64> = NonZero::new(1).unwrap();
        let step = step.unwrap_or(ONE);
        let length = i64::try_from(length).unwrap_or(i64::MAX);
        let from_start = |place: i64| if place < 0 { place.saturating_add(length) } else { place };
        let (least, most) = if step.get() > 0 { (0, length) } else { (-1, length - 1) };
        let place =
            |place: Option<i64>, without: i64| place.map_or(without, |place| from_start(place).clamp(least, most));
        let (start, stop) = if step.get() > 0 {
            (place(begin, least), place(end, most))
        } else {
            (place(begin, most), place(end, least))
        };
        let distance = if step.get() > 0 { stop - start } else { start - stop };
        let count = if distance > 0 { (distance as u64).div_ceil(step.get().unsigned_abs()) } else { 0 };
        Self { first: if count == 0 { 0 } else { start as usize }, count: count as usize, step }
    }

    /// The places as a range, if the step is 1 or there is at most one place.
    #[must_use]
    pub fn range(&self) -> Option<Range<usize>> {
        (self.step.get() == 1 || self.count <= 1).then(|| self.first..self.first + self.count)
    }

    /// The places, in order.
    #[must_use]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = usize> + Clone + use<> {
        let Self { first, count, step } = *self;
        (0..count).map(move |k| first.wrapping_add((k as i64).wrapping_mul(step.get()) as usize))
    }

    /// Writes the places, as ids for [`take`](super::take()): as many as `ids` has room for.
    pub fn ids<I: Index>(&self, ids: &mut [I]) {
        for (id, place) in ids.iter_mut().zip(self.iter()) {
            *id = I::from_usize(place);
        }
    }
}

/// What an id outside of `0..rows` means to [`resolve_ids`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// The nearest row that there is.
    Clip,
    /// The row that is left when whole heights are taken away.
    Wrap,
}

/// Makes ids outside of `0..rows` ids of rows, in place: as the modes of MXNet's `take` do. Without it,
/// [`take`](super::take()) refuses such ids.
///
/// # Errors
/// [`KernelError::Ids`] for the first id if there are no rows; then nothing is written.
///
/// ```
/// use lacuna::slice::{Outside, resolve_ids};
/// let (mut clipped, mut wrapped) = ([-7, 1, 4], [-7, 1, 4]);
/// resolve_ids(&mut clipped, 3, Outside::Clip)?;
/// resolve_ids(&mut wrapped, 3, Outside::Wrap)?;
/// assert_eq!((clipped, wrapped), ([0, 1, 2], [2, 1, 1]));
/// # Ok::<(), lacuna::KernelError>(())
/// ```
pub fn resolve_ids<I: Index>(ids: &mut [I], rows: usize, outside: Outside) -> Result<(), KernelError> {
    let Some(first) = ids.first() else { return Ok(()) };
    if rows == 0 {
        let found = first.to_i64();
        let fault = if found < 0 { IndexFault::Negative } else { IndexFault::TooLarge };
        return Err(KernelError::Ids { entry: 0, fault, expected: 0, found });
    }
    let length = i64::try_from(rows).unwrap_or(i64::MAX);
    for id in ids {
        let inside = match outside {
            Outside::Clip => id.to_i64().clamp(0, length - 1),
            Outside::Wrap => id.to_i64().rem_euclid(length),
        };
        *id = I::from_usize(inside as usize);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    /// Python's rule, place by place.
    fn python(begin: Option<i64>, end: Option<i64>, step: i64, length: i64) -> Vec<i64> {
        let up = step > 0;
        let inside = |place: i64| {
            (if place < 0 { place + length } else { place })
                .clamp(if up { 0 } else { -1 }, if up { length } else { length - 1 })
        };
        let (mut at, end) = match up {
            true => (begin.map_or(0, inside), end.map_or(length, inside)),
            false => (begin.map_or(length - 1, inside), end.map_or(-1, inside)),
        };
        let mut places = Vec::new();
        while if up { at < end } else { at > end } {
            places.push(at);
            at += step;
        }
        places
    }

    #[test]
    fn places_are_those_of_python() {
        let bounds: Vec<_> = core::iter::once(None).chain((-7..8).map(Some)).collect();
        for length in 0..5 {
            for &begin in &bounds {
                for &end in &bounds {
                    for step in [-6, -3, -2, -1, 1, 2, 3, 6] {
                        let steps = Steps::resolve(begin, end, NonZero::new(step), length as usize);
                        let places: Vec<_> = steps.iter().map(|place| place as i64).collect();
                        assert_eq!(places, python(begin, end, step, length), "{begin:?}:{end:?}:{step} of {length}");
                        assert!(
                            steps.range().is_none_or(|range| range.end <= length as usize && range.eq(steps.iter()))
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn extreme_bounds_do_not_overflow() {
        for (begin, end, step) in
            [(i64::MIN, i64::MAX, 1), (i64::MAX, i64::MIN, -1), (i64::MIN, i64::MAX, i64::MAX), (0, i64::MAX, i64::MIN)]
        {
            for length in [0, 3, usize::MAX] {
                let steps = Steps::resolve(Some(begin), Some(end), NonZero::new(step), length);
                assert!(steps.iter().take(2).all(|place| place < length));
            }
        }
    }
}
