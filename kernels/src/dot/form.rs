//! Which form of a product serves best.
use crate::dispatch::{ColumnReads, column_reads};
use crate::{Csr, Index, Number};

/// The forms that a product of a csr, or of its transposed, with a dense matrix can take. All give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SpmmAlgorithm {
    /// [`csr_dense`](super::csr_dense()): nothing is prepared.
    Csr,
    /// [`sell_column`](super::sell_column()) with a [`sell_plan`](super::sell_plan()).
    Sell,
    /// [`csr_t_dense_scatter`](super::csr_t_dense_scatter()): above 1024 rows, with
    /// [`block_ends`](super::block_ends()).
    Scatter,
    /// [`csr_t_column`](super::csr_t_column()): nothing is prepared, for one product with one column.
    ScatterColumn,
    /// [`csr_dense`](super::csr_dense()) of the [`transpose`](super::transpose()), for two columns and more.
    Transposed,
    /// [`sell_column`](super::sell_column()) with a [`sell_plan_transposed`](super::sell_plan_transposed()).
    SellTransposed,
}

/// Products of one pattern, as far as they decide about the best form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Products {
    /// True if the csr is transposed.
    pub transpose: bool,
    /// Columns of the dense matrix.
    pub columns: usize,
    /// Products with one pattern and one set of values.
    pub count: usize,
    /// Threads of the caller.
    pub threads: usize,
}

/// Products after which a SELL plan, made and filled with values, has paid: of the csr, and of the transposed matrix,
/// which must be made first.
const SELL: (usize, usize) = (12, 32);
/// Products after which a transposed matrix, made and filled with values, has paid, with few columns and with many.
const TRANSPOSED: (usize, usize) = (32, 4);
/// Columns that are many.
const MANY: usize = 16;

impl SpmmAlgorithm {
    /// The form that takes the least time for all of `products` together, its preparation included: by the break-even
    /// points of one machine, so near them the choice costs little either way.
    ///
    /// ```
    /// use lacuna::dot::{SpmmAlgorithm, Products};
    /// let once = Products { transpose: true, columns: 1, count: 1, threads: 1 };
    /// assert_eq!(SpmmAlgorithm::of(once), SpmmAlgorithm::ScatterColumn);
    /// assert_eq!(SpmmAlgorithm::of(Products { count: 2, ..once }), SpmmAlgorithm::Scatter);
    /// assert_eq!(SpmmAlgorithm::of(Products { count: 100, ..once }), SpmmAlgorithm::SellTransposed);
    /// assert_eq!(SpmmAlgorithm::of(Products { count: 100, columns: 8, ..once }), SpmmAlgorithm::Transposed);
    /// ```
    #[must_use]
    pub const fn of(products: Products) -> Self {
        let Products { transpose, columns, count, threads } = products;
        if !transpose {
            return if columns == 1 && count >= SELL.0 { Self::Sell } else { Self::Csr };
        }
        // Each thread of a scatter goes through all rows.
        let threads = if threads > 1 { threads } else { 1 };
        let once = count <= 1;
        let count = count.saturating_mul(threads);
        if columns == 1 {
            return if count >= SELL.1 {
                Self::SellTransposed
            } else if once {
                Self::ScatterColumn
            } else {
                Self::Scatter
            };
        }
        if count >= if columns < MANY { TRANSPOSED.0 } else { TRANSPOSED.1 } { Self::Transposed } else { Self::Scatter }
    }

    /// As [`of`](Self::of), where the form suits the processor and the pattern, too: without fast
    /// [gathers](column_reads), a SELL plan is faster than its csr, or on one thread than a scatter, only if the matrix
    /// has a band. That is guessed from a few rows.
    ///
    /// ```
    /// use lacuna::Csr;
    /// use lacuna::dispatch::{ColumnReads, column_reads};
    /// use lacuna::dot::{Products, SpmmAlgorithm};
    /// let many = Products { transpose: false, columns: 1, count: 100, threads: 1 };
    /// let band = Csr::new(3, 4, &[0, 2, 4, 6], &[0, 1, 1, 2, 2, 3], &[1.0_f32; 6])?;
    /// assert_eq!(SpmmAlgorithm::of_matrix(&band, many), SpmmAlgorithm::Sell);
    ///
    /// let scattered = Csr::new(3, 4, &[0, 2, 4, 6], &[0, 3, 1, 2, 0, 1], &[1.0_f32; 6])?;
    /// let form = SpmmAlgorithm::of_matrix(&scattered, many);
    /// assert_eq!(form == SpmmAlgorithm::Sell, column_reads() == ColumnReads::Gathers);
    /// # Ok::<(), lacuna::FormatError>(())
    /// ```
    #[must_use]
    pub fn of_matrix<V: Number, I: Index>(a: &Csr<'_, V, I>, products: Products) -> Self {
        let form = Self::of(products);
        if !matches!(form, Self::Sell | Self::SellTransposed) || column_reads() == ColumnReads::Gathers || has_band(a) {
            return form;
        }
        match form {
            Self::Sell => Self::Csr,
            // A scatter of one column stays on one thread.
            _ if products.threads <= 1 => Self::Scatter,
            _ => form,
        }
    }
}

/// True if most rows have the columns of the row before plus one, as in a matrix with a band. A guess from a few rows.
fn has_band<V: Number, I: Index>(a: &Csr<'_, V, I>) -> bool {
    const SAMPLES: usize = 16;
    let follows = |&row: &usize| {
        let ((here, _), (next, _)) = (a.row(row), a.row(row + 1));
        here.len() == next.len()
            && here.iter().zip(next).all(|(here, next)| here.to_usize().wrapping_add(1) == next.to_usize())
    };
    let rows = (0..a.rows().saturating_sub(1)).step_by(a.rows() / SAMPLES + 1);
    2 * rows.clone().filter(follows).count() > rows.count()
}
