//! How much a call has to do, before it does it: whether threads are worth it.
use lacuna::call::{AnyOperand, Array, ElementType};
use lacuna::optim::Update;

/// What operands say of the work.
#[derive(Default)]
struct Extent {
    /// Entries of a csr that is written.
    sampled: usize,
    /// Numbers of the longest list of ids.
    ids: usize,
    /// Entries of a csr or of a plan that is read.
    entries: usize,
    /// Elements of the rows of a gradient.
    stored: usize,
    /// The longest row of a matrix that is read.
    width: usize,
    /// Elements of the largest array, and of the largest matrix that is written.
    largest: usize,
    written: usize,
    /// An optimizer goes to the stored rows of its gradient alone.
    is_lazy: bool,
    /// Each part goes through all entries.
    is_scattered: bool,
}

/// What an entry, or an element of an update, costs at least: its index or its states are read, too.
const ENTRY: usize = 4;
/// Columns from which on it pays that each part of a scattered product goes through all entries.
const SCATTERED: usize = 128;

impl Extent {
    fn add(&mut self, operand: &AnyOperand<'_>) {
        match operand {
            AnyOperand::Csr(csr) => self.entries = self.entries.max(csr.indices().len()),
            AnyOperand::CsrMut(csr) => self.sampled = csr.indices().len(),
            AnyOperand::SegmentPlan(plan) => self.entries = self.entries.max(plan.entries().len()),
            AnyOperand::SellPlan(plan) => self.entries = self.entries.max(plan.entries().len()),
            AnyOperand::Dense(dense) => self.add_rows(dense.columns(), dense.data().len()),
            AnyOperand::RowSparse(rows) => {
                self.stored = rows.data().len();
                self.add_rows(rows.row_length(), rows.data().len());
            }
            AnyOperand::DenseMut(dense) => self.written = self.written.max(dense.data().len()),
            AnyOperand::RowSparseMut(rows) => self.written = self.written.max(rows.data().len()),
            AnyOperand::Row(array) | AnyOperand::Column(array) | AnyOperand::Array(array) => self.add_array(array),
            AnyOperand::BlockEnds(_) => self.is_scattered = true,
            AnyOperand::Rule(rule) => self.is_lazy = rule.common().update == Update::Lazy,
            _ => {}
        }
    }

    fn add_rows(&mut self, width: usize, elements: usize) {
        self.width = self.width.max(width);
        self.largest = self.largest.max(elements);
    }

    fn add_array(&mut self, array: &Array<'_>) {
        if matches!(array.element(), ElementType::I32 | ElementType::I64 | ElementType::U32) {
            self.ids = self.ids.max(array.len());
        }
        self.largest = self.largest.max(array.len());
    }
}

/// About how much a call has to do, in elements of a product: entries of a csr or of a plan, or ids, times the columns of
/// the widest matrix that is read; otherwise the elements of the largest array. It is 0 of a scattered product with few
/// columns, which threads do not make faster.
pub(super) fn work(operands: &[AnyOperand<'_>]) -> usize {
    let mut extent = Extent::default();
    operands.iter().for_each(|operand| extent.add(operand));
    let Extent { sampled, ids, entries, stored, width, largest, written, is_lazy, is_scattered } = extent;
    if is_scattered && width < SCATTERED {
        return 0;
    }
    match [sampled, ids, entries].into_iter().find(|&count| count > 0) {
        Some(count) => count.saturating_mul(width.max(ENTRY)).max(written),
        None if is_lazy => stored.saturating_mul(ENTRY),
        None => largest.max(written),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lacuna::call::Erase;
    use lacuna::dot::BlockEnds;
    use lacuna::optim::SgdMomentum;
    use lacuna::{Csr, CsrMut, Dense, DenseMut, RowSparse, RowsMut};

    fn dense(numbers: &[f32], rows: usize, columns: usize) -> Dense<'_, f32> {
        Dense::new(rows, columns, numbers).unwrap()
    }

    fn dense_mut(numbers: &mut [f32], rows: usize, columns: usize) -> DenseMut<'_, f32> {
        DenseMut::new(rows, columns, numbers).unwrap()
    }

    #[test]
    fn a_product_counts_entries_times_columns() {
        let a = Csr::new(2, 3, &[0, 2, 3], &[0, 2, 1], &[1.0_f32; 3]).unwrap();
        let (b, mut out) = ([0.0_f32; 18], [0.0_f32; 12]);
        let mut product = |n: usize| work(&[a.erase(), dense(&b, 3, n).erase(), dense_mut(&mut out, 2, n).erase()]);
        assert_eq!((product(1), product(4), product(6)), (12, 12, 18));
        // At the places of a csr.
        let (mut indices, mut values, rows) = ([0, 1, 1], [0.0_f32; 3], [0.0_f32; 10]);
        let sampled = CsrMut::new(2, 2, &[0, 2, 3], &mut indices, &mut values).unwrap();
        assert_eq!(work(&[dense(&rows, 2, 5).erase(), dense(&rows, 2, 5).erase(), sampled.erase()]), 15);
    }

    #[test]
    fn a_lookup_counts_ids_and_not_the_table() {
        let (table, mut out) = ([0.0_f32; 800], [0.0_f32; 24]);
        let ids: &[i64] = &[7, 0, 7];
        assert_eq!(work(&[ids.erase(), dense(&table, 100, 8).erase(), dense_mut(&mut out, 3, 8).erase()]), 24);
    }

    #[test]
    fn a_cast_counts_what_it_writes() {
        let a = Csr::new(2, 30, &[0, 2, 3], &[0, 2, 1], &[1.0_f32; 3]).unwrap();
        assert_eq!(work(&[a.erase(), dense_mut(&mut [0.0; 60], 2, 30).erase()]), 60);
    }

    #[test]
    fn a_scattered_product_is_worth_threads_if_it_is_wide() {
        let a = Csr::new(2, 1, &[0, 1, 1], &[0], &[1.0_f32]).unwrap();
        let (b, mut out) = ([0.0_f32; 256], [0.0_f32; 128]);
        for (n, expected) in [(1, 0), (127, 0), (128, 128)] {
            let ends = BlockEnds::<i32>::default();
            let out = dense_mut(&mut out, 1, n);
            assert_eq!(work(&[a.erase(), ends.erase(), dense(&b, 2, n).erase(), out.erase()]), expected);
        }
    }

    #[test]
    fn a_lazy_update_counts_the_rows_of_its_gradient_and_a_standard_one_all() {
        for (update, expected) in [(Update::Lazy, 24), (Update::Standard, 30)] {
            let rule = SgdMomentum { update, ..SgdMomentum::new(0.5, 0.9) };
            let gradient = RowSparse::new(10, 3, &[1, 7], &[1.0_f32; 6]).unwrap();
            let mut arrays = [[0.0_f32; 30]; 2];
            let [weight, momentum] = arrays.each_mut().map(|array| RowsMut::<f32, i32>::from(dense_mut(array, 10, 3)));
            assert_eq!(work(&[rule.erase(), gradient.erase(), weight.erase(), momentum.erase()]), expected);
        }
    }

    #[test]
    fn other_calls_count_the_largest_array() {
        let (input, mut out) = ([0.0_f32; 9], [0.0_f32; 9]);
        assert_eq!(work(&[input.as_slice().erase(), out.as_mut_slice().erase()]), 9);
        assert_eq!(work(&[]), 0);
    }
}
