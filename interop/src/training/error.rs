//! What is refused, with its numbers.

/// Why something is no operand of sparse training. Nothing is written then.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// Arrays break a rule of their format, or operands do not fit together.
    #[error(transparent)]
    Kernel(#[from] lacuna::Error),
    /// Bags whose `indptr` is none.
    #[error("indptr does not ascend from 0 to the {ids} ids")]
    Indptr {
        /// Ids of all bags.
        ids: usize,
    },
    /// Bags with another number of weights than ids.
    #[error("{ids} ids have {weights} weights")]
    Weights {
        /// Ids of all bags.
        ids: usize,
        /// Their weights.
        weights: usize,
    },
    /// An id of bags that are made from arrays.
    #[error("entry {entry}: id {id} is not less than the size of the vocabulary, {vocabulary}")]
    Id {
        /// Its place among all ids.
        entry: usize,
        /// The id.
        id: u32,
        /// Rows of a table for these bags.
        vocabulary: usize,
    },
    /// An id of a bag that is added.
    #[error("bag {bag}, entry {entry}: id {id} is not less than the size of the vocabulary, {vocabulary}")]
    IdOfBag {
        /// The bag.
        bag: usize,
        /// The id's place in it.
        entry: usize,
        /// The id.
        id: u32,
        /// Rows of a table for these bags.
        vocabulary: usize,
    },
    /// More ids than are counted.
    #[error("{0} ids in all are more than 32 bits count")]
    Ids(usize),
    /// A bag that is not there.
    #[error("bag {bag} is not one of the {bags} bags")]
    Bag {
        /// The bag.
        bag: usize,
        /// Number of bags.
        bags: usize,
    },
    /// Bags for another table.
    #[error("bags of a vocabulary of {vocabulary} for a table of {rows} rows")]
    Vocabulary {
        /// Rows of a table for these bags.
        vocabulary: usize,
        /// Rows of the table.
        rows: usize,
    },
    /// A number that is no place or count of a csr.
    #[error("{name}: number {place} is {number}, not one of 32 bits without a sign")]
    Number {
        /// The array.
        name: &'static str,
        /// The number's place in it.
        place: usize,
        /// The number.
        number: i64,
    },
    /// Values of another shape than a csr has entries.
    #[error("values have shape {dims:?}, not [{nnz}]")]
    Values {
        /// Their shape.
        dims: Vec<usize>,
        /// Number of entries.
        nnz: usize,
    },
    /// A dense operand that does not fit.
    #[error("{name} has shape {dims:?}: {rows} rows are needed, or a vector of {rows}")]
    Rows {
        /// The operand.
        name: &'static str,
        /// Its shape.
        dims: Vec<usize>,
        /// Rows that it should have.
        rows: usize,
    },
    /// Dense operands whose rows have no product.
    #[error("left has shape {left:?}, right {right:?}: their rows differ in length")]
    Lengths {
        /// Shape of the left operand.
        left: Vec<usize>,
        /// Shape of the right operand.
        right: Vec<usize>,
    },
    /// More values than there is memory for.
    #[error("a matrix of {rows} rows of {columns} values is more than there is memory for")]
    Memory {
        /// Rows of the matrix.
        rows: usize,
        /// Its columns.
        columns: usize,
    },
    /// A hyper-parameter that makes no update.
    #[error("{name} is {number}: not a number {range}")]
    Hyper {
        /// The hyper-parameter.
        name: &'static str,
        /// Its number.
        number: f64,
        /// The numbers that it can be.
        range: &'static str,
    },
    /// Another number of states than the rule has.
    #[error("{found} states, not {}: {names:?}", names.len())]
    States {
        /// Number of states.
        found: usize,
        /// Those of the rule.
        names: &'static [&'static str],
    },
    /// A gradient of another table.
    #[error("a gradient of shape {found:?} for a table of shape {table:?}")]
    Gradient {
        /// Rows of the gradient and their length.
        found: (usize, usize),
        /// Those of the table.
        table: (usize, usize),
    },
}

impl From<lacuna::FormatError> for Error {
    fn from(error: lacuna::FormatError) -> Self {
        Self::Kernel(error.into())
    }
}

impl From<lacuna::KernelError> for Error {
    fn from(error: lacuna::KernelError) -> Self {
        Self::Kernel(error.into())
    }
}
