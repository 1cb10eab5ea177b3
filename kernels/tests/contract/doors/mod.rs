//! The constructors of the views: every rule of the formats, each broken alone, with the exact error.
mod csr;
mod dense;
mod limits;
mod row_sparse;
mod segment_plan;

use crate::random::within;
use lacuna::Index;
use quickcheck::Gen;

/// As indices of type `I`; `None` if one does not fit it.
fn cast<I: Index>(indices: &[i64]) -> Option<Vec<I>> {
    let cut: Vec<I> = indices.iter().map(|&index| I::from_usize(index as usize)).collect();
    cut.iter().zip(indices).all(|(cut, &index)| cut.to_i64() == index).then_some(cut)
}

/// Some of the numbers below `bound`, ascending.
fn ascending(g: &mut Gen, bound: usize) -> Vec<i64> {
    let keep = within(g, 0..4);
    (0..bound as i64).filter(|_| within(g, 0..4) < keep).collect()
}

/// The values that break the order or the bounds when they stand at `entry` of `indices[first..]`, with the fault and the bound broken.
fn broken_indices(indices: &[i64], first: usize, entry: usize, bound: usize) -> Vec<(i64, lacuna::error::IndexFault, i64)> {
    use lacuna::error::IndexFault::{Negative, NotAscending, TooLarge};
    let bound = bound as i64;
    let mut broken =
        vec![(-1, Negative, 0), (i64::from(i32::MIN), Negative, 0), (bound, TooLarge, bound), (i64::from(i32::MAX), TooLarge, bound)];
    if entry > first {
        let before = indices[entry - 1];
        broken.push((before, NotAscending, before));
        broken.extend((before > 0).then_some((before - 1, NotAscending, before)));
    }
    broken
}
