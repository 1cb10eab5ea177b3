//! A layer of neurons without their activation.
use super::backend::{Done, Factor};
use super::entry::entries;
use super::few::Few;
use super::{Backward, Call, Definition, DenseKernel, OperatorError};
use lacuna::infer::Stype::Csr;
use lacuna_arrays::array::Array;

/// `x W^T + b`: operands `x` (N x K), the weight (H x K) and, unless there is none, the bias (H).
///
/// `x` is dense; the weight and the bias dense or row_sparse (what is not stored counts as zero); the result is dense.
/// Of an `x` of other dimensions all but the first count as the K columns, and in a graph with `flatten=False` all but
/// the last as the N rows, which the result then has. Gradients: `g W`, `g^T x` and the sums of `g` over the rows; of a
/// row_sparse weight there is none. Source: MXNet `FullyConnected`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FullyConnected {
    /// There is no bias.
    pub no_bias: bool,
}

entries! {
    "FullyConnected" ["_sparse_FullyConnected"] ("data", "weight", "bias") |p| {
        let (keeps, hidden) = (!p.flag_or_true("flatten")?, p.count("num_hidden")?);
        let layer = FullyConnected { no_bias: p.flag("no_bias")? };
        let shapes = move |shapes: &mut Shapes<'_>| {
            shapes.inferred(2, &[hidden])?;
            let Some(shape) = shapes.few(0)? else { return Ok(()) };
            let [rows, terms] = matrix(&shape, keeps);
            shapes.inferred(1, &[hidden, terms])?;
            shapes.result(&result(&shape, keeps, [rows, hidden]))
        };
        let gradients = Through("_backward_FullyConnected", &[Gradient, Input(0), Input(1)]);
        let built = if keeps { Built::new(Keeping(layer), shapes, gradients) } else { Built::new(layer, shapes, gradients) };
        built.operands(if layer.no_bias { 2 } else { 3 })
    };
}

/// A layer that keeps all dimensions but the last: `flatten=False`.
#[derive(Clone, Copy, Debug)]
struct Keeping(FullyConnected);

/// The matrix that an array of this shape is.
fn matrix(shape: &[usize], keeps: bool) -> [usize; 2] {
    let product = |lengths: &[usize]| lengths.iter().copied().fold(1, usize::saturating_mul);
    if keeps {
        let (last, before) = shape.split_last().unwrap_or((&1, &[]));
        return [product(before), *last];
    }
    let (first, behind) = shape.split_first().unwrap_or((&1, &[]));
    [*first, product(behind)]
}

/// The shape of a result that is this matrix.
fn result(shape: &[usize], keeps: bool, [rows, hidden]: [usize; 2]) -> Few<usize> {
    let mut result = Few::of([rows, hidden]).unwrap_or_default();
    if keeps {
        result = Few::of(shape.iter().copied()).unwrap_or_default();
        if let Some(last) = result.last_mut() {
            *last = hidden;
        }
    }
    result
}

/// The operands.
type Operands<'a> = (&'a Array, &'a Array, Option<&'a Array>);

impl FullyConnected {
    fn operands<'a>(self, call: &Call<'a>) -> Result<Operands<'a>, OperatorError> {
        let (x, weight, bias) = if self.no_bias {
            let [x, weight] = call.all()?;
            (x, weight, None)
        } else {
            let [x, weight, bias] = call.all()?;
            (x, weight, Some(bias))
        };
        call.float(x)?;
        Ok((x, weight, bias))
    }

    /// Of a matrix.
    fn plain(self, call: &Call<'_>, x: &Array, output: &mut Array) -> Done {
        let (_, weight, bias) = self.operands(call)?;
        product(call, [Factor(x, false), Factor(weight, true)], output)?;
        let mut copy = call.on.temporary();
        bias.map_or(Ok(()), |bias| call.on.accumulate_row(call.densified(bias, &mut copy)?, output))
    }

    fn result(self, call: &Call<'_>, keeps: bool, output: &mut Array) -> Done {
        let (x, weight, bias) = self.operands(call)?;
        if let Some(bias) = bias {
            call.same_dtype(2, bias, x)?;
            if Some(&bias.size()) != weight.shape().first() {
                return Err(call.wrong_shape(2, "one element for each row of the weight", bias));
            }
            if bias.stype() == Csr {
                return Err(call.no_path());
            }
        }
        if x.shape().len() == 2 {
            return self.plain(call, x, output);
        }
        call.dense(x)?;
        let (mut flat, mut found) = (call.on.temporary(), call.on.temporary());
        call.on.reshape(x, &matrix(x.shape(), keeps), &mut flat)?;
        self.plain(call, &flat, &mut found)?;
        let shape = result(x.shape(), keeps, found.shape().try_into().unwrap_or_default());
        call.on.reshape(&found, &shape, output)
    }

    fn gradient(self, call: &Call<'_>, outer: &Array, keeps: bool, operand: usize, gradient: &mut Array) -> Done {
        let (x, weight, bias) = self.operands(call)?;
        let (mut flat, mut above, mut found) = (call.on.temporary(), call.on.temporary(), call.on.temporary());
        let (mut rows, mut slopes) = (x, outer);
        if x.shape().len() != 2 {
            call.dense(x)?;
            call.dense(outer)?;
            let (own, hidden) = (matrix(x.shape(), keeps), weight.shape().first().copied().unwrap_or_default());
            call.on.reshape(x, &own, &mut flat)?;
            call.on.reshape(outer, &[own[0], hidden], &mut above)?;
            (rows, slopes) = (&flat, &above);
        }
        match (operand, bias) {
            (0, _) if rows.shape() == x.shape() => {
                product(call, [Factor(slopes, false), Factor(weight, false)], gradient)
            }
            (0, _) => {
                product(call, [Factor(slopes, false), Factor(weight, false)], &mut found)?;
                call.on.reshape(&found, x.shape(), gradient)
            }
            (1, _) => product(call, [Factor(slopes, true), Factor(rows, false)], gradient),
            (_, Some(bias)) => {
                call.dense(slopes)?;
                call.on.dense(DenseKernel::sum_columns, &[slopes], &[], bias.shape(), gradient)
            }
            (_, None) => Err(OperatorError::NoGradient { operator: call.on.operator(), operand }),
        }
    }
}

macro_rules! layers {
    ($($operator:ident $layer:expr, $keeps:literal;)*) => {$(
        impl Definition for $operator {
            fn name(&self) -> &'static str {
                "FullyConnected"
            }
            fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
                $layer(self).result(call, $keeps, output)
            }
            fn gradient(
                &self, call: &Call<'_>, backward: &Backward<'_>, operand: usize, gradient: &mut Array
            ) -> Done {
                $layer(self).gradient(call, backward.gradient, $keeps, operand, gradient)
            }
        }
    )*};
}
layers! {
    FullyConnected |own: &Self| *own, false;
    Keeping |own: &Self| own.0, true;
}

/// A product, whose refusal on the host tells of all operands.
fn product(call: &Call<'_>, factors: [Factor<'_>; 2], out: &mut Array) -> Done {
    call.product(factors, None, out)
        .map_err(|error| if matches!(error, OperatorError::NoPath { .. }) { call.no_path() } else { error })
}
