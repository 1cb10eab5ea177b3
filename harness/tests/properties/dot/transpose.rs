//! The pattern of a transposed matrix, which is no kernel: its values are those of a permute.
use super::shapes;
use crate::cases::check;
use crate::referenced::Referenced;
use crate::verdict::{Verdict, told};
use lacuna::{Csr as View, Index, dot};
use lacuna_testing::{Csr, Profile, Random};
use quickcheck::{Arbitrary, Gen};

#[derive(Clone, Debug)]
struct Transposed(Csr<f64>);

impl Arbitrary for Transposed {
    fn arbitrary(g: &mut Gen) -> Self {
        let random = &mut Random::new(g);
        Self(shapes::draw_transposed(random, Profile::Whole, false).0)
    }

    fn shrink(&self) -> Box<dyn Iterator<Item = Self>> {
        Box::new(self.0.fewer().into_iter().map(Self).collect::<Vec<_>>().into_iter())
    }
}

fn verify<I: Index>(a: View<f64, I>, case: &Csr<f64>) -> Verdict {
    let stale = |length| vec![I::from_usize(99); length];
    let pattern = |rows: usize, nnz| (stale(rows + 1), stale(nnz), stale(nnz), vec![-7.25; nnz]);
    let (mut indptr, mut indices, mut entries, mut values) = pattern(a.columns(), a.nnz());
    let buffers = dot::TransposeBuffers { indptr: &mut indptr, indices: &mut indices, entries: &mut entries };
    let found = told(told(dot::transpose(a, buffers))?.csr(a.values(), &mut values))?;
    // Sorted and well-formed.
    told(View::new(found.rows(), found.columns(), found.indptr(), found.indices(), found.values()))?;
    let mut expected = case.referenced().entries;
    expected.sort_by_key(|&(row, column, _)| (column, row));
    let of_row = |row: usize| {
        found.row(row).0.iter().zip(found.row(row).1).map(move |(column, value)| (column.to_usize(), row, *value))
    };
    let entries: Vec<_> = (0..found.rows()).flat_map(of_row).collect();
    if (found.rows(), found.columns()) != (case.columns, case.rows) || entries != expected {
        return Err(format!("{}: {entries:?} instead of {expected:?}", I::NAME));
    }

    let (mut indptr, mut indices, mut entries, mut values) = pattern(found.columns(), found.nnz());
    let buffers = dot::TransposeBuffers { indptr: &mut indptr, indices: &mut indices, entries: &mut entries };
    let again = told(told(dot::transpose(found, buffers))?.csr(found.values(), &mut values))?;
    if again == a { Ok(()) } else { Err(format!("{}: transposed twice it is another", I::NAME)) }
}

#[test]
fn transposed_twice_it_is_the_same() {
    fn property(Transposed(case): Transposed) -> Verdict {
        verify(case.typed::<i32>().view(), &case)?;
        verify(case.typed::<i64>().view(), &case)?;
        verify(case.typed::<u32>().view(), &case)
    }
    check(property as fn(Transposed) -> Verdict);
}
