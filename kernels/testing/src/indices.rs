//! Numbers as indices of any type.
use lacuna::Index;

/// As indices of type `I`, cut off to its width.
pub fn cut<I: Index>(indices: &[i64]) -> Vec<I> {
    indices.iter().map(|&index| I::from_usize(index as usize)).collect()
}

/// As indices of type `I`; `None` if one does not fit it.
pub fn fitting<I: Index>(indices: &[i64]) -> Option<Vec<I>> {
    let cut: Vec<I> = cut(indices);
    cut.iter().zip(indices).all(|(cut, &index)| cut.to_i64() == index).then_some(cut)
}
