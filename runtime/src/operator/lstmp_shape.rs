//! How many numbers an LSTMP layer has of what.
use super::{Call, OperatorError};
use lacuna_arrays::array::Array;

/// Lengths of an LSTMP layer's arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LstmpShape {
    pub steps: usize,
    pub batch: usize,
    pub hidden: usize,
    pub projection: usize,
}

/// Which of the states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LstmpPart {
    /// `r`.
    Projected,
    /// `c`.
    Cell,
}

/// Parts of a layer's numbers, or of their gradients.
pub(super) struct Parts<S> {
    pub r: S,
    pub c: S,
    pub gates: S,
    pub h: S,
}

impl LstmpShape {
    fn lengths(self) -> [usize; 4] {
        let Self { steps, batch, hidden, projection } = self;
        [
            (steps + 1) * batch * projection,
            (steps + 1) * batch * hidden,
            steps * batch * 4 * hidden,
            steps * batch * hidden,
        ]
    }

    /// Numbers of the result.
    pub fn length(self) -> usize {
        self.lengths().iter().sum()
    }

    pub(super) fn parts<V>(self, all: &[V]) -> Option<Parts<&[V]>> {
        let [r, c, gates, _] = self.lengths();
        let (r, rest) = all.split_at_checked(r)?;
        let (c, rest) = rest.split_at_checked(c)?;
        let (gates, h) = rest.split_at_checked(gates)?;
        Some(Parts { r, c, gates, h })
    }

    pub(super) fn parts_mut<V>(self, all: &mut [V]) -> Option<Parts<&mut [V]>> {
        let [r, c, gates, _] = self.lengths();
        let (r, rest) = all.split_at_mut_checked(r)?;
        let (c, rest) = rest.split_at_mut_checked(c)?;
        let (gates, h) = rest.split_at_mut_checked(gates)?;
        Some(Parts { r, c, gates, h })
    }

    /// From the shapes of the weights and of the first states, and the length of all.
    pub fn of_output(call: &Call<'_>, [all, h2h, h2r, r]: [&Array; 4]) -> Result<Self, OperatorError> {
        let (&[batch, _], &[projection, hidden]) = (r.shape(), h2r.shape()) else {
            return Err(call.wrong_shape(2, "a matrix", h2r));
        };
        if h2h.shape() != [4 * hidden, projection] {
            return Err(call.wrong_shape(1, "four rows for each column of the third", h2h));
        }
        let mut shape = Self { steps: 0, batch, hidden, projection };
        shape.steps = all.size().saturating_sub(shape.length()) / (batch * (projection + 6 * hidden)).max(1);
        if shape.steps == 0 || all.size() != shape.length() {
            return Err(call.wrong_shape(0, "the result of Lstmp", all));
        }
        Ok(shape)
    }

    pub fn of_operands(call: &Call<'_>, [z, h2h, bias, h2r, r, c]: [&Array; 6]) -> Result<Self, OperatorError> {
        let (projection, hidden) = match *h2r.shape() {
            [projection, hidden] if hidden > 0 => (projection, hidden),
            _ => return Err(call.wrong_shape(3, "a matrix with a column", h2r)),
        };
        let batch = match *r.shape() {
            [batch, columns] if columns == projection && batch > 0 => batch,
            _ => return Err(call.wrong_shape(4, "a column for each row of operand 3, and a row,", r)),
        };
        if c.shape() != [batch, hidden] {
            return Err(call.wrong_shape(5, "a row for each of operand 4, and a column for each of operand 3,", c));
        }
        if h2h.shape() != [4 * hidden, projection] {
            return Err(call.wrong_shape(
                1,
                "four rows for each column of operand 3, and a column for each of its rows,",
                h2h,
            ));
        }
        if bias.shape() != [4 * hidden] {
            return Err(call.wrong_shape(2, "four elements for each column of operand 3", bias));
        }
        match *z.shape() {
            [rows, columns] if columns == 4 * hidden && rows > 0 && rows % batch == 0 => {
                Ok(Self { steps: rows / batch, batch, hidden, projection })
            }
            _ => Err(call.wrong_shape(
                0,
                "four columns for each of operand 3, and a multiple of the rows of operand 4,",
                z,
            )),
        }
    }
}
