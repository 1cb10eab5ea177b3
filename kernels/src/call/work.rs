//! How much a call has to do, before it does it.
use super::Call;
use super::element::{Array, ElementType};
use super::operand::AnyOperand;
use crate::optim::Update;

/// What operands say of the work.
#[derive(Default)]
struct Extent {
    /// Entries of a csr that is written.
    written: usize,
    /// Numbers of the longest list of ids.
    ids: usize,
    /// Entries of a csr or of a plan.
    entries: usize,
    /// Elements of the rows that a lazy update goes to.
    stored: usize,
    /// The longest row.
    width: usize,
    /// Elements of the largest array of values.
    largest: usize,
    /// An optimizer goes to the stored rows of its gradient alone.
    is_lazy: bool,
    /// Each part goes through all entries.
    is_scattered: bool,
}

/// What an entry costs at least, in elements: its index is read, too.
const ENTRY: usize = 4;
/// Elements of an array that are the work of one element of a product.
const LIGHT: usize = 2;
/// Columns from which on it pays that each part of a scattered product goes through all entries.
const SCATTERED: usize = 128;

impl Extent {
    fn add(&mut self, operand: &AnyOperand<'_>) {
        match operand {
            AnyOperand::Csr(csr) => self.entries = self.entries.max(csr.indices().len()),
            AnyOperand::CsrMut(csr) => self.written = csr.indices().len(),
            AnyOperand::SegmentPlan(plan) => self.entries = self.entries.max(plan.entries().len()),
            AnyOperand::SellPlan(plan) => self.entries = self.entries.max(plan.entries().len()),
            AnyOperand::Dense(dense) => self.add_rows(dense.columns(), dense.rows().saturating_mul(dense.columns())),
            AnyOperand::DenseMut(dense) => self.add_rows(dense.columns(), dense.rows().saturating_mul(dense.columns())),
            AnyOperand::RowSparse(rows) => {
                self.stored = rows.data().len();
                self.add_rows(rows.row_length(), rows.data().len());
            }
            AnyOperand::RowSparseMut(rows) => self.add_rows(rows.row_length(), rows.data().len()),
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

impl Call<'_, '_> {
    /// About how much there is to do, by the sizes of the operands, in elements of a product: entries of a csr or of a plan,
    /// or ids, times the columns of the widest matrix; otherwise half the elements of the largest array. It says whether
    /// threads are worth it, so it is 0 of a scattered product with few columns, which they do not make faster.
    ///
    /// ```
    /// use lacuna::call::{Call, ElementType, Erase, Operator};
    /// use lacuna::{Dense, DenseMut};
    /// let (table, mut out) = ([0.0_f32; 8000], [0.0; 24]);
    /// // Three rows of a large table.
    /// let ids: &[i64] = &[7, 0, 7];
    /// let operands = &mut [ids.erase(), Dense::new(1000, 8, &table)?.erase(), DenseMut::new(3, 8, &mut out)?.erase()];
    /// let call = Call { operator: Operator::lookup, value: ElementType::F32, index: ElementType::I64, operands };
    /// assert_eq!(call.work(), 24);
    /// # Ok::<(), lacuna::FormatError>(())
    /// ```
    #[must_use]
    pub fn work(&self) -> usize {
        let mut extent = Extent::default();
        self.operands.iter().for_each(|operand| extent.add(operand));
        let Extent { written, ids, entries, stored, width, largest, is_lazy, is_scattered } = extent;
        if is_scattered && width < SCATTERED {
            return 0;
        }
        match [written, ids, entries].into_iter().find(|&count| count > 0) {
            Some(count) => count.saturating_mul(width.max(ENTRY)),
            None if is_lazy => stored,
            None => largest / LIGHT,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::call::{Erase, Operator};
    use crate::dot::BlockEnds;
    use crate::optim::SgdMomentum;
    use crate::{Csr, CsrMut, Dense, DenseMut, RowSparse, RowsMut};

    fn work(operands: &mut [AnyOperand<'_>]) -> usize {
        Call { operator: Operator::csr_dense, value: ElementType::F32, index: ElementType::I32, operands }.work()
    }

    #[test]
    fn a_product_counts_entries_times_columns() {
        let a = Csr::new(2, 3, &[0, 2, 3], &[0, 2, 1], &[1.0_f32; 3]).unwrap();
        let (b, mut out) = ([0.0_f32; 18], [0.0_f32; 12]);
        let mut product =
            |n: usize| work(&mut [a.erase(), of(&b, 3, n).erase(), DenseMut::new(2, n, &mut out).unwrap().erase()]);
        assert_eq!((product(1), product(4), product(6)), (12, 12, 18));
        // At the places of a csr.
        let (mut indices, mut values, rows) = ([0, 1, 1], [0.0_f32; 3], [0.0_f32; 10]);
        let sampled = CsrMut::new(2, 2, &[0, 2, 3], &mut indices, &mut values).unwrap();
        assert_eq!(work(&mut [of(&rows, 2, 5).erase(), of(&rows, 2, 5).erase(), sampled.erase()]), 15);
    }

    fn of(numbers: &[f32], rows: usize, columns: usize) -> Dense<'_, f32> {
        Dense::new(rows, columns, numbers).unwrap()
    }

    #[test]
    fn a_scattered_product_is_worth_threads_if_it_is_wide() {
        let a = Csr::new(2, 1, &[0, 1, 1], &[0], &[1.0_f32]).unwrap();
        let (b, mut out) = ([0.0_f32; 256], [0.0_f32; 128]);
        for (n, expected) in [(1, 0), (127, 0), (128, 128)] {
            let ends = BlockEnds::<i32>::default();
            let out = DenseMut::new(1, n, &mut out).unwrap();
            assert_eq!(work(&mut [a.erase(), ends.erase(), of(&b, 2, n).erase(), out.erase()]), expected);
        }
    }

    #[test]
    fn a_lazy_update_counts_the_rows_of_its_gradient_and_a_standard_one_all() {
        for (update, expected) in [(Update::Lazy, 6), (Update::Standard, 15)] {
            let rule = SgdMomentum { update, ..SgdMomentum::new(0.5, 0.9) };
            let gradient = RowSparse::new(10, 3, &[1, 7], &[1.0_f32; 6]).unwrap();
            let mut arrays = [[0.0_f32; 30]; 2];
            let [weight, momentum] =
                arrays.each_mut().map(|array| RowsMut::<f32, i32>::from(DenseMut::new(10, 3, array).unwrap()));
            assert_eq!(work(&mut [rule.erase(), gradient.erase(), weight.erase(), momentum.erase()]), expected);
        }
    }

    #[test]
    fn other_calls_count_half_of_the_largest_array() {
        let (input, mut out) = ([0.0_f32; 9], [0.0_f32; 9]);
        assert_eq!(work(&mut [input.as_slice().erase(), out.as_mut_slice().erase()]), 4);
        assert_eq!(work(&mut []), 0);
    }
}
