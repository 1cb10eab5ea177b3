//! What comes of running an operation.
use super::Inputs;
use crate::fixture::{Array, CaseIndex, Stored, Stype};
use lacuna::{Error, ErrorKind, FormatError, Index, KernelError};

/// The results, or why there are none.
pub type Outcome = Result<Vec<Array>, Stop>;

/// A call that gave an error.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The kind, as fixtures name it.
    pub kind: ErrorKind,
    /// The error's text.
    pub message: String,
    /// The output that was written nevertheless.
    pub wrote: Option<String>,
}

/// Why there are no results.
#[derive(Clone, Debug)]
pub enum Stop {
    /// The call gave an error.
    Refused(Refusal),
    /// The case makes no sense.
    Broken(String),
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Refused(Refusal { kind: error.kind(), message: error.to_string(), wrote: None })
    }
}

impl From<FormatError> for Stop {
    fn from(error: FormatError) -> Self {
        Error::from(error).into()
    }
}

impl From<KernelError> for Stop {
    fn from(error: KernelError) -> Self {
        Error::from(error).into()
    }
}

impl From<String> for Stop {
    fn from(sentence: String) -> Self {
        Self::Broken(sentence)
    }
}

/// Values that no kernel has written yet.
pub(super) fn unwritten<V: Stored>(length: usize) -> Vec<V> {
    vec![V::UNWRITTEN; length]
}

/// An output buffer after a call, and what it held before.
pub(super) struct Watched<'a, V> {
    pub(super) output: &'a str,
    pub(super) now: &'a [V],
    /// `None`: it was [`unwritten`].
    pub(super) before: Option<&'a [V]>,
}

impl<V: Stored> Watched<'_, V> {
    fn changed(&self) -> bool {
        let before = |i: usize| self.before.map_or(Some(V::UNWRITTEN), |before| before.get(i).copied());
        self.now.iter().enumerate().any(|(i, now)| before(i).map(V::to_bits) != Some(now.to_bits()))
    }
}

/// The result of a kernel; an error with the name of the first output that has changed nevertheless.
pub(super) fn settle<T, V: Stored>(result: Result<T, KernelError>, outputs: &[Watched<V>]) -> Result<T, Stop> {
    result.map_err(|error| {
        let wrote = outputs.iter().find(|watched| watched.changed()).map(|watched| watched.output.to_owned());
        Stop::Refused(Refusal { kind: error.kind(), message: error.to_string(), wrote })
    })
}

/// [`settle`] for a kernel with one new output.
pub(super) fn settle_new<T, V: Stored>(result: Result<T, KernelError>, now: &[V]) -> Result<T, Stop> {
    settle(result, &[Watched { output: "out", now, before: None }])
}

fn wide<I: Index>(indices: &[I]) -> Vec<i64> {
    indices.iter().map(|index| index.to_i64()).collect()
}

/// A dense result.
pub(super) fn dense<V: Stored>(name: &str, shape: Vec<usize>, values: Vec<V>) -> Array {
    Array {
        name: name.to_owned(),
        stype: Stype::Default,
        shape,
        indptr: Vec::new(),
        indices: Vec::new(),
        values: V::into_values(values),
    }
}

/// A row_sparse result.
pub(super) fn row_sparse<V: Stored, I: Index>(name: &str, shape: Vec<usize>, ids: &[I], data: Vec<V>) -> Array {
    Array { stype: Stype::RowSparse, indices: wide(ids), ..dense(name, shape, data) }
}

/// A csr result.
pub(super) fn csr<V: Stored, I: Index>(
    name: &str,
    shape: Vec<usize>,
    indptr: &[I],
    indices: &[I],
    values: Vec<V>,
) -> Array {
    Array { stype: Stype::Csr, indptr: wide(indptr), indices: wide(indices), ..dense(name, shape, values) }
}

/// A result with the shape and the pattern of an operand.
pub(super) fn like<V: Stored, I: CaseIndex>(
    name: &str,
    inputs: &Inputs<V, I>,
    place: usize,
    values: Vec<V>,
) -> Result<Array, Stop> {
    let operand = inputs.array(place)?;
    Ok(Array {
        name: name.to_owned(),
        stype: operand.stype,
        shape: operand.shape.clone(),
        indptr: operand.indptr.clone(),
        indices: operand.indices.clone(),
        values: V::into_values(values),
    })
}
