//! Random patterns, by the words of the reference's own generator.
use crate::dot::transposed::numbers;
use crate::verdict::{Verdict, told};
use lacuna::Index;
use lacuna::random::Stream;
use lacuna_harness::backend::{Backend, Capi, Scalar};
use lacuna_harness::reference;
use lacuna_testing::Random;
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
struct Pattern {
    stream: Stream,
    shape: [usize; 2],
    density: f32,
    /// The row with which a second call begins.
    cut: usize,
}

impl Arbitrary for Pattern {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let stream = Stream::new(random.bits(), random.bits()).after(random.bits());
        let shape = [random.below(12), random.one_of(&[0, 1, 5, 64, 700])];
        let density = random.one_of(&[0.0, 1e-30, 0.003, 0.1, 0.5, 0.99, 1.0]);
        Self { stream, shape, density, cut: random.below(shape[0] + 1) }
    }
}

impl Pattern {
    fn expected(&self) -> [Vec<usize>; 2] {
        let Stream { seed, stream, first } = self.stream;
        let (mut indptr, mut indices) = (vec![0], vec![]);
        for row in 0..self.shape[0] {
            indices.extend(reference::stored_columns([seed, stream, first], row, self.shape[1], self.density.into()));
            indptr.push(indices.len());
        }
        [indptr, indices]
    }

    fn found<I: Index>(&self, backend: &dyn Backend, rows: std::ops::Range<usize>) -> Result<[Vec<usize>; 2], String> {
        let mut indptr = vec![I::from_usize(7); rows.len() + 1];
        let mut indices = vec![I::from_usize(7); rows.len() * self.shape[1]];
        let stream = self.stream.after(rows.start as u64);
        let nnz = told(backend.uniform_pattern(stream, self.shape[1], self.density, &mut indptr, &mut indices))?;
        Ok([numbers(&indptr), numbers(&indices[..nnz])])
    }

    fn verify<I: Index>(&self, backend: &dyn Backend) -> Verdict {
        let ([rows, columns], expected) = (self.shape, self.expected());
        let found = self.found::<I>(backend, 0..rows)?;
        if found != expected {
            return Err(format!("{expected:?} expected, found {found:?}"));
        }
        let [above, below] = [self.found::<I>(backend, 0..self.cut)?, self.found::<I>(backend, self.cut..rows)?];
        if [above[1].clone(), below[1].clone()].concat() != found[1] {
            return Err(format!("rows 0..{} and those behind: {above:?}, {below:?}", self.cut));
        }
        if rows > 0 {
            let mut ids = vec![I::from_usize(7); columns];
            let stored = told(backend.row_ids(self.stream, columns, self.density, &mut ids))?;
            if numbers(&ids[..stored]) != expected[1][..expected[0][1]] {
                return Err(format!("ids {ids:?} are not those of the first row"));
            }
        }
        let mut twice = vec![I::from_usize(7); found[1].len().saturating_sub(1)];
        let mut indptr = vec![I::from_usize(7); rows + 1];
        let short = backend.uniform_pattern(self.stream, columns, self.density, &mut indptr, &mut twice);
        if !found[1].is_empty() && short.is_ok() {
            return Err("room for one entry less is enough".to_owned());
        }
        Ok(())
    }
}

#[test]
fn uniform_pattern() {
    crate::cases::check(
        (|case: Pattern| case.verify::<i32>(&Scalar).and_then(|()| case.verify::<i64>(&Scalar))) as fn(_) -> Verdict,
    );
}

#[test]
fn uniform_pattern_in_c() {
    fn verify(case: Pattern) -> Verdict {
        case.verify::<u32>(&Capi::new())
    }
    crate::cases::check(verify as fn(_) -> Verdict);
}

/// As MXNet fills a dense array, element by element.
fn power_law(rows: usize, columns: usize, entries: usize) -> Option<Vec<usize>> {
    let mut counts = vec![1; rows];
    let mut left = entries as i64 - rows as i64;
    if entries < 2 * rows || columns == 0 && rows > 0 {
        return None;
    }
    for (row, count) in counts.iter_mut().enumerate() {
        let limit = columns.min(1 << (row + 1).min(20));
        for _ in 1..limit {
            if left > 0 {
                (*count, left) = (*count + 1, left - 1);
            }
        }
    }
    (left == 0).then_some(counts)
}

#[test]
fn power_law_pattern() {
    for rows in 0..9 {
        for columns in [0, 1, 2, 3, 16, 40] {
            for entries in 0..rows * columns + 3 {
                let (mut indptr, mut indices) = (vec![9_i32; rows + 1], vec![9; entries]);
                let result = (&Scalar as &dyn Backend).power_law_pattern(columns, &mut indptr, &mut indices);
                let Some(counts) = power_law(rows, columns, entries) else {
                    assert!(result.is_err(), "{rows} x {columns}, {entries}");
                    assert!(indptr.iter().chain(&indices).all(|&number| number == 9), "written before the refusal");
                    continue;
                };
                result.unwrap();
                assert!(indptr.windows(2).zip(&counts).all(|(ends, &count)| (ends[1] - ends[0]) as usize == count));
                assert!(counts.into_iter().flat_map(|count| 0..count as i32).eq(indices));
            }
        }
    }
}
