//! Bytes of a step's messages, as a store with cut tables sends them.
use crate::trace::Trace;
use std::collections::{HashMap, HashSet};

/// Rows of so many bytes, some of which every rank has.
#[derive(Debug)]
pub struct Table<'t> {
    pub trace: &'t Trace,
    pub row_bytes: usize,
    /// Rows that every rank has, ascending.
    pub hot: &'t [u32],
}

/// The messages of each rank to each other: `(to, bytes)`. Those that are not listed are empty.
pub type Messages = Vec<Vec<(usize, usize)>>;

/// The bytes of a number in groups of seven bits.
fn number(number: usize) -> usize {
    (usize::BITS - number.leading_zeros()).div_ceil(7).max(1) as usize
}

/// The bytes of ids that are each told by how far they are behind the one before.
fn ids(ids: impl Iterator<Item = usize>, start: usize) -> usize {
    let (mut bytes, mut next, mut count) = (0, start, 0);
    for id in ids {
        bytes += number(id - next);
        next = id + 1;
        count += 1;
    }
    bytes + number(count)
}

/// Where a rank's part of something cut begins.
const fn start(all: usize, rank: usize, ranks: usize) -> usize {
    (all as u128 * rank as u128 / ranks as u128) as usize
}

/// The rank that has this one.
const fn owner(one: usize, all: usize, ranks: usize) -> usize {
    // The last one that does not begin behind it.
    ((one + 1) * ranks).div_ceil(all) - 1
}

impl Table<'_> {
    /// Ids that are asked for, rows that answer, sums of gradients; and with hot rows, their sums to all ranks.
    pub fn step(&self, step: usize) -> Vec<Messages> {
        let touched = &self.trace.steps[step];
        let (rows, ranks) = (self.trace.rows, touched.len());
        let place: HashMap<u32, usize> = self.hot.iter().enumerate().map(|(place, &row)| (row, place)).collect();
        let (mut questions, mut answers, mut sums) = (vec![vec![]; ranks], vec![vec![]; ranks], vec![vec![]; ranks]);
        // Of hot rows that any rank touches.
        let mut all = vec![false; self.hot.len()];
        for (rank, touched) in touched.iter().enumerate() {
            let mut cold = Vec::with_capacity(touched.len());
            let mut hot = Vec::new();
            for &id in touched {
                match place.get(&id) {
                    Some(&place) => {
                        hot.push(place);
                        all[place] = true;
                    }
                    None => cold.push(id as usize),
                }
            }
            let mut sum: HashMap<usize, usize> = HashMap::new();
            for part in cold.chunk_by(|&left, &right| owner(left, rows, ranks) == owner(right, rows, ranks)) {
                let to = owner(part[0], rows, ranks);
                let asked = ids(part.iter().copied(), start(rows, to, ranks));
                let values = part.len() * self.row_bytes;
                if to != rank {
                    questions[rank].push((to, asked));
                    answers[to].push((rank, 1 + values));
                    *sum.entry(to).or_default() += 4 + asked + values;
                }
            }
            let count = self.hot.len();
            for part in hot.chunk_by(|&left, &right| owner(left, count, ranks) == owner(right, count, ranks)) {
                let to = owner(part[0], count, ranks);
                if to != rank {
                    let bytes = ids(part.iter().copied(), start(count, to, ranks)) + part.len() * self.row_bytes;
                    *sum.entry(to).or_default() += 4 + bytes;
                }
            }
            sums[rank] = sum.into_iter().collect();
        }
        let mut phases = vec![questions, answers, sums];
        if !self.hot.is_empty() {
            let own = |rank| {
                let (from, to) = (start(all.len(), rank, ranks), start(all.len(), rank + 1, ranks));
                let changed = (from..to).filter(|&place| all[place]);
                let count = changed.clone().count();
                2 + ids(changed, from) + count * self.row_bytes
            };
            let others = |rank| (0..ranks).filter(|&to| to != rank).map(|to| (to, own(rank))).collect();
            phases.push((0..ranks).map(others).collect());
        }
        phases
    }
}

impl Table<'_> {
    /// The same of ranks that tell a step before which rows they need, without hot rows: rows that the step before has
    /// touched with the ids of the next one, then sums with the rows of the next one that no rank touches now.
    pub fn step_ahead(&self, step: usize) -> Vec<Messages> {
        let steps = &self.trace.steps;
        let at = |step: usize| &steps[step % steps.len()];
        let union = |step: usize| at(step).iter().flatten().copied().collect::<HashSet<u32>>();
        let (before, now) = (union(step + steps.len() - 1), union(step));
        let (rows, ranks) = (self.trace.rows, at(step).len());
        let (mut pulls, mut pushes) = (vec![HashMap::new(); ranks], vec![HashMap::new(); ranks]);
        let each = |step: usize, rank: usize, count: &mut dyn FnMut(usize, &[u32])| {
            for part in at(step)[rank]
                .chunk_by(|&left, &right| owner(left as usize, rows, ranks) == owner(right as usize, rows, ranks))
            {
                let to = owner(part[0] as usize, rows, ranks);
                if to != rank {
                    count(to, part);
                }
            }
        };
        // A bit for each row that is asked for, and the lengths of both.
        let some = |part: &[u32], has: &dyn Fn(&u32) -> bool| {
            let count = part.iter().filter(|row| has(row)).count();
            let bits = part.len().div_ceil(8);
            number(bits) + bits + number(count * self.row_bytes) + count * self.row_bytes
        };
        let asked = |to: usize, part: &[u32]| ids(part.iter().map(|&row| row as usize), start(rows, to, ranks));
        for rank in 0..ranks {
            each(step, rank, &mut |to, part| {
                *pulls[to].entry(rank).or_insert(2) += some(part, &|row| before.contains(row));
                *pushes[rank].entry(to).or_insert(0) += 4 + asked(to, part) + part.len() * self.row_bytes;
            });
            each(step + 1, rank, &mut |to, part| {
                *pulls[rank].entry(to).or_insert(2) += asked(to, part);
                *pushes[to].entry(rank).or_insert(0) += some(part, &|row| !now.contains(row));
            });
        }
        [pulls, pushes].map(|phase| phase.into_iter().map(|sent| sent.into_iter().collect()).collect()).into()
    }
}

/// The rows that most ranks touch, in all steps together: so many, ascending.
pub fn hottest(trace: &Trace, count: usize) -> Vec<u32> {
    let mut touched: HashMap<u32, u32> = HashMap::new();
    for &id in trace.steps.iter().flatten().flatten() {
        *touched.entry(id).or_default() += 1;
    }
    let mut rows: Vec<(u32, u32)> = touched.into_iter().map(|(id, times)| (u32::MAX - times, id)).collect();
    rows.sort_unstable();
    let mut hot: Vec<u32> = rows.into_iter().take(count).map(|(_, id)| id).collect();
    hot.sort_unstable();
    hot
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_of_two_ranks() {
        // Rank 0 has rows 0 to 4, rank 1 rows 5 to 9.
        let trace = Trace { rows: 10, steps: vec![vec![vec![0, 5, 9], vec![1, 2, 7]]] };
        let table = Table { trace: &trace, row_bytes: 8, hot: &[] };
        // Rank 0 asks for 5 and 9: a count, 0 and 3. Rank 1 asks for 1 and 2: a count, 1 and 0.
        let asked = vec![vec![(1, 3)], vec![(0, 3)]];
        let answered = vec![vec![(1, 17)], vec![(0, 17)]];
        let summed = vec![vec![(1, 23)], vec![(0, 23)]];
        assert_eq!(table.step(0), [asked, answered, summed]);
        // Rows 5 and 7 are on both: nobody asks for them. Rank 0 sums up row 5, the first of two, rank 1 row 7.
        let table = Table { hot: &[5, 7], ..table };
        let phases = table.step(0);
        assert_eq!(phases[0], [vec![(1, 2)], vec![(0, 3)]]);
        assert_eq!(phases[1], [vec![(1, 17)], vec![(0, 9)]]);
        assert_eq!(phases[2], [vec![(1, 14)], vec![(0, 23)]]);
        assert_eq!(phases[3], [vec![(1, 12)], vec![(0, 12)]]);
        assert_eq!(hottest(&trace, 2), [0, 1]);
    }

    #[test]
    fn a_step_that_was_told_before() {
        // Rank 0 has rows 0 to 4, rank 1 rows 5 to 9. Row 7 is touched twice, so it is late.
        let steps = vec![vec![vec![5, 7], vec![1]], vec![vec![7, 9], vec![2]]];
        let table = Table { trace: &Trace { rows: 10, steps }, row_bytes: 8, hot: &[] };
        // Two flags. Ids of the next step: a count, and one for each. Rows: a byte of bits, its length, that of the rows.
        let pulls = vec![vec![(1, 2 + 3 + 3)], vec![(0, 2 + 2 + 3 + 8)]];
        let pushes = vec![vec![(1, 4 + 3 + 16 + 3 + 8)], vec![(0, 4 + 2 + 8 + 3 + 8)]];
        assert_eq!(table.step_ahead(1), [pulls, pushes]);
    }

    #[test]
    fn every_row_has_an_owner() {
        for (rows, ranks) in [(10, 3), (7, 7), (3, 8), (1000, 64)] {
            for row in 0..rows {
                let rank = owner(row, rows, ranks);
                assert!((start(rows, rank, ranks)..start(rows, rank + 1, ranks)).contains(&row), "{row} of {rows}");
            }
        }
    }
}
