//! Rows of a table by their ids.
use super::backend::Done;
use super::entry::entries;
use super::parameters::Parameters;
use super::{Backward, Built, Call, Definition, Gradients, Shapes};
use crate::symbol::SymbolError;
use lacuna::infer::Stype::{Csr, Dense};
use lacuna_arrays::array::Array;

/// The rows of `weight` that `ids` name: operands `ids`, dense of any shape and dtype, and `weight` (R x ..), dense or
/// row_sparse. The result is dense, of the shape of the ids and then that of a row.
///
/// A dense weight may be of `float16` or `bfloat16` too, on the host: then so are the result and the gradient, whose sums
/// are computed in `float32` and rounded once.
///
/// Gradient of the weight: row_sparse, the sums of the rows of equal ids in the order in which they come. An id that is
/// no row is an error. Source: MXNet `Embedding`, `SparseEmbedding`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Embedding;

entries! {
    "Embedding" ["_sparse_Embedding"] ("data", "weight") |p| {
        p.flag("sparse_grad")?;
        embedding(p, Through("_backward_Embedding", &[Gradient, Input(0)]))?
    };
    // The older one, whose gradient is always row_sparse.
    "_contrib_SparseEmbedding" [] ("data", "weight") |p| {
        p.ignored("deterministic");
        p.ignored("sparse_grad");
        embedding(p, Through("_backward_SparseEmbedding", &[Gradient, Input(0)]))?
    };
}

fn embedding(p: &Parameters<'_>, gradients: Gradients) -> Result<Built, SymbolError> {
    p.only("dtype", "float32")?;
    let (rows, columns) = (p.count("input_dim")?, p.count("output_dim")?);
    let shapes = move |shapes: &mut Shapes<'_>| {
        shapes.inferred(1, &[rows, columns])?;
        let Some(ids) = shapes.get(0) else { return Ok(()) };
        let shape: Vec<_> = ids.iter().copied().chain([columns]).collect();
        shapes.result(&shape)
    };
    Ok(Built::new(Embedding, shapes, gradients).own_dtype(0))
}

impl Definition for Embedding {
    fn name(&self) -> &'static str {
        "Embedding"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [ids, weight] = call.all()?;
        if ids.stype() != Dense || weight.stype() == Csr {
            return Err(call.no_path());
        }
        if weight.shape().is_empty() {
            return Err(call.wrong_shape(1, "one dimension or more", weight));
        }
        call.on.lookup(ids, weight, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 1
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let [ids, weight] = call.all()?;
        call.dense(backward.gradient)?;
        call.on.sum_by_id(ids, backward.gradient, weight.shape(), gradient)
    }
}
