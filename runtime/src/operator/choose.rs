//! Elements of one array or another.
use super::backend::Done;
use super::entry::entries;
use super::{Backward, Call, Definition, OperatorError};
use lacuna::infer::Stype::{Csr, Dense};
use lacuna_arrays::array::Array;

/// `x` where a condition is not 0, else `y`: operands the condition, `x` and `y`, dense arrays of one shape, where the
/// condition may be a csr, or have a number for each row. On the host only.
///
/// Gradients of `x` and `y`: that of the result where they were taken, 0 elsewhere. Source: MXNet `where`.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::operator::{Context, Where};
/// let condition = Array::csr(Some([1, 3]), vec![0, 1], vec![1], vec![1.0_f32])?;
/// let (x, y) = (Array::dense(&[1, 3], vec![1.0_f32; 3])?, Array::dense(&[1, 3], vec![2.0_f32; 3])?);
/// let chosen = Context::new().run(&Where, &[&condition, &x, &y])?;
/// assert_eq!(chosen.data::<f32>(), Some(&[2.0, 1.0, 2.0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Where;

entries! {
    "where" ["_sparse_where"] ("condition", "x", "y") |_p| Built::new(Where, |shapes| {
        let known = shapes.get(1).or_else(|| shapes.get(2)).map(<[_]>::to_vec);
        let Some(shape) = known else { return Ok(()) };
        shapes.operand(1, &shape, "that of the third")?;
        shapes.operand(2, &shape, "that of the second")?;
        match shapes.get(0) {
            Some(found) if found.len() == 1 && shape.first() == found.first() => {}
            _ => shapes.operand(0, &shape, "that of the others, or a number for each of their rows,")?,
        }
        shapes.result(&shape)
    }, Rest("_backward_where", &[Gradient, Input(0)])).own_dtype(0);
}

impl Where {
    fn operands<'a>(call: &Call<'a>) -> Result<[&'a Array; 3], OperatorError> {
        let operands @ [condition, x, y] = call.all()?;
        call.float(x)?;
        call.same_dtype(2, y, x)?;
        if y.shape() != x.shape() {
            return Err(call.wrong_shape(2, "that of the second", y));
        }
        let for_rows = condition.shape().len() == 1 && condition.shape().first() == x.shape().first();
        if condition.shape() != x.shape() && !for_rows {
            return Err(call.wrong_shape(0, "that of the others, or a number for each of their rows,", condition));
        }
        Ok(operands)
    }

    fn choose(call: &Call<'_>, condition: &Array, sides: [Option<&Array>; 2], out: &mut Array) -> Done {
        let Some(first) = sides[0].or(sides[1]) else { return Ok(()) };
        sides.iter().flatten().try_for_each(|side| call.dense(side))?;
        match condition.stype() {
            Dense => call.host()?.choose(condition, sides, first.shape(), out),
            Csr if condition.dtype() == first.dtype() => call.host()?.choose_by_csr(condition, sides, out),
            _ => Err(call.no_path()),
        }
    }
}

impl Definition for Where {
    fn name(&self) -> &'static str {
        "where"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [condition, x, y] = Self::operands(call)?;
        Self::choose(call, condition, [Some(x), Some(y)], output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand != 0
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, operand: usize, gradient: &mut Array) -> Done {
        let [condition, _, _] = Self::operands(call)?;
        let outer = Some(backward.gradient);
        Self::choose(call, condition, if operand == 1 { [outer, None] } else { [None, outer] }, gradient)
    }
}
