//! What the shapes of operands and results say of each other: rules for graphs, whose shapes are known in part, and for
//! calls.
use super::Inputs;
use super::few::Few;
use crate::symbol::Place;
use std::mem::take;

type Shape = Vec<usize>;

/// A shape that does not fit the others.
#[derive(Debug)]
pub struct Misfit {
    pub place: Place,
    /// What is needed: in numbers, and in words.
    pub numbers: String,
    pub words: &'static str,
    pub found: Shape,
}

/// The shapes of a call.
#[derive(Debug)]
pub enum Shapes<'a> {
    /// As far as they are known; what follows is filled in.
    OfGraph { inputs: &'a mut [Option<Shape>], result: &'a mut Option<Shape> },
    /// Of arrays.
    OfArrays(Inputs<'a>),
}

impl Shapes<'_> {
    pub fn operands(&self) -> usize {
        match self {
            Self::OfGraph { inputs, .. } => inputs.len(),
            Self::OfArrays(inputs) => inputs.len(),
        }
    }

    pub fn get(&self, operand: usize) -> Option<&[usize]> {
        match self {
            Self::OfGraph { inputs, .. } => inputs.get(operand)?.as_deref(),
            Self::OfArrays(inputs) => Some(inputs.get(operand)?.shape()),
        }
    }

    /// An operand that is needed otherwise.
    pub fn misfit(&self, operand: usize, numbers: String, words: &'static str) -> Misfit {
        Misfit { place: Place::Operand(operand), numbers, words, found: self.get(operand).unwrap_or_default().to_vec() }
    }

    /// Rows and columns of an operand.
    pub fn matrix(&self, operand: usize, words: &'static str) -> Result<Option<[usize; 2]>, Misfit> {
        let Some(shape) = self.get(operand) else { return Ok(None) };
        shape.try_into().map(Some).map_err(|_| self.misfit(operand, "a matrix".to_owned(), words))
    }

    /// The lengths of an operand, which has not too many dimensions.
    pub fn few(&self, operand: usize) -> Result<Option<Few<usize>>, Misfit> {
        let Some(shape) = self.get(operand) else { return Ok(None) };
        let words = "one of 8 dimensions or fewer";
        Few::of(shape.iter().copied()).map(Some).ok_or_else(|| self.misfit(operand, words.to_owned(), words))
    }

    /// An operand has this shape.
    pub fn operand(&mut self, operand: usize, shape: &[usize], words: &'static str) -> Result<(), Misfit> {
        match self.get(operand) {
            Some(found) if found == shape => return Ok(()),
            Some(_) => return Err(self.misfit(operand, format!("{shape:?}"), words)),
            None => {}
        }
        if let Self::OfGraph { inputs, .. } = self
            && let Some(known) = inputs.get_mut(operand)
        {
            *known = Some(shape.to_vec());
        }
        Ok(())
    }

    /// In a graph an operand has this shape; calls take others of as many elements.
    pub fn inferred(&mut self, operand: usize, shape: &[usize]) -> Result<(), Misfit> {
        if let Self::OfArrays(_) = self { Ok(()) } else { self.operand(operand, shape, "") }
    }

    /// The result has this shape.
    pub fn result(&mut self, shape: &[usize]) -> Result<(), Misfit> {
        let Self::OfGraph { result, .. } = self else { return Ok(()) };
        match result {
            Some(found) if found != shape => {
                Err(Misfit { place: Place::Result, numbers: format!("{shape:?}"), words: "", found: take(found) })
            }
            _ => {
                **result = Some(shape.to_vec());
                Ok(())
            }
        }
    }

    /// One shape for all.
    pub fn same(&mut self) -> Result<(), Misfit> {
        let known = match self {
            Self::OfGraph { inputs, result } => inputs.iter().flatten().next().or(result.as_ref()).cloned(),
            Self::OfArrays(inputs) => {
                let mut shapes = inputs.iter().map(|array| array.shape());
                let first = shapes.next();
                let other = shapes.position(|shape| Some(shape) != first);
                let misfit = |other| self.misfit(other + 1, String::new(), "that of the first");
                return other.map_or(Ok(()), |other| Err(misfit(other)));
            }
        };
        let Some(shape) = known else { return Ok(()) };
        (0..self.operands()).try_for_each(|operand| self.operand(operand, &shape, "that of the first"))?;
        self.result(&shape)
    }

    /// A product of two matrices, each transposed or not: terms that both have.
    pub fn product(&mut self, [transpose_a, transpose_b]: [bool; 2]) -> Result<Option<[usize; 2]>, Misfit> {
        let (Some(a), Some(b)) = (self.matrix(0, "a matrix")?, self.matrix(1, "a matrix")?) else { return Ok(None) };
        let ([rows, terms], [inner, columns]) = (turned(a, transpose_a), turned(b, transpose_b));
        if terms != inner {
            let numbers = format!("{:?}", turned([terms, columns], transpose_b));
            return Err(self.misfit(1, numbers, "as many rows as the first has columns"));
        }
        self.result(&[rows, columns])?;
        Ok(Some([rows, columns]))
    }
}

const fn turned(matrix: [usize; 2], transposed: bool) -> [usize; 2] {
    if transposed { [matrix[1], matrix[0]] } else { matrix }
}
