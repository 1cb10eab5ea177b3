//! Arrays as they are: copied, in another storage type, in another shape.
use super::backend::Done;
use super::entry::entries;
use super::{Backward, Call, Definition, Of};
use lacuna::infer::Stype;
use lacuna_arrays::array::{Array, ArrayError, Function};

/// The operand as it is. Source: MXNet `_copy`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Copy;

/// The operand as it is, without a gradient. Source: MXNet `BlockGrad`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Detach;

/// The operand in another storage type. Gradient: that of the result. Source: MXNet `cast_storage`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastStorage {
    /// Which one.
    pub stype: Stype,
}

/// The operand as it is: a loss, whose gradient is 1 whatever comes from above. Source: MXNet `make_loss`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MakeLoss;

/// A matrix of the elements of a dense operand: all dimensions but the first become one. Source: MXNet `Flatten`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flatten;

/// The elements of a dense operand in another shape. Source: MXNet `reshape`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reshape {
    /// The lengths of the dimensions.
    pub shape: Vec<usize>,
}

entries! {
    "_copy" ["identity"] ("data") |_p| Built::of_one_shape(Copy, Through("_copy", &[Gradient]));
    "BlockGrad" ["stop_gradient"] ("data") |_p| Built::of_one_shape(Detach, Zero);
    "cast_storage" ["_sparse_cast_storage"] ("data") |p| {
        let stype = p.choice("stype", "default, csr or row_sparse", Stype::named)?;
        Built::of_one_shape(CastStorage { stype }, Through("_copy", &[Gradient]))
    };
    "make_loss" ["_sparse_make_loss"] ("data") |_p| Built::of_one_shape(MakeLoss, Through("ones_like", &[Input(0)]));
    "MakeLoss" [] ("data") |p| {
        let least = p.number_or("valid_thresh", 0.0)?;
        let counted = p.choice_or("normalization", "null, batch or valid", Counted::None, |text| match text {
            "null" => Some(Counted::None),
            "batch" => Some(Counted::Rows),
            "valid" => Some(Counted::Above(least)),
            _ => None,
        })?;
        let loss = ScaledLoss { grad_scale: p.number_or("grad_scale", 1.0)?, counted };
        let of: &[Of] = if matches!(counted, Counted::Above(_)) { &[Input(0)] } else { &[] };
        Built::of_one_shape(loss, Through("_backward_MakeLoss", of))
    };
    "Flatten" ["flatten"] ("data") |_p| {
        Built::new(Flatten, |shapes| {
            let Some(found) = shapes.get(0) else { return Ok(()) };
            let shape = flat(found);
            shapes.result(&shape)
        }, Through("_backward_copy", &[Gradient]))
    };
}

/// What the gradient of a loss is divided by.
#[derive(Clone, Copy, Debug)]
enum Counted {
    None,
    Rows,
    /// The numbers that are larger, or 1.
    Above(f64),
}

/// The dense operand as it is: a loss, whose gradient is a number. Source: MXNet `MakeLoss`.
#[derive(Clone, Copy, Debug)]
struct ScaledLoss {
    grad_scale: f64,
    counted: Counted,
}

impl Definition for ScaledLoss {
    fn name(&self) -> &'static str {
        "MakeLoss"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all_dense()?;
        call.on.copy(x, output)
    }

    fn gradient(&self, call: &Call<'_>, _: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let [x] = call.all_dense()?;
        let mut ones = call.on.temporary();
        call.on.map(Function::NotEqualScalar(f64::NAN), x, &mut ones)?;
        let divisor = match self.counted {
            Counted::None => 1,
            Counted::Rows => x.shape().first().copied().unwrap_or(1).max(1),
            Counted::Above(least) => call.host()?.count_above(x, least)?.max(1),
        };
        call.on.map(Function::MulScalar(self.grad_scale / divisor as f64), &ones, gradient)
    }
}

/// The first dimension, and all others as one.
fn flat(shape: &[usize]) -> [usize; 2] {
    [shape.first().copied().unwrap_or(1), shape.iter().skip(1).product()]
}

/// How many elements there are, if that is a number.
fn count(shape: &[usize]) -> Option<usize> {
    shape.iter().try_fold(1, |product: usize, &length| product.checked_mul(length))
}

impl Definition for Copy {
    fn name(&self) -> &'static str {
        "_copy"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all()?;
        call.on.copy(x, output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        call.on.copy(backward.gradient, gradient)
    }
}

impl Definition for CastStorage {
    fn name(&self) -> &'static str {
        "cast_storage"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all()?;
        call.on.tostype(x, self.stype, output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        call.on.copy(backward.gradient, gradient)
    }
}

impl Definition for Detach {
    fn name(&self) -> &'static str {
        "BlockGrad"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        Copy.result(call, output)
    }

    fn has_gradient(&self, _operand: usize) -> bool {
        false
    }
}

impl Definition for MakeLoss {
    fn name(&self) -> &'static str {
        "make_loss"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        Copy.result(call, output)
    }

    fn gradient(&self, call: &Call<'_>, _: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let [x] = call.all()?;
        let mut copy = call.on.temporary();
        // 1 whatever the number is.
        call.on.map(Function::NotEqualScalar(f64::NAN), call.densified(x, &mut copy)?, gradient)
    }
}

impl Definition for Flatten {
    fn name(&self) -> &'static str {
        "Flatten"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all_dense()?;
        reshaped(call, x, &flat(x.shape()), output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let [x] = call.all()?;
        call.dense(backward.gradient)?;
        reshaped(call, backward.gradient, x.shape(), gradient)
    }
}

impl Definition for Reshape {
    fn name(&self) -> &'static str {
        "reshape"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all_dense()?;
        reshaped(call, x, &self.shape, output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let [x] = call.all()?;
        call.dense(backward.gradient)?;
        reshaped(call, backward.gradient, x.shape(), gradient)
    }
}

pub(super) fn reshaped(call: &Call<'_>, x: &Array, shape: &[usize], output: &mut Array) -> Done {
    let (expected, found) = (count(shape), x.size());
    if expected != Some(found) {
        return Err(
            ArrayError::Length { shape: shape.to_vec(), expected: expected.unwrap_or(usize::MAX), found }.into()
        );
    }
    call.on.reshape(x, shape, output)
}
