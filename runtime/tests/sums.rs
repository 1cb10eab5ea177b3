//! The check of a sum in parts against that of the whole.
#![allow(clippy::unwrap_used)]

use lacuna::rows::{self, AddN, SumRows};
use lacuna::{Kernel, KernelError, RowSparse, RowSparseMut};
use lacuna_runtime::Cpu;
use quickcheck::{Arbitrary, Gen, QuickCheck};

const UNWRITTEN: f32 = -7.5;

/// Inputs of a sum, and the ids of its output: the union, except for what was changed.
#[derive(Clone, Debug)]
struct Sum {
    rows: usize,
    inputs: Vec<Vec<i32>>,
    ids: Vec<i32>,
    cursors: usize,
    /// The input that has another shape.
    odd: Option<usize>,
}

fn union(inputs: &[Vec<i32>]) -> Vec<i32> {
    let mut ids: Vec<_> = inputs.concat();
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// One id less, one more, or another, at the place of `row`.
fn broken(ids: &[i32], kind: usize, row: i32) -> Vec<i32> {
    let (before, others) = ids.split_at(ids.partition_point(|&id| id < row));
    let new = if kind == 0 { None } else { Some(row) };
    let dropped = kind != 1 || others.first() == Some(&row);
    before.iter().copied().chain(new).chain(others.iter().copied().skip(usize::from(dropped))).collect()
}

impl Arbitrary for Sum {
    /// Unions of some thousands, so that several threads check them.
    fn arbitrary(g: &mut Gen) -> Self {
        let below = |g: &mut Gen, bound: usize| usize::arbitrary(g) % bound;
        let rows = [0, 5000, 40_000][below(g, 3)];
        let inputs = (0..[0, 1, 2, 2, 3, 16, 17][below(g, 7)]).map(|_| {
            let (share, start) = ([1, 2, 9, 200][below(g, 4)], below(g, rows + 1));
            (start..rows).filter(|_| below(g, share) == 0).map(|row| row as i32).collect()
        });
        let inputs: Vec<Vec<i32>> = inputs.collect();
        let mut ids = union(&inputs);
        for _ in 0..[0, 1, 1, 3][below(g, 4)] {
            ids = broken(&ids, below(g, 3), below(g, rows.max(1)) as i32);
        }
        ids.retain(|&id| (id as usize) < rows);
        let cursors = if below(g, 4) > 0 { inputs.len() } else { below(g, inputs.len() + 2) };
        let odd = (below(g, 8) == 0 && !inputs.is_empty()).then(|| below(g, inputs.len()));
        Self { rows, inputs, ids, cursors, odd }
    }
}

impl Sum {
    fn call<T>(
        &self,
        call: impl Fn(&[RowSparse<f32, i32>], &mut [usize], RowSparseMut<f32, i32>) -> Result<T, KernelError>,
    ) -> (Result<T, KernelError>, Vec<u32>) {
        let data: Vec<Vec<f32>> =
            self.inputs.iter().map(|ids| ids.iter().map(|&id| 0.1 * id as f32).collect()).collect();
        let rows = |input| self.rows + usize::from(self.odd == Some(input));
        let arrays = self.inputs.iter().zip(&data).enumerate();
        let inputs: Vec<_> = arrays.map(|(k, (ids, data))| RowSparse::new(rows(k), 1, ids, data).unwrap()).collect();
        let (mut cursors, mut out) = (vec![0; self.cursors], vec![UNWRITTEN; self.ids.len()]);
        let result = call(&inputs, &mut cursors, RowSparseMut::new(self.rows, 1, &self.ids, &mut out).unwrap());
        (result, out.into_iter().map(f32::to_bits).collect())
    }
}

#[test]
fn sums_and_refusals_are_the_kernels() {
    fn same(sum: Sum) -> bool {
        let expected = sum.call(rows::add_n);
        assert!(expected.0.is_ok() || expected.1.iter().all(|&bits| bits == UNWRITTEN.to_bits()));
        [1, 2, 3, 7, usize::MAX]
            .iter()
            .all(|&threads| sum.call(|inputs, cursors, out| Cpu { threads }.add_n(inputs, cursors, out)) == expected)
    }
    QuickCheck::new().tests(200).quickcheck(same as fn(Sum) -> bool);
}

/// Every fault of a small union, at every cut of the check.
#[test]
fn first_refusal_of_all_ranges_is_that_of_the_whole() {
    let inputs = vec![vec![1, 4, 5], vec![0, 4, 8]];
    let (whole, mut refused) = (union(&inputs), 0);
    for many in [inputs.clone(), [inputs.clone(), vec![Vec::new(); 15]].concat()] {
        for (kind, row) in (0..3).flat_map(|kind| (0..10).map(move |row| (kind, row))) {
            let sum =
                Sum { rows: 10, ids: broken(&whole, kind, row), cursors: many.len(), inputs: many.clone(), odd: None };
            let (found, _) = sum.call(|inputs, cursors, out| {
                let sum = AddN { inputs, cursors, out, rows: SumRows::ALL };
                let (expected, length) = (sum.check(), sum.check_length());
                for (a, b) in (0..=length).flat_map(|b| (0..=b).map(move |a| (a, b))) {
                    let found = sum.check_range(0..a).and(sum.check_range(a..b)).and(sum.check_range(b..length));
                    assert_eq!(found, expected, "{kind} {row}: cut at {a} and {b}");
                }
                expected
            });
            refused += usize::from(found.is_err());
        }
    }
    assert!(refused > 20, "{refused}");
}
