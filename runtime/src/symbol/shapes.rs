//! Shapes of operands and results.
use super::error::Place;

type Shape = Vec<usize>;

/// How the shapes of a call hang together.
#[derive(Clone, Debug)]
pub(super) enum Shapes {
    /// One shape for all.
    Same,
    Dot {
        transpose_a: bool,
        transpose_b: bool,
    },
    AddRow,
    Reduce {
        axis: Option<usize>,
    },
    SquareSum {
        keepdims: bool,
    },
    Retain,
    /// Columns beside each other.
    Concat,
    Embedding {
        rows: usize,
        columns: usize,
    },
    FullyConnected {
        hidden: usize,
    },
    /// A label for each prediction.
    Labels,
    /// A class for each row.
    Classes,
    /// A class, and a loss, for each row.
    Losses,
    Reshape(Shape),
}

/// Shapes that do not fit each other.
#[derive(Debug)]
pub(super) struct Wrong {
    pub place: Place,
    pub expected: String,
    pub found: Shape,
}

/// The shapes of a call, as far as they are known.
pub(super) struct Call<'a> {
    pub inputs: &'a mut [Option<Shape>],
    pub output: &'a mut Option<Shape>,
}

impl Call<'_> {
    fn slot(&mut self, place: Place) -> Option<&mut Option<Shape>> {
        match place {
            Place::Operand(number) => self.inputs.get_mut(number),
            Place::Result => Some(self.output),
        }
    }

    fn set(&mut self, place: Place, shape: &[usize]) -> Result<(), Wrong> {
        match self.slot(place) {
            Some(Some(found)) if found != shape => Err(Wrong { place, expected: format!("{shape:?}"), found: std::mem::take(found) }),
            Some(slot) => {
                *slot = Some(shape.to_vec());
                Ok(())
            }
            None => Ok(()),
        }
    }

    fn get(&self, operand: usize) -> Option<Shape> {
        self.inputs.get(operand).cloned().flatten()
    }

    fn matrix(&self, operand: usize) -> Result<Option<[usize; 2]>, Wrong> {
        let Some(shape) = self.get(operand) else { return Ok(None) };
        match *shape {
            [rows, columns] => Ok(Some([rows, columns])),
            _ => Err(Wrong { place: Place::Operand(operand), expected: "a matrix".to_owned(), found: shape }),
        }
    }
}

const fn turned(matrix: [usize; 2], transposed: bool) -> [usize; 2] {
    if transposed { [matrix[1], matrix[0]] } else { matrix }
}

impl Shapes {
    /// Finds what follows from what is known.
    pub fn infer(&self, call: &mut Call<'_>) -> Result<(), Wrong> {
        use Place::{Operand, Result as Out};
        match *self {
            Self::Same => {
                let known = call.inputs.iter().flatten().next().or(call.output.as_ref()).cloned();
                let Some(shape) = known else { return Ok(()) };
                (0..call.inputs.len()).try_for_each(|operand| call.set(Operand(operand), &shape))?;
                call.set(Out, &shape)
            }
            Self::Dot { transpose_a, transpose_b } => dot(call, transpose_a, transpose_b),
            Self::AddRow => {
                let (Some(shape), Some(row)) = (call.get(0), call.get(1)) else { return Ok(()) };
                let columns = call.matrix(0)?.map_or(0, |[_, columns]| columns);
                if row != [columns] && row != [1, columns] {
                    return Err(Wrong { place: Operand(1), expected: format!("[{columns}] or [1, {columns}]"), found: row });
                }
                call.set(Out, &shape)
            }
            Self::Reduce { axis: None } if call.get(0).is_some() => call.set(Out, &[1]),
            Self::Reduce { axis: None } => Ok(()),
            Self::Reduce { axis: Some(axis) } => {
                let Some([rows, columns]) = call.matrix(0)? else { return Ok(()) };
                call.set(Out, &[if axis == 0 { columns } else { rows }])
            }
            Self::SquareSum { keepdims } => {
                let Some([rows, _]) = call.matrix(0)? else { return Ok(()) };
                if keepdims { call.set(Out, &[rows, 1]) } else { call.set(Out, &[rows]) }
            }
            Self::Retain => call.get(0).map_or(Ok(()), |shape| call.set(Out, &shape)),
            Self::Concat => concat(call),
            Self::Embedding { rows, columns } => {
                call.set(Operand(1), &[rows, columns])?;
                let Some(mut shape) = call.get(0) else { return Ok(()) };
                shape.push(columns);
                call.set(Out, &shape)
            }
            Self::FullyConnected { hidden } => {
                call.set(Operand(2), &[hidden])?;
                let Some([rows, terms]) = call.matrix(0)? else { return Ok(()) };
                call.set(Operand(1), &[hidden, terms])?;
                call.set(Out, &[rows, hidden])
            }
            Self::Labels => labels(call),
            Self::Classes => {
                let Some([rows, columns]) = call.matrix(0)? else { return Ok(()) };
                call.set(Operand(1), &[rows])?;
                call.set(Out, &[rows, columns])
            }
            Self::Losses => {
                let Some([rows, _]) = call.matrix(0)? else { return Ok(()) };
                call.set(Operand(1), &[rows])?;
                call.set(Out, &[rows])
            }
            Self::Reshape(ref shape) => {
                let Some(found) = call.get(0) else { return Ok(()) };
                let count = |shape: &[usize]| shape.iter().try_fold(1_usize, |product, &length| product.checked_mul(length));
                if count(&found) != count(shape) {
                    return Err(Wrong { place: Operand(0), expected: format!("as many elements as {shape:?} has"), found });
                }
                call.set(Out, shape)
            }
        }
    }
}

/// As many rows, and all columns.
fn concat(call: &mut Call<'_>) -> Result<(), Wrong> {
    let (mut rows, mut width) = (None, 0_usize);
    for operand in 0..call.inputs.len() {
        let Some([found, columns]) = call.matrix(operand)? else { return Ok(()) };
        let expected = *rows.get_or_insert(found);
        if found != expected {
            let place = Place::Operand(operand);
            return Err(Wrong { place, expected: format!("{:?}", [expected, columns]), found: vec![found, columns] });
        }
        width = width.saturating_add(columns);
    }
    rows.map_or(Ok(()), |rows| call.set(Place::Result, &[rows, width]))
}

/// Terms that both have.
fn dot(call: &mut Call<'_>, transpose_a: bool, transpose_b: bool) -> Result<(), Wrong> {
    let (Some(a), Some(b)) = (call.matrix(0)?, call.matrix(1)?) else { return Ok(()) };
    let ([rows, terms], [inner, columns]) = (turned(a, transpose_a), turned(b, transpose_b));
    if terms != inner {
        let expected = turned([terms, columns], transpose_b);
        return Err(Wrong { place: Place::Operand(1), expected: format!("{expected:?}"), found: b.to_vec() });
    }
    call.set(Place::Result, &[rows, columns])
}

/// Labels have the shape of the predictions, and of a column of predictions may be a vector.
fn labels(call: &mut Call<'_>) -> Result<(), Wrong> {
    let Some(shape) = call.get(0) else { return Ok(()) };
    let vector = match *shape {
        [rows, 1] => Some(vec![rows]),
        _ => None,
    };
    match (call.get(1), vector) {
        (Some(found), Some(vector)) if found == vector => {}
        (None, Some(vector)) => call.set(Place::Operand(1), &vector)?,
        _ => call.set(Place::Operand(1), &shape)?,
    }
    call.set(Place::Result, &shape)
}
