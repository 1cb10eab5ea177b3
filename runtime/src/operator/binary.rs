//! Functions of two numbers at each place: of arrays of one shape, and of arrays that are repeated to one.
use super::backend::Done;
use super::entry::Entry;
use super::entry::Gradients::{self, Through, Zero};
use super::entry::Of::{self, Gradient, Input};
use super::few::Few;
use super::{AddRow, Backward, Built, Call, Definition, Misfit, Shapes, reduction};
use lacuna::infer::Stype::{Csr, Dense, RowSparse};
use lacuna_arrays::array::Array;

macro_rules! functions {
    ($($(#[$doc:meta])* $function:ident $gradients:ident
        $(pairwise $pairwise:literal [$($alias:literal),*] $of_pairwise:literal)?
        broadcast $broadcast:literal [$($broadcast_alias:literal),*] $of_broadcast:literal;)*) => {
        /// A function of two numbers, by its kernel in [`lacuna::binary`].
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Binary {
            $($(#[$doc])* $function,)*
        }

        impl Binary {
            const fn name(self, broadcasts: bool) -> &'static str {
                match self {
                    $($(Self::$function if !broadcasts => $pairwise,)? Self::$function => $broadcast,)*
                }
            }
        }

        pub(super) const ENTRIES: &[Entry] = &[
            $($(Entry {
                name: $pairwise,
                aliases: &[$($alias),*],
                operands: OPERANDS,
                build: |_| Ok(Built::of_one_shape(Pairwise(Binary::$function), $gradients($of_pairwise))),
            },)?
            Entry {
                name: $broadcast,
                aliases: &[$($broadcast_alias),*],
                operands: OPERANDS,
                build: |_| Ok(Built::new(
                    Broadcast(Binary::$function), |shapes| repeated(shapes).map(drop), $gradients($of_broadcast)
                )),
            },)*
        ];
    };
}

const OPERANDS: &[&str] = &["lhs", "rhs"];

/// The gradient depends on that of the result alone.
const fn of_gradient(operator: &'static str) -> Gradients {
    Through(operator, &[Gradient])
}

/// The gradient depends on both operands.
const fn of_operands(operator: &'static str) -> Gradients {
    const OF: &[Of] = &[Gradient, Input(0), Input(1)];
    Through(operator, OF)
}

/// The function has steps.
const fn of_none(_: &'static str) -> Gradients {
    Zero
}

functions! {
    /// `a + b`
    Add of_gradient
        broadcast "broadcast_add" ["broadcast_plus", "_sparse_broadcast_add", "_sparse_broadcast_plus"]
            "_backward_broadcast_add";
    /// `a - b`
    Subtract of_gradient
        broadcast "broadcast_sub" ["broadcast_minus", "_sparse_broadcast_sub", "_sparse_broadcast_minus"]
            "_backward_broadcast_sub";
    /// `a * b`
    Multiply of_operands
        broadcast "broadcast_mul" ["_sparse_broadcast_mul"] "_backward_broadcast_mul";
    /// `a / b`
    Divide of_operands
        broadcast "broadcast_div" ["_sparse_broadcast_div"] "_backward_broadcast_div";
    /// `a - floor(a / b) b`, and 0 where `b` is 0
    Modulo of_operands
        pairwise "_mod" ["_Mod"] "_backward_mod"
        broadcast "broadcast_mod" [] "_backward_broadcast_mod";
    /// `a` to the power of `b`
    Power of_operands
        pairwise "_power" ["_Power"] "_backward_power"
        broadcast "broadcast_power" [] "_backward_broadcast_power";
    /// The larger one; where they are equal, the gradient is that of `a`.
    Maximum of_operands
        pairwise "_maximum" ["_Maximum"] "_backward_maximum"
        broadcast "broadcast_maximum" [] "_backward_broadcast_maximum";
    /// The smaller one; where they are equal, the gradient is that of `a`.
    Minimum of_operands
        pairwise "_minimum" ["_Minimum"] "_backward_minimum"
        broadcast "broadcast_minimum" [] "_backward_broadcast_minimum";
    /// `sqrt(a^2 + b^2)`
    Hypot of_operands
        pairwise "_hypot" [] "_backward_hypot"
        broadcast "broadcast_hypot" [] "_backward_broadcast_hypot";
    /// 1 where they are equal, else 0
    Equal of_none
        pairwise "_equal" ["_Equal"] ""
        broadcast "broadcast_equal" [] "";
    /// 1 where they are not equal, else 0
    NotEqual of_none
        pairwise "_not_equal" ["_Not_Equal"] ""
        broadcast "broadcast_not_equal" [] "";
    /// 1 where `a > b`, else 0
    Greater of_none
        pairwise "_greater" ["_Greater"] ""
        broadcast "broadcast_greater" [] "";
    /// 1 where `a >= b`, else 0
    GreaterEqual of_none
        pairwise "_greater_equal" ["_Greater_Equal"] ""
        broadcast "broadcast_greater_equal" [] "";
    /// 1 where `a < b`, else 0
    Lesser of_none
        pairwise "_lesser" ["_Lesser"] ""
        broadcast "broadcast_lesser" [] "";
    /// 1 where `a <= b`, else 0
    LesserEqual of_none
        pairwise "_lesser_equal" ["_Lesser_Equal"] ""
        broadcast "broadcast_lesser_equal" [] "";
    /// 1 where neither is 0, else 0
    LogicalAnd of_none
        pairwise "_logical_and" ["_Logical_And"] ""
        broadcast "broadcast_logical_and" [] "";
    /// 0 where both are 0, else 1
    LogicalOr of_none
        pairwise "_logical_or" ["_Logical_Or"] ""
        broadcast "broadcast_logical_or" [] "";
    /// 1 where exactly one of them is 0, else 0
    LogicalXor of_none
        pairwise "_logical_xor" ["_Logical_Xor"] ""
        broadcast "broadcast_logical_xor" [] "";
}

impl Binary {
    /// True if the gradients are 0 everywhere.
    const fn has_steps(self) -> bool {
        use Binary::{Add, Divide, Hypot, Maximum, Minimum, Modulo, Multiply, Power, Subtract};
        !matches!(self, Add | Subtract | Multiply | Divide | Modulo | Power | Maximum | Minimum | Hypot)
    }
}

/// A function of the numbers at each place of two dense arrays of one shape. `Maximum`, `Minimum` and `Hypot` take two
/// csr or two row_sparse arrays too, with a result on the union of their patterns. `Power` takes any and gives a dense
/// result. On the host only.
///
/// Gradients: of dense arrays, none of comparisons. Source: MXNet `_maximum`, `_power`, `_equal` and their siblings.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::operator::{Binary, Context, Pairwise};
/// let a = Array::dense(&[3], vec![1.0_f32, 5.0, -2.0])?;
/// let b = Array::dense(&[3], vec![4.0_f32, 3.0, -2.0])?;
/// let larger = Context::new().run(&Pairwise(Binary::Maximum), &[&a, &b])?;
/// assert_eq!(larger.data::<f32>(), Some(&[4.0, 5.0, -2.0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairwise(pub Binary);

/// A function of the numbers at each place of two dense arrays. Each is repeated along dimensions that it lacks in
/// front, or where its length is 1 and that of the other is not. Sums and differences take a csr beside a dense array,
/// with a dense result; products and quotients a csr on the left, which the result has the pattern of. Beside sums of a
/// matrix and a row, on the host only.
///
/// Gradients: those of [`Pairwise`], added up where an operand was repeated. Source: MXNet `broadcast_add`,
/// `broadcast_mul` and their siblings.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::operator::{Binary, Broadcast, Context};
/// let a = Array::dense(&[2, 2], vec![1.0_f32, 2.0, 3.0, 4.0])?;
/// let column = Array::dense(&[2, 1], vec![10.0_f32, 100.0])?;
/// let products = Context::new().run(&Broadcast(Binary::Multiply), &[&a, &column])?;
/// assert_eq!(products.data::<f32>(), Some(&[10.0, 20.0, 300.0, 400.0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broadcast(pub Binary);

/// The shape that both operands are repeated to.
fn repeated(shapes: &mut Shapes<'_>) -> Result<Option<Few<usize>>, Misfit> {
    let (Some(a), Some(b)) = (shapes.get(0), shapes.get(1)) else { return Ok(None) };
    let rank = a.len().max(b.len());
    let length = |shape: &[usize], axis: usize| {
        (axis + shape.len()).checked_sub(rank).and_then(|axis| shape.get(axis).copied()).unwrap_or(1)
    };
    let joint = |axis: usize| match (length(a, axis), length(b, axis)) {
        (a, b) if a == b || b == 1 => Some(a),
        (1, b) => Some(b),
        _ => None,
    };
    let words = "lengths of the first, or 1, in 8 dimensions or fewer,";
    let mut lengths = Few::default();
    if (0..rank).try_for_each(|axis| lengths.push(joint(axis)?)).is_none() {
        return Err(shapes.misfit(1, format!("{a:?}, or 1 for a length of it,"), words));
    }
    shapes.result(&lengths)?;
    Ok(Some(lengths))
}

impl Definition for Pairwise {
    fn name(&self) -> &'static str {
        self.0.name(false)
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [a, b] = call.all()?;
        call.float(a)?;
        call.same_dtype(1, b, a)?;
        call.fits(call.inputs, |shapes| shapes.same())?;
        let host = call.host()?;
        match (self.0, a.stype(), b.stype()) {
            (_, Dense, Dense) => host.binary(self.0, [a, b], a.shape(), output),
            // As in MXNet, this is no fallback.
            (Binary::Power, RowSparse, RowSparse) | (Binary::Power, Dense, _) | (Binary::Power, _, Dense) => {
                let (mut of_a, mut of_b) = (call.on.temporary(), call.on.temporary());
                let operands = [call.densified(a, &mut of_a)?, call.densified(b, &mut of_b)?];
                host.binary(self.0, operands, a.shape(), output)
            }
            _ => host.binary_union(self.0, a, b, output),
        }
    }

    fn has_gradient(&self, _operand: usize) -> bool {
        !self.0.has_steps()
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, operand: usize, gradient: &mut Array) -> Done {
        let operands = call.all_dense::<2>()?;
        call.dense(backward.gradient)?;
        call.dense(backward.output)?;
        call.host()?.binary_gradient((self.0, operand), backward.gradient, operands, backward.output, gradient)
    }
}

/// A matrix and a row for all of its rows: a bias.
fn is_row(a: &Array, b: &Array) -> bool {
    match (a.shape(), b.shape()) {
        (&[_, columns], &[length] | &[1, length]) => columns == length && b.stype() == Dense && a.stype() != RowSparse,
        _ => false,
    }
}

impl Definition for Broadcast {
    fn name(&self) -> &'static str {
        self.0.name(true)
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [a, b] = call.all()?;
        call.float(a)?;
        call.same_dtype(1, b, a)?;
        let shape = call.fits(call.inputs, repeated)?.unwrap_or_default();
        if self.0 == Binary::Add && is_row(a, b) {
            return AddRow.result(call, output);
        }
        let host = call.host()?;
        match (self.0, a.stype(), b.stype()) {
            (_, Dense, Dense) => host.binary(self.0, [a, b], &shape, output),
            (Binary::Add | Binary::Subtract, Csr, Dense) | (Binary::Add | Binary::Subtract, Dense, Csr) => {
                let (mut of_a, mut of_b) = (call.on.temporary(), call.on.temporary());
                let operands = [call.densified(a, &mut of_a)?, call.densified(b, &mut of_b)?];
                host.binary(self.0, operands, &shape, output)
            }
            (Binary::Multiply | Binary::Divide, Csr, Dense) if *shape == *a.shape() => {
                host.entries(self.0 == Binary::Divide, a, b, output)
            }
            (Binary::Multiply | Binary::Divide, Csr, Dense) => {
                Err(call.wrong_shape(0, "the shape that the second operand is repeated to", a))
            }
            _ => Err(call.no_path()),
        }
    }

    fn has_gradient(&self, _operand: usize) -> bool {
        !self.0.has_steps()
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, operand: usize, gradient: &mut Array) -> Done {
        let [a, b] = call.all()?;
        let outer = backward.gradient;
        call.dense(outer)?;
        if self.0 == Binary::Add && is_row(a, b) {
            return AddRow.gradient(call, backward, operand, gradient);
        }
        let (own, host) = (if operand == 0 { a } else { b }, call.host()?);
        let mut all = call.on.temporary();
        match self.0 {
            Binary::Add => call.on.copy(outer, &mut all)?,
            Binary::Subtract if operand == 0 => call.on.copy(outer, &mut all)?,
            Binary::Subtract => call.on.map(crate::array::Function::Negative, outer, &mut all)?,
            function => {
                let operands = call.all_dense::<2>()?;
                call.dense(backward.output)?;
                host.binary_gradient((function, operand), outer, operands, backward.output, &mut all)?;
            }
        }
        reduction::sum_to(call, &all, own.shape(), gradient)
    }
}
