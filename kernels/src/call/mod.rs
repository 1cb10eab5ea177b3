//! Calls whose types are known only when they run.
//!
//! A Rust program that knows its types calls the function of a family, and compiles that alone. What learns them from a
//! file, from another language or from an array with a type tag makes a
//! [`Call`]: an [`Operator`], the types, and operands [without types](Erase::erase). With the feature `call` there is one table of all kernels for all types, which runs it:
//!
//! | to | |
//! |---|---|
//! | check, then run on this thread | `Call::run` |
//! | the same at a SIMD level | `Call::run_at` |
//! | on threads of the caller, with the feature `threads` | `Call::run_on` |
//!
//! Bits and errors are those of the function. Operands are views that have been checked before, so a call costs no
//! check of its own.
#![cfg_attr(feature = "call", doc = "```")]
#![cfg_attr(not(feature = "call"), doc = "```ignore")]
//! use lacuna::call::{Call, ElementType, Erase, Operator};
//! use lacuna::{Csr, Dense, DenseMut};
//! let a = Csr::new(2, 3, &[0, 2, 3], &[0, 2, 1], &[1.0_f32, 2.0, 3.0])?;
//! let b = Dense::new(3, 1, &[1.0_f32, 10.0, 100.0])?;
//! let mut out = [0.0_f32; 2];
//! let operands = &mut [a.erase(), b.erase(), DenseMut::new(2, 1, &mut out)?.erase()];
//! Call::new(Operator::csr_dense, ElementType::F32, ElementType::I32, operands).run()?;
//! assert_eq!(out, [201.0, 30.0]);
//! # Ok::<(), lacuna::Error>(())
//! ```
mod answer;
mod element;
mod operand;
mod operator;
#[cfg(feature = "threads")]
mod parts;
mod rule;
mod structure;
#[cfg(feature = "table")]
mod table;
mod threads;

pub use crate::dot::{AnyBlockEnds, AnySellPlan};
pub use crate::segments::{AnyPlanBuffers, AnySegmentPlan};
pub use crate::view::{AnyCsr, AnyCsrMut, AnyDense, AnyDenseMut, AnyRowSparse, AnyRowSparseMut};
pub use answer::Answer;
pub use element::{Array, ArrayMut, Element, ElementType, Scalar};
pub use operand::{AnyOperand, AnyRowSparseList, Erase};
pub(crate) use operand::{OfTypes, erased};
pub use operator::Operator;
#[cfg(feature = "threads")]
pub(crate) use parts::each_range;
#[cfg(feature = "threads")]
pub use parts::{each_part, in_parts};
pub use rule::AnyRule;
#[cfg(feature = "table")]
pub use table::{AvailableLevel, Pool, Single, single};
pub use threads::Threads;

/// An operator with its operands, of types that are known when it runs.
///
/// It takes its operands: afterwards, those that are written are empty.
#[derive(Debug)]
pub struct Call<'c, 'a> {
    /// Which kernel or structure call.
    pub operator: Operator,
    /// The type of the values. Of no meaning where the operator looks at none.
    pub value: ElementType,
    /// The type of the indices. Of no meaning where the operator looks at none.
    pub index: ElementType,
    /// The operands, in the order of the function's.
    pub operands: &'c mut [AnyOperand<'a>],
}

#[cfg(feature = "table")]
impl<'c, 'a> Call<'c, 'a> {
    /// A call.
    #[must_use]
    pub const fn new(
        operator: Operator,
        value: ElementType,
        index: ElementType,
        operands: &'c mut [AnyOperand<'a>],
    ) -> Self {
        Self { operator, value, index, operands }
    }

    /// The operands by their types.
    ///
    /// # Errors
    /// [`CallError`](crate::error::CallError) if there are more or fewer.
    pub fn operands<const N: usize>(&mut self) -> Result<[Taking<'_, 'a>; N], crate::error::CallError> {
        let found = self.operands.len();
        let operands: &mut [AnyOperand<'a>; N] =
            (&mut *self.operands).try_into().map_err(|_| crate::error::CallError::Count { expected: N, found })?;
        let mut place = 0;
        Ok(operands.each_mut().map(|operand| {
            place += 1;
            Taking { operand, place }
        }))
    }
}

/// An operand that is to be taken out of a call.
#[cfg(feature = "table")]
#[derive(Debug)]
pub struct Taking<'o, 'a> {
    operand: &'o mut AnyOperand<'a>,
    place: usize,
}

#[cfg(feature = "table")]
impl<'a> Taking<'_, 'a> {
    /// With its types.
    ///
    /// # Errors
    /// [`CallError`](crate::error::CallError) if it is something else.
    // Compiled once for each type of an operand, and not in each kernel.
    #[inline(never)]
    pub fn typed<T: Erase<'a>>(self) -> Result<T, crate::error::CallError> {
        T::restore(self.operand).ok_or(crate::error::CallError::Operand { operand: self.place })
    }
}
