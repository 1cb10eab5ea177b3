//! The problem of the MXNet tutorial "Train a linear regression model with sparse symbols": csr data of a given
//! density, labels `x . [1, 2, ..., F]`.
use super::error::TrainError;
use super::random::{Random, Stream};
use super::scalar::TrainValue;
use lacuna::{Csr, Dense, DenseMut, Index, dot};
use lacuna_runtime::libsvm::{CsrBatch, LibsvmIndex};
use std::collections::HashSet;

/// The size of a generated problem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProblemSize {
    /// Examples.
    pub rows: usize,
    /// Features.
    pub features: usize,
    /// Share of the positions that are stored, 0 to 1.
    pub density: f64,
}

impl ProblemSize {
    /// Stored entries: `round(density * rows * features)`, half to even, as in `scipy.sparse.rand`.
    fn entries(&self) -> Option<(u64, u64)> {
        let positions = u64::try_from(self.rows.checked_mul(self.features)?).ok()?;
        let entries = (self.density * positions as f64).round_ties_even() as u64;
        Some((positions, entries.min(positions)))
    }

    /// About the most memory that [`tutorial_problem`] takes: the arrays, the true weights, and the chosen positions in
    /// a set and sorted. `None` if there are more positions than can be counted.
    pub fn bytes<V: TrainValue, I: Index>(&self) -> Option<u128> {
        const POSITIONS: u128 = 32;
        let (value, index) = (size_of::<V>() as u128, size_of::<I>() as u128);
        let (_, entries) = self.entries()?;
        Some(
            u128::from(entries) * (POSITIONS + value + index)
                + self.rows as u128 * (value + index)
                + self.features as u128 * value,
        )
    }
}

/// The whole problem as one batch: distinct positions chosen evenly among all, values uniform on [0, 1).
///
/// # Errors
/// [`TrainError::Problem`] if it cannot be counted.
pub fn tutorial_problem<V: TrainValue, I: Index + LibsvmIndex>(
    seed: u64,
    size: ProblemSize,
) -> Result<CsrBatch<V, I>, TrainError> {
    let ProblemSize { rows, features, density } = size;
    let fits = |n: u64| usize::try_from(n).is_ok_and(|n| n <= <I as Index>::MAX);
    let (positions, entries) = size
        .entries()
        .filter(|&(_, entries)| fits(entries) && features <= <I as Index>::MAX)
        .ok_or(TrainError::Problem { rows, features, density })?;
    let mut random = Random::new(seed, Stream::Data);
    let chosen = distinct_positions(&mut random, positions, entries);

    let columns = features as u64;
    let mut indptr = Vec::with_capacity(rows + 1);
    let mut indices = Vec::with_capacity(chosen.len());
    let mut values = Vec::with_capacity(chosen.len());
    indptr.push(I::from_usize(0));
    for position in chosen {
        while (indptr.len() as u64) <= position / columns {
            indptr.push(I::from_usize(indices.len()));
        }
        indices.push(I::from_usize((position % columns) as usize));
        values.push(V::from_f64(random.uniform()));
    }
    indptr.resize(rows + 1, I::from_usize(indices.len()));

    let target: Vec<V> = (1..=features).map(|weight| V::from_f64(weight as f64)).collect();
    let mut labels = vec![V::ZERO; rows];
    let data = Csr::new(rows, features, &indptr, &indices, &values)?;
    multiply(data, &target, &mut labels)?;
    Ok(CsrBatch { labels, weights: Vec::new(), indptr, indices, values, features })
}

fn multiply<V: TrainValue, I: Index>(data: Csr<'_, V, I>, target: &[V], labels: &mut [V]) -> Result<(), lacuna::Error> {
    let out = DenseMut::new(data.rows(), 1, labels)?;
    Ok(dot::csr_dense(data, Dense::new(data.columns(), 1, target)?, out)?)
}

/// `count` distinct numbers below `bound` in ascending order, each choice of numbers as likely as every other (Floyd's
/// method).
fn distinct_positions(random: &mut Random, bound: u64, count: u64) -> Vec<u64> {
    let mut chosen = HashSet::with_capacity(count as usize);
    for last in bound - count..bound {
        let position = random.below(last + 1);
        if !chosen.insert(position) {
            chosen.insert(last);
        }
    }
    let mut chosen: Vec<u64> = chosen.into_iter().collect();
    chosen.sort_unstable();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    const TUTORIAL: ProblemSize = ProblemSize { rows: 1000, features: 100, density: 0.01 };

    #[test]
    fn tutorial_has_exactly_its_density() {
        let problem = tutorial_problem::<f32, i32>(0, TUTORIAL).unwrap();
        assert_eq!((problem.rows(), problem.features, problem.values.len()), (1000, 100, 1000));
        let data = Csr::new(1000, 100, &problem.indptr, &problem.indices, &problem.values).unwrap();
        for row in 0..1000 {
            let (columns, values) = data.row(row);
            let expected: f64 = columns.iter().zip(values).map(|(&c, &v)| f64::from(c + 1) * f64::from(v)).sum();
            assert!((f64::from(problem.labels[row]) - expected).abs() <= 1e-5 * expected);
        }
        // Every feature occurs, as 10 of its entries are expected.
        assert!((0..100).all(|column| problem.indices.contains(&column)));
    }

    #[test]
    fn both_value_types_hold_the_same_data() {
        let single = tutorial_problem::<f32, i32>(5, TUTORIAL).unwrap();
        let double = tutorial_problem::<f64, i64>(5, TUTORIAL).unwrap();
        assert!(single.values.iter().map(|&v| f64::from(v)).eq(double.values.iter().copied()));
        assert!(single.indices.iter().map(|&i| i64::from(i)).eq(double.indices.iter().copied()));
        let other = tutorial_problem::<f32, i32>(6, TUTORIAL).unwrap();
        assert_ne!(single.indices, other.indices);
    }

    #[test]
    fn ends_of_the_range_of_densities() {
        for (density, entries) in [(0.0, 0), (1.0, 12), (0.5, 6), (0.04, 0), (0.9, 11)] {
            let size = ProblemSize { rows: 3, features: 4, density };
            let problem = tutorial_problem::<f64, u32>(1, size).unwrap();
            assert_eq!(problem.values.len(), entries, "density {density}");
            assert_eq!(problem.indptr.len(), 4);
        }
        let empty = ProblemSize { rows: 0, features: 0, density: 1.0 };
        assert_eq!(tutorial_problem::<f32, i32>(0, empty).unwrap().rows(), 0);
        let huge = ProblemSize { rows: usize::MAX, features: 2, density: 0.5 };
        assert!(tutorial_problem::<f32, i32>(0, huge).is_err());
    }
}
