//! Why a call is refused.
use lacuna::infer::Stype;
use lacuna_arrays::array::file::FileError;
use lacuna_arrays::array::{ArrayError, Dtype};
use lacuna_arrays::exchange::ExchangeError;
use thiserror::Error;

/// Why a call is refused; then store and outputs are as before.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum KvError {
    /// The store has no such key.
    #[error("key `{key}` is not in the store: init it first")]
    UnknownKey { key: String },
    /// A key can be initialised once.
    #[error("key `{key}` is in the store already")]
    DuplicateKey { key: String },
    /// The keys of a store are all numbers, or all texts.
    #[error("key `{key}`: the keys of the store are {expected}")]
    KeyKind { key: String, expected: &'static str },
    /// A push or a pull of nothing.
    #[error("key `{key}`: no arrays are given")]
    NoArrays { key: String },
    /// The array of a worker has another shape than the parameter.
    #[error("key `{key}`, array {worker}: shape {found:?}, but the parameter has {expected:?}")]
    Shape { key: String, worker: usize, expected: Vec<usize>, found: Vec<usize> },
    /// The array of a worker has another dtype than the parameter.
    #[error("key `{key}`, array {worker}: dtype {found}, but the parameter has {expected}")]
    Dtype { key: String, worker: usize, expected: Dtype, found: Dtype },
    /// The array of a worker has a storage type that the call does not take.
    #[error("key `{key}`, array {worker}: storage type {found}, but {call} needs {expected}")]
    Stype { key: String, worker: usize, call: &'static str, expected: &'static str, found: Stype },
    /// Rows are pulled of row_sparse parameters.
    #[error("key `{key}` is {found}: rows are pulled of a row_sparse parameter")]
    NotRowSparse { key: String, found: Stype },
    /// What is moved may have any dtype, what is computed may not.
    #[error("key `{key}`: sums and updates are of float32 and float64, not of {dtype}{}", hint(*dtype))]
    NoArithmetic { key: String, dtype: Dtype },
    /// There must be one list of row ids, or one for each output.
    #[error("key `{key}`: {lists} lists of row ids for {outs} outputs")]
    Lists { key: String, lists: usize, outs: usize },
    /// Row ids come as a dense array.
    #[error("key `{key}`: row ids are dense, not {found}")]
    IdStorage { key: String, found: Stype },
    /// There is no such row.
    #[error("key `{key}`, row id {place}: row {id} is out of range: there are {rows} rows")]
    RowId { key: String, place: usize, id: i64, rows: usize },
    /// A row id must be a whole number.
    #[error("key `{key}`, row id {place}: {found} is not a whole number")]
    RowNumber { key: String, place: usize, found: f64 },
    /// The updater of the caller gives up.
    #[error("key `{key}`: the updater fails: {source}")]
    Updater { key: String, source: Box<dyn std::error::Error + Send + Sync> },
    /// There are no states without an optimizer.
    #[error("there is no optimizer, so there are no states: set_optimizer comes first")]
    NoOptimizer,
    /// A file holds something that belongs to no key, or that the optimizer does not have.
    #[error("`{name}` in the file: {optimizer} has no such state")]
    State { name: String, optimizer: &'static str },
    /// A file must hold all states of a key and the number of its updates, or none of them.
    #[error("key `{key}` in the file: {found} of {expected} states, and {steps} updates")]
    States { key: String, expected: usize, found: usize, steps: u64 },
    /// A state stores what its parameter does.
    #[error("key `{key}` in the file, state {worker}: it stores other rows than its parameter")]
    StateRows { key: String, worker: usize },
    /// A number of updates.
    #[error("key `{key}` in the file: not a number of updates")]
    Steps { key: String },
    /// With an exchange, a push has a value for each slice that this rank has.
    #[error("key `{key}`: {found} values, but this rank has {expected} slices of a step")]
    Slices { key: String, expected: usize, found: usize },
    /// A pull asks for other rows than the pull before it has named.
    #[error("key `{key}`: other rows are pulled than were named a step before")]
    OtherRows { key: String },
    /// The slices of a step are a power of two, and no fewer than the ranks.
    #[error("{slices} slices for {ranks} {}: the slices are a power of two, and at least one for each rank", if *ranks == 1 { "rank" } else { "ranks" })]
    SliceCount { slices: usize, ranks: usize },
    /// An optimizer that looks at a whole parameter, of which each rank has a part.
    #[error("key `{key}`: {optimizer} looks at the whole parameter, of which each rank has some rows")]
    Sharded { key: String, optimizer: &'static str },
    /// Another rank does not go on, or not with the same calls.
    #[error(transparent)]
    Exchange(#[from] ExchangeError),
    /// The arrays do not fit the work.
    #[error(transparent)]
    Array(#[from] ArrayError),
    /// A file is not read or written.
    #[error(transparent)]
    File(#[from] FileError),
}

/// What helps.
const fn hint(dtype: Dtype) -> &'static str {
    if dtype.needs_master() { "; set_multi_precision gives the weight a master copy" } else { "" }
}
