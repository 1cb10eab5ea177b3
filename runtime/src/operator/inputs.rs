//! The operands of a call.
use super::{OperatorError, Stypes};
use crate::device::Device;
use lacuna_arrays::array::{Array, Element};

/// The operands of a call: arrays that stand anywhere, without a list of references to them.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a>(Parts<'a>);

#[derive(Clone, Copy, Debug)]
enum Parts<'a> {
    Given(&'a [&'a Array]),
    Places { places: &'a [Place], leaves: &'a [Array], results: &'a [Array] },
}

/// Where an array of a tape stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Leaf(usize),
    Result(usize),
}

impl<'a> From<&'a [&'a Array]> for Inputs<'a> {
    fn from(arrays: &'a [&'a Array]) -> Self {
        Self(Parts::Given(arrays))
    }
}

impl<'a> Inputs<'a> {
    pub(crate) const fn of(places: &'a [Place], leaves: &'a [Array], results: &'a [Array]) -> Self {
        Self(Parts::Places { places, leaves, results })
    }

    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        match self.0 {
            Parts::Given(arrays) => arrays.len(),
            Parts::Places { places, .. } => places.len(),
        }
    }

    /// True if there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The operand of this number.
    #[must_use]
    pub fn get(&self, number: usize) -> Option<&'a Array> {
        match self.0 {
            Parts::Given(arrays) => arrays.get(number).copied(),
            Parts::Places { places, leaves, results } => match *places.get(number)? {
                Place::Leaf(place) => leaves.get(place),
                Place::Result(place) => results.get(place),
            },
        }
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = &'a Array> + use<'a> {
        let inputs = *self;
        (0..self.len()).filter_map(move |number| inputs.get(number))
    }

    /// Exactly so many, one or more.
    ///
    /// # Errors
    /// [`OperatorError::Operands`].
    pub fn all<const N: usize>(&self, operator: &'static str) -> Result<[&'a Array; N], OperatorError> {
        let wrong = OperatorError::Operands { operator, expected: N, found: self.len() };
        let Some(first) = self.get(0).filter(|_| self.len() == N) else { return Err(wrong) };
        let mut arrays = [first; N];
        for (array, operand) in arrays.iter_mut().zip(self.iter()) {
            *array = operand;
        }
        Ok(arrays)
    }

    /// The device that all of them are on, unless it is the host.
    pub(crate) fn device(&self, operator: &'static str) -> Result<Option<Device>, OperatorError> {
        let Some(expected) = self.get(0).filter(|_| self.iter().any(|array| !array.is_on_host())).map(Array::context)
        else {
            return Ok(None);
        };
        match self.iter().map(Array::context).enumerate().find(|(_, found)| *found != expected) {
            Some((operand, found)) => Err(OperatorError::Contexts {
                operator,
                operand,
                expected: expected.to_string(),
                found: found.to_string(),
            }),
            None => Ok(Some(expected)),
        }
    }

    pub(crate) fn no_path(&self, operator: &'static str) -> OperatorError {
        OperatorError::NoPath { operator, stypes: Stypes(self.iter().map(Array::stype).collect()) }
    }
}

/// The values of an operand, which must be of this type.
pub(crate) fn values<'a, V: Element>(
    operator: &'static str,
    operand: usize,
    array: &'a Array,
) -> Result<&'a [V], OperatorError> {
    array.data().ok_or_else(|| OperatorError::Dtype { operator, operand, expected: V::DTYPE, found: array.dtype() })
}
