//! Matrix products.
use super::backend::{Done, Factor};
use super::entry::entries;
use super::{Backward, Call, Definition};
use crate::array::Array;
use lacuna::infer::Stype::Csr;

/// `op(A) op(B)` of two matrices, each transposed or not.
///
/// | A | B | transposed | result |
/// |---|---|---|---|
/// | dense | dense | none, A, B or both | dense |
/// | csr | dense, row_sparse | none | dense |
/// | csr | dense, row_sparse | A | row_sparse; dense as a gradient that is stored so |
/// | dense | csr | none or B | dense |
///
/// Gradients: of the dense or row_sparse operand a product of the same table; of a csr one on its own pattern
/// ([`sddmm`](lacuna::dot::sddmm())), which MXNet does not have.
///
/// Source: MXNet `dot`. (There the product of a dense matrix and a csr is a csr on CPUs, though it has no more zeros
/// than a dense one.)
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dot {
    /// A is transposed.
    pub transpose_a: bool,
    /// B is transposed.
    pub transpose_b: bool,
}

entries! {
    "dot" ["_sparse_dot"] ("lhs", "rhs") |p| {
        let (transpose_a, transpose_b) = (p.flag("transpose_a")?, p.flag("transpose_b")?);
        // The graph casts the result to what is inferred from it.
        p.ignored("forward_stype");
        Built::new(
            Dot { transpose_a, transpose_b },
            move |shapes| shapes.product([transpose_a, transpose_b]).map(drop),
            Through("_backward_dot", &[Gradient, Input(0), Input(1)])
        )
    };
}

impl Definition for Dot {
    fn name(&self) -> &'static str {
        "dot"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [a, b] = call.all()?;
        call.float(a)?;
        call.product([Factor(a, self.transpose_a), Factor(b, self.transpose_b)], None, output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, operand: usize, gradient: &mut Array) -> Done {
        let ([a, b], Self { transpose_a, transpose_b }) = (call.all()?, *self);
        let outer = backward.gradient;
        if operand == 0 && a.stype() == Csr {
            if transpose_b || b.stype() == Csr {
                return Err(call.no_path());
            }
            let mut copy = call.on.temporary();
            let b = call.densified(b, &mut copy)?;
            let [left, right] = if transpose_a { [b, outer] } else { [outer, b] };
            return call.on.sampled_product(a, left, right, gradient);
        }
        let factors = match (operand, transpose_a, transpose_b) {
            (0, false, _) => [Factor(outer, false), Factor(b, !transpose_b)],
            (0, true, _) => [Factor(b, transpose_b), Factor(outer, true)],
            (_, _, false) => [Factor(a, !transpose_a), Factor(outer, false)],
            (_, _, true) => [Factor(outer, true), Factor(a, transpose_a)],
        };
        call.product(factors, backward.stype, gradient)
    }
}
