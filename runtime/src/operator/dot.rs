//! Matrix products.
use super::backend::{Done, Factor};
use super::entry::entries;
use super::few::Few;
use super::{Backward, Call, Definition, Misfit, OperatorError, Shapes};
use lacuna::infer::Stype::{self, Csr};
use lacuna_arrays::array::Array;

/// `op(A) op(B)` of two matrices, each transposed or not.
///
/// | A | B | transposed | result |
/// |---|---|---|---|
/// | dense | dense | none, A, B or both | dense |
/// | csr | dense, row_sparse | none | dense |
/// | csr | dense, row_sparse | A | row_sparse; dense as a gradient that is stored so |
/// | dense | csr | none or B | dense |
///
/// Dense arrays of other dimensions are multiplied as matrices: the last axis of A and the first of B are summed over,
/// of a transposed A its first and of a transposed B its last. The result has the other axes of A and then those of B.
/// Of two vectors it has one element, and they are not transposed.
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
            move |shapes| Dot { transpose_a, transpose_b }.place(shapes).map(drop),
            Through("_backward_dot", &[Gradient, Input(0), Input(1)])
        )
    };
}

/// The shape of the result, and the matrices that the operands are.
type Placed = (Few<usize>, [[usize; 2]; 2]);

/// The axes of an operand before the last one and the last, or the first one and those behind.
fn split(shape: &[usize], at_last: bool) -> [&[usize]; 2] {
    let at = if at_last { shape.len().saturating_sub(1) } else { shape.len().min(1) };
    let (before, behind) = shape.split_at(at);
    [before, behind]
}

impl Dot {
    fn place(self, shapes: &mut Shapes<'_>) -> Result<Option<Placed>, Misfit> {
        let (Some(a), Some(b)) = (shapes.few(0)?, shapes.few(1)?) else { return Ok(None) };
        if a.len() == 1 && b.len() == 1 && (self.transpose_a || self.transpose_b) {
            let words = "no vector, as vectors are not transposed,";
            return Err(shapes.misfit(usize::from(!self.transpose_a), words.to_owned(), words));
        }
        let [left, right] = [split(&a, !self.transpose_a), split(&b, self.transpose_b)];
        let ([kept_a, terms], [inner, kept_b]) = (turned(left, self.transpose_a), turned(right, self.transpose_b));
        if terms != inner {
            let words = "as many rows as the first has columns";
            let own = if self.transpose_b { [kept_b, terms] } else { [terms, kept_b] };
            return Err(shapes.misfit(1, format!("{:?}", own.concat()), words));
        }
        let words = "of 8 dimensions or fewer with those of the first";
        let kept = kept_a.iter().chain(kept_b).copied();
        let Some(mut result) = Few::of(kept) else { return Err(shapes.misfit(1, words.to_owned(), words)) };
        if result.is_empty() {
            result = Few::of([1]).unwrap_or_default();
        }
        shapes.result(&result)?;
        let matrix = |parts: [&[usize]; 2]| parts.map(|part| part.iter().copied().fold(1, usize::saturating_mul));
        Ok(Some((result, [matrix(left), matrix(right)])))
    }

    /// `op(A) op(B)` of matrices.
    fn multiply(self, call: &Call<'_>, [a, b]: [&Array; 2], output: &mut Array) -> Done {
        call.product([Factor(a, self.transpose_a), Factor(b, self.transpose_b)], None, output)
    }

    /// The gradient of an operand, of matrices.
    fn slope(
        self,
        call: &Call<'_>,
        [a, b, outer]: [&Array; 3],
        stype: Option<Stype>,
        operand: usize,
        gradient: &mut Array,
    ) -> Done {
        let Self { transpose_a, transpose_b } = self;
        let factors = match (operand, transpose_a, transpose_b) {
            (0, false, _) => [Factor(outer, false), Factor(b, !transpose_b)],
            (0, true, _) => [Factor(b, transpose_b), Factor(outer, true)],
            (_, _, false) => [Factor(a, !transpose_a), Factor(outer, false)],
            (_, _, true) => [Factor(outer, true), Factor(a, transpose_a)],
        };
        call.product(factors, stype, gradient)
    }

    fn placed(self, call: &Call<'_>) -> Result<Placed, OperatorError> {
        Ok(call.fits(call.inputs, |shapes| self.place(shapes))?.unwrap_or_default())
    }
}

/// Of a transposed operand in the other order.
const fn turned<T: Copy>([first, second]: [T; 2], transposed: bool) -> [T; 2] {
    if transposed { [second, first] } else { [first, second] }
}

fn are_matrices(a: &Array, b: &Array) -> bool {
    a.shape().len() == 2 && b.shape().len() == 2
}

impl Definition for Dot {
    fn name(&self) -> &'static str {
        "dot"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [a, b] = call.all()?;
        call.float(a)?;
        if are_matrices(a, b) {
            return self.multiply(call, [a, b], output);
        }
        let ([a, b], (shape, [of_a, of_b])) = (call.all_dense()?, self.placed(call)?);
        let (mut left, mut right, mut product) = (call.on.temporary(), call.on.temporary(), call.on.temporary());
        call.on.reshape(a, &of_a, &mut left)?;
        call.on.reshape(b, &of_b, &mut right)?;
        self.multiply(call, [&left, &right], &mut product)?;
        call.on.reshape(&product, &shape, output)
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
        if are_matrices(a, b) {
            return self.slope(call, [a, b, outer], backward.stype, operand, gradient);
        }
        let ([a, b], (_, [of_a, of_b])) = (call.all_dense()?, self.placed(call)?);
        call.dense(outer)?;
        let [[rows, _], [_, columns]] = [turned(of_a, transpose_a), turned(of_b, transpose_b)];
        let mut matrices = [call.on.temporary(), call.on.temporary(), call.on.temporary()];
        let [left, right, above] = &mut matrices;
        call.on.reshape(a, &of_a, left)?;
        call.on.reshape(b, &of_b, right)?;
        call.on.reshape(outer, &[rows, columns], above)?;
        let mut product = call.on.temporary();
        self.slope(call, [left, right, above], None, operand, &mut product)?;
        call.on.reshape(&product, if operand == 0 { a.shape() } else { b.shape() }, gradient)
    }
}
