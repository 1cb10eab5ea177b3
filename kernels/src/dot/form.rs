//! Which form of a product serves best.

/// The forms that a product of a csr, or of its transposed, with a dense matrix can take. All give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ProductForm {
    /// [`csr_dense`](super::csr_dense()): nothing is prepared.
    Csr,
    /// [`sliced_column`](super::sliced_column()) with a [`sliced_plan`](super::sliced_plan()).
    Sliced,
    /// [`csr_t_dense_scatter`](super::csr_t_dense_scatter()): above 1024 rows, with [`block_ends`](super::block_ends()).
    Scatter,
    /// [`csr_dense`](super::csr_dense()) of the [`transpose`](super::transpose()), for two columns and more.
    Transposed,
    /// [`sliced_column`](super::sliced_column()) with a [`sliced_plan_transposed`](super::sliced_plan_transposed()).
    SlicedTransposed,
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

/// Products after which a sliced plan, made and filled with values, has paid: of the csr, and of the transposed matrix, which must be made first.
const SLICED: (usize, usize) = (12, 32);
/// Products after which a transposed matrix, made and filled with values, has paid, with few columns and with many.
const TRANSPOSED: (usize, usize) = (32, 4);
/// Columns that are many.
const MANY: usize = 16;

impl ProductForm {
    /// The form that takes the least time for all of `products` together, its preparation included: by the break-even points of one machine, so near them the choice costs little either way.
    ///
    /// ```
    /// use lacuna::dot::{ProductForm, Products};
    /// let once = Products { transpose: true, columns: 1, count: 1, threads: 1 };
    /// assert_eq!(ProductForm::of(once), ProductForm::Scatter);
    /// assert_eq!(ProductForm::of(Products { count: 100, ..once }), ProductForm::SlicedTransposed);
    /// assert_eq!(ProductForm::of(Products { count: 100, columns: 8, ..once }), ProductForm::Transposed);
    /// ```
    #[must_use]
    pub const fn of(products: Products) -> Self {
        let Products { transpose, columns, count, threads } = products;
        if !transpose {
            return if columns == 1 && count >= SLICED.0 { Self::Sliced } else { Self::Csr };
        }
        // Each thread of a scatter goes through all rows.
        let threads = if threads > 1 { threads } else { 1 };
        let count = count.saturating_mul(threads);
        if columns == 1 {
            return if count >= SLICED.1 { Self::SlicedTransposed } else { Self::Scatter };
        }
        if count >= if columns < MANY { TRANSPOSED.0 } else { TRANSPOSED.1 } { Self::Transposed } else { Self::Scatter }
    }
}
