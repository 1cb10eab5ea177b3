//! Structure calls on several threads against the kernels.
#![allow(clippy::unwrap_used)]

use lacuna::{KernelError, RowSparse, rows};
use lacuna_runtime::Cpu;
use quickcheck::{Arbitrary, Gen, QuickCheck};

const THREADS: [usize; 5] = [1, 2, 3, 7, usize::MAX];

/// Inputs of a sum, the rows of them that are looked at, and the room for the answer.
#[derive(Clone, Debug)]
struct Sum {
    rows: usize,
    ids: Vec<Vec<i32>>,
    view: std::ops::Range<usize>,
    room: usize,
    cursors: usize,
    /// The input that has another shape.
    odd: Option<usize>,
}

impl Arbitrary for Sum {
    fn arbitrary(g: &mut Gen) -> Self {
        let below = |g: &mut Gen, bound: usize| usize::arbitrary(g) % bound;
        let rows = [0, 1, 5, 300][below(g, 4)];
        let inputs = [0, 1, 2, 2, 3, 5, 16, 17, 40][below(g, 9)];
        let ids = (0..inputs).map(|_| {
            let (share, start) = ([1, 2, 9, 200][below(g, 4)], below(g, rows + 1));
            (start..rows).filter(|_| below(g, share) == 0).map(|row| row as i32).collect()
        });
        let ids: Vec<Vec<i32>> = ids.collect();
        let (a, b) = (below(g, rows + 1), below(g, rows + 1));
        let view = if bool::arbitrary(g) { 0..rows } else { a.min(b)..a.max(b) };
        let stored = ids.iter().map(Vec::len).sum::<usize>();
        let room = if bool::arbitrary(g) { stored } else { below(g, stored + 2) };
        let cursors = if bool::arbitrary(g) { inputs } else { below(g, inputs + 2) };
        let odd = (below(g, 8) == 0 && inputs > 0).then(|| below(g, inputs));
        Self { rows, ids, view, room, cursors, odd }
    }
}

impl Sum {
    /// The answer, and the places that it may have written.
    fn answer(
        &self,
        call: impl Fn(&[RowSparse<f32, i32>], &mut [usize], &mut [i32]) -> Result<usize, KernelError>,
    ) -> (Result<usize, KernelError>, Vec<i32>) {
        let inputs = self.ids.iter().enumerate().map(|(k, ids)| {
            let rows = self.rows + usize::from(self.odd == Some(k));
            RowSparse::new(rows, 0, ids, &[])
                .unwrap()
                .row_range(self.view.start..self.view.end + rows - self.rows)
                .unwrap()
        });
        let (mut cursors, mut ids) = (vec![usize::MAX; self.cursors], vec![-1; self.room]);
        let found = call(&inputs.collect::<Vec<_>>(), &mut cursors, &mut ids);
        ids.truncate(found.unwrap_or(self.room));
        (found, ids)
    }
}

#[test]
fn unions_and_refusals_are_the_kernels() {
    fn same(sum: Sum) -> bool {
        let expected = sum.answer(rows::add_n_ids);
        THREADS.iter().all(|&threads| {
            sum.answer(|inputs, cursors, ids| Cpu { threads }.add_n_ids(inputs, cursors, ids)) == expected
        })
    }
    QuickCheck::new().tests(2000).quickcheck(same as fn(Sum) -> bool);
}

#[test]
fn broken_ids_end_without_a_panic() {
    fn ends(ids: Vec<Vec<i32>>, rows: usize) -> bool {
        let rows = rows % 50;
        let inputs: Vec<_> = ids.iter().map(|ids| RowSparse::<f32, i32>::trusted(rows, 0, ids, &[]).unwrap()).collect();
        let (stored, mut cursors) = (ids.iter().map(Vec::len).sum(), vec![0; ids.len()]);
        let mut union = vec![0; stored];
        THREADS.iter().all(|&threads| {
            Cpu { threads }.add_n_ids(&inputs, &mut cursors, &mut union).is_ok_and(|found| found <= stored)
        })
    }
    QuickCheck::new().rng(Gen::new(30)).tests(500).quickcheck(ends as fn(Vec<Vec<i32>>, usize) -> bool);
}
