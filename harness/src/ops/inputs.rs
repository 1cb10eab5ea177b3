//! The operands of a case in one value and one index type.
use super::{AnyOperation, Stop};
use crate::fixture::{Array, Case, CaseIndex, Params, Stored, Stype, Values};
use lacuna::error::Operand;
use lacuna::{Csr, Dense, ErrorKind, FormatError, Index, RowSparse};

/// The operands, in order.
#[derive(Debug)]
pub struct Inputs<'c, V, I> {
    /// The parameters of the call.
    pub params: &'c Params,
    /// The operator.
    pub op: &'c str,
    arrays: Vec<Input<'c, V, I>>,
}

#[derive(Debug)]
struct Input<'c, V, I> {
    array: &'c Array,
    values: &'c [V],
    indptr: Vec<I>,
    /// Columns, ids of stored rows, or the ids that an operand of ids holds.
    indices: Vec<I>,
}

impl<'c, V: Stored, I: CaseIndex> Inputs<'c, V, I> {
    /// Converts the indices. `None` if an index or a dimension does not fit the
    /// index type: then the case says nothing about it.
    ///
    /// # Errors
    /// A sentence, if an operand has values of another type.
    pub fn new(case: &'c Case, operation: AnyOperation) -> Result<Option<Self>, String> {
        let mut arrays = Vec::with_capacity(case.inputs.len());
        for (place, array) in case.inputs.iter().enumerate() {
            let indexed_dimensions = match array.stype {
                Stype::Default => 0,
                Stype::RowSparse => 1,
                Stype::Csr => 2,
            };
            let fits =
                array.shape.iter().take(indexed_dimensions).all(|&dimension| dimension.saturating_sub(1) <= I::MAX);
            let (values, indices) = if operation.ids() == Some(place) {
                (&[][..], read_ids(array)?.iter().map(|&id| I::from_i64(id)).collect())
            } else if place >= operation.untyped() {
                (&[][..], convert(&array.indices))
            } else {
                let values = V::of(&array.values)
                    .ok_or_else(|| format!("input {} holds {}", array.name, array.values.name()))?;
                (values, convert(&array.indices))
            };
            let (true, Some(indptr), Some(indices)) = (fits, convert(&array.indptr), indices) else { return Ok(None) };
            arrays.push(Input { array, values, indptr, indices });
        }
        Ok(Some(Self { params: &case.params, op: &case.op, arrays }))
    }

    /// The same operands.
    pub(super) fn with_ids_of_64_bits(&self) -> Inputs<'c, V, i64> {
        let widened = |indices: &[I]| indices.iter().map(|index| i64::from_usize(index.to_usize())).collect();
        let of = |&Input { array, values, ref indptr, ref indices }: &Input<'c, V, I>| Input {
            array,
            values,
            indptr: widened(indptr),
            indices: widened(indices),
        };
        Inputs { params: self.params, op: self.op, arrays: self.arrays.iter().map(of).collect() }
    }

    /// The number of operands.
    pub fn len(&self) -> usize {
        self.arrays.len()
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.arrays.is_empty()
    }

    fn get(&self, place: usize) -> Result<&Input<'c, V, I>, Stop> {
        self.arrays.get(place).ok_or_else(|| Stop::Broken(format!("the call has no operand {place}")))
    }

    /// Storage type of an operand.
    pub(super) fn stype(&self, place: usize) -> Option<Stype> {
        self.arrays.get(place).map(|input| input.array.stype)
    }

    /// An operand as the case has it.
    pub(super) fn array(&self, place: usize) -> Result<&'c Array, Stop> {
        self.get(place).map(|input| input.array)
    }

    /// Name of an operand.
    pub(super) fn name(&self, place: usize) -> Result<&'c str, Stop> {
        self.get(place).map(|input| &*input.array.name)
    }

    /// Refuses an operand that breaks the rules of its format.
    pub(super) fn check(&self, place: usize) -> Result<(), Stop> {
        match self.stype(place) {
            Some(Stype::Csr) => self.csr(place).map(drop),
            Some(Stype::RowSparse) => self.row_sparse(place).map(drop),
            _ => Ok(()),
        }
    }

    /// Shape of an operand.
    pub(super) fn shape(&self, place: usize) -> Result<&'c [usize], Stop> {
        self.get(place).map(|input| &*input.array.shape)
    }

    /// Ids: of stored rows, or those that an operand of ids holds.
    pub(super) fn ids(&self, place: usize) -> Result<&[I], Stop> {
        self.get(place).map(|input| &*input.indices)
    }

    /// The stored values of an operand.
    pub(super) fn values(&self, place: usize) -> Result<&'c [V], Stop> {
        self.get(place).map(|input| input.values)
    }

    /// The stored values of every operand. Compiled once, and not for each function of each backend.
    pub(super) fn all_values(&self) -> Result<Vec<&'c [V]>, Stop> {
        (0..self.len()).map(|place| self.values(place)).collect()
    }

    /// A checked view.
    pub(super) fn csr(&self, place: usize) -> Result<Csr<'_, V, I>, Stop> {
        let Input { array, values, indptr, indices } = self.get(place)?;
        let &[rows, columns] = &array.shape[..] else {
            return Err(FormatError::CsrShape { array: Operand::Input, expected: 2, found: array.shape.len() }.into());
        };
        Ok(Csr::new(rows, columns, indptr, indices, values)?)
    }

    /// A checked view.
    pub(super) fn row_sparse(&self, place: usize) -> Result<RowSparse<'_, V, I>, Stop> {
        let Input { array, values, indices, .. } = self.get(place)?;
        Ok(RowSparse::with_shape(&array.shape, indices, values)?)
    }

    /// A view of which only the lengths are checked.
    pub(super) fn row_sparse_trusted(&self, place: usize) -> Result<RowSparse<'_, V, I>, Stop> {
        let Input { array, values, indices, .. } = self.get(place)?;
        Ok(RowSparse::trusted(array.rows(), array.row_length(), indices, values)?)
    }

    /// A view of csr of which only the lengths are checked.
    pub(super) fn csr_trusted(&self, place: usize) -> Result<Csr<'_, V, I>, Stop> {
        let Input { array, values, indptr, indices } = self.get(place)?;
        let &[rows, columns] = &array.shape[..] else {
            return Err(FormatError::CsrShape { array: Operand::Input, expected: 2, found: array.shape.len() }.into());
        };
        Ok(Csr::trusted(rows, columns, indptr, indices, values)?)
    }

    /// A view; an array of a higher rank is a matrix of long rows, one of rank 1 a matrix of one column.
    pub(super) fn dense(&self, place: usize) -> Result<Dense<'_, V>, Stop> {
        let Input { array, values, .. } = self.get(place)?;
        Ok(Dense::new(array.rows(), array.row_length(), values)?)
    }
}

fn convert<I: CaseIndex>(indices: &[i64]) -> Option<Vec<I>> {
    indices.iter().map(|&index| I::from_i64(index)).collect()
}

/// Ids are integers; in files of MXNet also integral floating point numbers.
fn read_ids(array: &Array) -> Result<Vec<i64>, String> {
    match &array.values {
        Values::I64(ids) => Ok(ids.clone()),
        values => (0..values.len())
            .map(|i| Some(values.get(i)).filter(|id| id.fract() == 0.0).map(|id| id as i64))
            .collect::<Option<_>>()
            .ok_or_else(|| format!("input {} holds {} that are no ids", array.name, values.name())),
    }
}

/// The refusal of operands of different value types, which the types of Rust make impossible to write.
pub(super) fn mixed_dtypes(message: String) -> Stop {
    Stop::Refused(super::Refusal { kind: ErrorKind::Dtype, message, wrote: None })
}
