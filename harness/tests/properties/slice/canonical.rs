//! Sorted columns, each once: no kernel, as its values are those of a coalesce.
use crate::cases::check;
use crate::dot::shapes;
use crate::dot::transposed::stale;
use crate::referenced::Referenced;
use crate::verdict::{Verdict, told};
use lacuna::slice::{Canonical, CanonicalBuffers, canonical_coo, canonical_csr};
use lacuna::{Csr as View, Index, KernelError, order};
use lacuna_harness::reference;
use lacuna_testing::{Csr, Profile, Random};
use quickcheck::{Arbitrary, Gen};

/// Columns in any order, some of them repeated, and rows of triplets.
#[derive(Clone, Debug)]
struct Unordered {
    csr: Csr<f64>,
    rows: Vec<usize>,
}

impl Arbitrary for Unordered {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        let profile = Profile::finite(random);
        let csr: Csr<f64> = shapes::draw_transposed(random, profile, true).0.unordered(random);
        // By row, or in any order; sometimes all in few rows.
        let few = random.one_of(&[1, 2, usize::MAX]).min(csr.rows);
        let rows = (0..csr.indices.len()).map(|_| random.below(few)).collect();
        Self { csr, rows }
    }
}

/// Sums by the order law: a running sum for each block of 1024 terms, and those one after the other.
fn law(mut terms: Vec<((usize, usize), f64)>) -> Vec<((usize, usize), f64)> {
    terms.sort_by_key(|(place, _)| *place);
    let of_place = |terms: &[((usize, usize), f64)]| {
        let blocks = terms.chunks(order::BLOCK).map(|block| block.iter().fold(0.0, |sum, (_, value)| sum + value));
        (terms[0].0, blocks.reduce(|total, sum| total + sum).unwrap_or(0.0))
    };
    terms.chunk_by(|left, right| left.0 == right.0).map(of_place).collect()
}

fn verify<I: Index>(
    (rows, columns): (usize, usize),
    triplets: &[(usize, usize, f64)],
    values: &[f64],
    make: impl for<'p> FnOnce(CanonicalBuffers<'p, I>, &mut [I::Key]) -> Result<Canonical<'p, I>, KernelError>,
) -> Verdict {
    let terms = triplets.len();
    let (mut indptr, mut indices, mut memory) =
        (vec![I::from_usize(99); rows + 1], vec![I::from_usize(99); terms], stale(terms));
    let (plan, scratch) = memory.buffers();
    let found = told(make(CanonicalBuffers { indptr: &mut indptr, indices: &mut indices, plan }, scratch))?;
    let mut sums = vec![-7.25; found.indices().len()];
    let csr = told(found.csr(values, &mut sums))?;
    // Sorted and well-formed.
    told(View::new(csr.rows(), csr.columns(), csr.indptr(), csr.indices(), csr.values()))?;
    let of_row = |row: usize| {
        csr.row(row).0.iter().zip(csr.row(row).1).map(move |(column, value)| ((row, column.to_usize()), *value))
    };
    let entries: Vec<_> = (0..csr.rows()).flat_map(of_row).collect();
    let expected = law(triplets.iter().map(|&(row, column, value)| ((row, column), value)).collect());
    let bits = |entries: &[((usize, usize), f64)]| {
        entries.iter().map(|(place, value)| (*place, value.to_bits())).collect::<Vec<_>>()
    };
    if (csr.rows(), csr.columns()) != (rows, columns) || bits(&entries) != bits(&expected) {
        return Err(format!("{}: {entries:?} instead of {expected:?}", I::NAME));
    }
    let near = reference::canonical(&reference::Triplets { rows, columns, entries: triplets.to_vec() });
    let good = near.len() == entries.len()
        && near.iter().zip(&entries).all(|((place, sum), (found, value))| {
            place == found && (sum.value - value).abs() <= sum.bound(f64::EPSILON, f64::MIN_POSITIVE)
        });
    if good { Ok(()) } else { Err(format!("{}: {entries:?}, by the reference {near:?}", I::NAME)) }
}

fn of_type<I: Index>(Unordered { csr, rows }: &Unordered) -> Verdict {
    let (shape, typed) = ((csr.rows, csr.columns), csr.typed::<I>());
    let by_row: Vec<_> = csr.referenced().entries;
    verify::<I>(shape, &by_row, typed.view().values(), |buffers, scratch| {
        canonical_csr(typed.view(), buffers, scratch)
    })?;
    let triplets: Vec<_> = rows.iter().zip(&by_row).map(|(&row, &(_, column, value))| (row, column, value)).collect();
    let of_rows: Vec<I> = rows.iter().map(|&row| I::from_usize(row)).collect();
    verify::<I>(shape, &triplets, typed.view().values(), |buffers, scratch| {
        canonical_coo(shape, &of_rows, typed.view().indices(), buffers, scratch)
    })
}

#[test]
fn canonical_patterns_are_sorted_and_their_sums_follow_the_law() {
    fn property(case: Unordered) -> Verdict {
        of_type::<i64>(&case)?;
        if case.csr.columns <= i32::MAX as usize {
            of_type::<i32>(&case)?;
        }
        of_type::<u32>(&case)
    }
    check(property as fn(Unordered) -> Verdict);
}
