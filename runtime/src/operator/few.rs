//! Lists of one item for each dimension.
use std::ops::{Deref, DerefMut};

/// The most dimensions of arrays whose elements an operator moves.
pub const MOST: usize = 8;

/// As many items as an array has dimensions, without memory of their own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Few<T> {
    items: [T; MOST],
    length: usize,
}

impl<T: Copy + Default> Few<T> {
    /// `None` if there are more than [`MOST`].
    pub fn of(items: impl IntoIterator<Item = T>) -> Option<Self> {
        let mut few = Self::default();
        items.into_iter().try_for_each(|item| few.push(item)).map(|()| few)
    }

    pub fn push(&mut self, item: T) -> Option<()> {
        *self.items.get_mut(self.length)? = item;
        self.length += 1;
        Some(())
    }
}

impl<T> Deref for Few<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        self.items.get(..self.length).unwrap_or_default()
    }
}

impl<T> DerefMut for Few<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        self.items.get_mut(..self.length).unwrap_or_default()
    }
}

/// The place of an axis of an array of so many dimensions; negative ones count from the last.
pub fn place_of(axis: i64, rank: usize) -> Option<usize> {
    let from_start = if axis < 0 { axis.checked_add_unsigned(rank as u64)? } else { axis };
    usize::try_from(from_start).ok().filter(|&axis| axis < rank)
}
