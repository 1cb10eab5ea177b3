//! The bytes that must move at least, with operands and results in the memory of the device. The formulas are in
//! `benches/gpu/README.md`.
use super::inputs::ROW_LENGTH;
use lacuna::Csr;

pub(super) const VALUE: usize = size_of::<f32>();
pub(super) const INDEX: usize = size_of::<i32>();
pub(super) const ID: usize = size_of::<i64>();
/// A row of the weights.
pub(super) const ROW_BYTES: usize = ROW_LENGTH * VALUE;

/// What a call moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Traffic {
    /// Everything once.
    pub(super) least: usize,
    /// Products: a row of the dense operand once for each term.
    pub(super) without_cache: Option<usize>,
}

impl From<usize> for Traffic {
    fn from(least: usize) -> Self {
        Self { least, without_cache: None }
    }
}

/// What some rows of a csr touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) rows: usize,
    pub(super) entries: usize,
    /// Rows with an entry.
    pub(super) used_rows: usize,
    /// Columns with an entry.
    pub(super) used_columns: usize,
}

impl Counts {
    pub(super) fn of(a: Csr<'_, f32, i32>) -> Self {
        Self::of_rows(a, 0..a.rows())
    }

    pub(super) fn of_rows(a: Csr<'_, f32, i32>, rows: impl Iterator<Item = usize>) -> Self {
        let mut seen = vec![false; a.columns()];
        let mut counts = Self { rows: 0, entries: 0, used_rows: 0, used_columns: 0 };
        for row in rows {
            let (indices, _) = a.row(row);
            counts.rows += 1;
            counts.entries += indices.len();
            counts.used_rows += usize::from(!indices.is_empty());
            indices.iter().for_each(|&index| seen[index as usize] = true);
        }
        counts.used_columns = seen.into_iter().filter(|&seen| seen).count();
        counts
    }

    fn csr(&self) -> usize {
        (self.rows + 1) * INDEX + self.entries * (INDEX + VALUE)
    }

    /// The arrays of a plan: ids, bounds of segments, rows and entries.
    fn plan(&self) -> usize {
        (2 * self.used_columns + 1 + 2 * self.entries) * INDEX
    }

    /// `a b` for a dense operand of `n` columns.
    pub(super) fn product(&self, n: usize) -> Traffic {
        let others = self.csr() + self.rows * n * VALUE;
        Traffic {
            least: others + self.used_columns * n * VALUE,
            without_cache: Some(others + self.entries * n * VALUE),
        }
    }

    /// `a b` where `b` has ids, of which `used` are columns of entries; `terms` entries meet one.
    pub(super) fn product_of_stored(&self, n: usize, stored: usize, used: usize, terms: usize) -> Traffic {
        let others = self.csr() + stored * INDEX + self.rows * n * VALUE;
        Traffic { least: others + used * n * VALUE, without_cache: Some(others + terms * n * VALUE) }
    }

    /// A plan of all rows.
    pub(super) fn transpose_plan(&self) -> usize {
        (self.rows + 1 + self.entries) * INDEX + self.plan()
    }

    /// A plan of the rows that an operand stores.
    pub(super) fn transpose_plan_of_stored(&self) -> usize {
        (self.rows + 2 * self.rows + self.entries) * INDEX + self.plan()
    }

    /// `a^T b` by a plan, into `out` rows.
    pub(super) fn transposed(&self, n: usize, out: usize) -> Traffic {
        self.gathered(self.plan() + self.entries * VALUE, n, out)
    }

    /// `a^T b` by the arrays of the csr.
    pub(super) fn transposed_anew(&self, n: usize, out: usize) -> Traffic {
        self.gathered(self.csr(), n, out)
    }

    fn gathered(&self, structure: usize, n: usize, out: usize) -> Traffic {
        let others = structure + out * n * VALUE;
        Traffic { least: others + self.used_rows * n * VALUE, without_cache: Some(others + self.entries * n * VALUE) }
    }
}

/// A dense matrix and the csr of its `entries` stored elements, one read and the other written.
pub(super) fn dense_and_csr(rows: usize, columns: usize, entries: usize) -> usize {
    rows * columns * VALUE + (rows + 1) * INDEX + entries * (INDEX + VALUE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_must_move() {
        // Columns 0 and 2 of row 0, column 2 of row 2.
        let a = Csr::new(3, 3, &[0, 2, 2, 3], &[0, 2, 2], &[1.0, 2.0, 3.0]).unwrap();
        let counts = Counts::of(a);
        assert_eq!(counts, Counts { rows: 3, entries: 3, used_rows: 2, used_columns: 2 });
        // Pointers, entries, two rows of the operand or three, three rows of the result.
        assert_eq!(counts.product(5), Traffic { least: 16 + 24 + 40 + 60, without_cache: Some(16 + 24 + 60 + 60) });
        // Pointers and indices; ids, bounds, rows and entries.
        assert_eq!(counts.transpose_plan(), 16 + 12 + (8 + 12 + 12 + 12));
        assert_eq!(
            counts.transposed(5, 2),
            Traffic { least: 44 + 12 + 40 + 40, without_cache: Some(44 + 12 + 60 + 40) }
        );
        assert_eq!(counts.transposed_anew(5, 3).least, 16 + 24 + 40 + 60);
        assert_eq!(Counts::of_rows(a, [0].into_iter()), Counts { rows: 1, entries: 2, used_rows: 1, used_columns: 2 });
        assert_eq!(counts.product_of_stored(5, 1, 1, 2).without_cache, Some(16 + 24 + 4 + 40 + 60));
        assert_eq!(dense_and_csr(3, 3, 3), 36 + 16 + 24);
    }
}
