//! Slices of one length: cut, and read at one place.
//!
//! A closure of `map` or `from_fn` belongs to its kernel, type and level, and brings five functions each time: a third
//! of all that the compiler had to look at.
use crate::{Dense, Number};
use core::array;

/// The first numbers of each slice.
#[inline(always)]
pub(crate) fn first<V, const N: usize>(slices: [&[V]; N], length: usize) -> [&[V]; N] {
    slices.map(|slice| &slice[..length])
}

/// The numbers of each slice from `start` on.
#[inline(always)]
pub(crate) fn range<V, const N: usize>(slices: [&[V]; N], start: usize, length: usize) -> [&[V]; N] {
    slices.map(|slice| &slice[start..][..length])
}

/// As [`first`], to be written.
#[inline(always)]
pub(crate) fn first_mut<V, const N: usize>(slices: [&mut [V]; N], length: usize) -> [&mut [V]; N] {
    slices.map(|slice| &mut slice[..length])
}

/// The numbers of each slice in chunks, and those that are left.
#[inline(always)]
pub(crate) fn chunks<const CHUNK: usize, V, const N: usize>(
    slices: [&[V]; N],
    count: usize,
) -> ([&[[V; CHUNK]]; N], [&[V]; N]) {
    let slices = slices.map(|slice| slice.as_chunks());
    (slices.map(|(chunks, _)| &chunks[..count]), slices.map(|(_, rest)| rest))
}

/// As [`chunks`], to be written.
#[inline(always)]
pub(crate) fn chunks_mut<const CHUNK: usize, V, const N: usize>(
    slices: [&mut [V]; N],
    count: usize,
) -> [(&mut [[V; CHUNK]], &mut [V]); N] {
    slices.map(|slice| slice.as_chunks_mut()).map(|(chunks, rest)| (&mut chunks[..count], rest))
}

/// What [`chunks_mut`] left.
#[inline(always)]
pub(crate) fn rest_mut<'s, const CHUNK: usize, V, const N: usize>(
    slices: [(&mut [[V; CHUNK]], &'s mut [V]); N],
) -> [&'s mut [V]; N] {
    slices.map(|(_, rest)| rest)
}

/// The numbers at a place of each slice.
#[inline(always)]
pub(crate) fn at<V: Copy + Default, const N: usize>(slices: &[impl AsRef<[V]>; N], place: usize) -> [V; N] {
    let mut numbers = [V::default(); N];
    for (number, slice) in numbers.iter_mut().zip(slices) {
        *number = slice.as_ref()[place];
    }
    numbers
}

/// A chunk of each.
#[inline(always)]
pub(crate) fn chunk<'s, const CHUNK: usize, V, const N: usize>(
    chunks: &[&'s [[V; CHUNK]]; N],
    number: usize,
) -> [&'s [V; CHUNK]; N] {
    chunks.map(|chunks| &chunks[number])
}

/// A row of each matrix.
#[inline(always)]
pub(crate) fn rows<'a, V: Number, const N: usize>(matrices: &[Dense<'a, V>; N], row: usize) -> [&'a [V]; N] {
    matrices.map(|matrix| matrix.row(row))
}

/// Rows of a matrix that follow each other.
#[inline(always)]
pub(crate) fn rows_from<'a, V: Number, const N: usize>(matrix: &Dense<'a, V>, first: usize) -> [&'a [V]; N] {
    array::from_fn(|k| matrix.row(first + k))
}

/// The length of the shortest.
#[inline(always)]
pub(crate) fn length<V, const N: usize>(slices: &[&[V]; N], length: usize) -> usize {
    slices.iter().fold(length, |length, slice| length.min(slice.len()))
}
