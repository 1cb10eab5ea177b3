//! Another dtype.
use super::backend::Done;
use super::{Backward, Call, Definition, with_storage};
use lacuna::Number;
use lacuna::cast::{CastTo, cast};
use lacuna_arrays::array::{Array, Dtype, Element};

/// The operand, of any storage type, in another of the dtypes `float16`, `bfloat16`, `float32` and `float64`. Gradient:
/// that of the result in the operand's dtype. On the host only.
///
/// So rows of a table of 16 bits go into operators that compute with 32. Source: MXNet `Cast`.
///
/// ```
/// use half::f16;
/// use lacuna::infer::Stype;
/// use lacuna_runtime::array::{Array, Dtype};
/// use lacuna_runtime::autograd::{GradientRequest, Tape};
/// use lacuna_runtime::operator::Cast;
/// let mut tape = Tape::new();
/// let table = Array::dense(&[3, 1], vec![1.0_f32, 2.0, 3.0])?.astype(Dtype::F16)?;
/// let table = tape.parameter(table, GradientRequest::Write, Stype::RowSparse)?;
/// let ids = tape.constant(Array::dense(&[2], vec![2_i64, 2])?);
/// let rows = tape.embedding(ids, table)?;
/// let wide = tape.apply(Cast { dtype: Dtype::F32 }, &[rows])?;
/// tape.backward(wide)?;
/// assert_eq!(tape.value(wide)?.data::<f32>(), Some(&[3.0, 3.0][..]));
/// let gradient = tape.gradient(table)?;
/// assert_eq!((gradient.indices(), gradient.data::<f16>()), (Some(&[2][..]), Some(&[f16::from_f32(2.0)][..])));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cast {
    /// That of the result.
    pub dtype: Dtype,
}

impl Definition for Cast {
    fn name(&self) -> &'static str {
        "Cast"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all()?;
        call.host()?;
        to(call, x, self.dtype, output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let [x] = call.all()?;
        call.host()?;
        to(call, backward.gradient, x.dtype(), gradient)
    }
}

/// Casts an array into the memory of another.
fn to(call: &Call<'_>, x: &Array, dtype: Dtype, out: &mut Array) -> Done {
    fn of<A: Element + CastTo<B>, B: Element + Number>(x: &Array, out: &mut Array) -> Done {
        let from = x.data::<A>().unwrap_or_default();
        Ok(cast(from, out.reuse_structure::<B>(x)?)?)
    }
    let operator = call.on.operator();
    with_storage!(operator, x.dtype(), A => with_storage!(operator, dtype, B => of::<A, B>(x, out)))
}
