//! Functions of each element, and their gradients.
use super::{Host, matrix};
use crate::operator::backend::{Backend, Done};
use crate::operator::{Context, OperatorError, Stypes};
use lacuna::infer::Stype::{Csr, Dense, RowSparse};
use lacuna::{DenseMut, KernelError, Value};
use lacuna_arrays::array::{Array, Element, Function};

pub(super) fn map<V: Element + Value>(host: Host<'_>, function: Function, x: &Array, out: &mut Array) -> Done {
    Ok(function.run(host.context.cpu, host.values::<V>(0, x)?, out.reuse_structure(x)?)?)
}

pub(super) fn map_gradient<V: Element + Value>(
    host: Host<'_>,
    function: Function,
    outer: &Array,
    [x, result]: [&Array; 2],
    out: &mut Array,
) -> Done {
    let no_path = || host.no_path(Stypes(vec![x.stype()]));
    let outer = on_pattern::<V>(host, function, outer, x)?.ok_or_else(no_path)?;
    let out = out.reuse_structure::<V>(x)?;
    let [x, result] = [x, result].map(|array| host.values::<V>(0, array));
    Ok(gradient(function, host.context, [outer, x?, result?], out)?)
}

/// True if the gradient is 0 where the operand is.
fn is_flat_at_zero<V: Element + Value>(host: Host<'_>, function: Function) -> Result<bool, OperatorError> {
    let (mut result, mut slope) = ([V::ZERO], [V::ZERO]);
    function.run(host.context.cpu, &[V::ZERO], &mut result)?;
    gradient(function, host.context, [&[V::narrow(1.0)], &[V::ZERO], &result], &mut slope)?;
    Ok(slope == [V::ZERO])
}

/// The gradient of the result where `x` stores something, if there is none elsewhere.
fn on_pattern<'x, V: Element + Value>(
    host: Host<'x>,
    function: Function,
    outer: &'x Array,
    x: &Array,
) -> Result<Option<&'x [V]>, OperatorError> {
    let cpu = host.context.cpu;
    if outer.stype() == x.stype()
        && outer.shape() == x.shape()
        && outer.indices() == x.indices()
        && outer.indptr() == x.indptr()
    {
        return host.values::<V>(0, outer).map(Some);
    }
    if (outer.stype() != Dense && outer.stype() != x.stype()) || !is_flat_at_zero::<V>(host, function)? {
        return Ok(None);
    }
    let gathered = host.scratch(x.nnz());
    if outer.stype() == Csr {
        gather_csr(outer.as_csr::<V>()?, x.as_csr()?, gathered);
    } else if outer.stype() == RowSparse {
        let (ids, outer) = (x.indices().unwrap_or_default(), outer.as_row_sparse::<V>()?);
        cpu.lookup_row_sparse(ids, outer, DenseMut::new(ids.len(), outer.row_length(), gathered)?)?;
    } else if x.stype() == Csr {
        cpu.entries_gather(x.as_csr::<V>()?, outer.as_dense::<V>()?.into(), gathered)?;
    } else {
        let (ids, row_length) = (x.indices().unwrap_or_default(), x.shape().iter().skip(1).product());
        cpu.lookup(ids, matrix(x, host.values::<V>(0, outer)?)?, DenseMut::new(ids.len(), row_length, gathered)?)?;
    }
    Ok(Some(gathered))
}

/// The numbers of a csr at the places that another one stores, 0 where it has none.
fn gather_csr<V: Value>(from: lacuna::Csr<'_, V, i64>, at: lacuna::Csr<'_, V, i64>, out: &mut [V]) {
    let mut out = out.iter_mut();
    for row in 0..at.rows() {
        let (own, values) = from.row(row);
        let mut entries = own.iter().zip(values).peekable();
        for (index, to) in at.row(row).0.iter().zip(out.by_ref()) {
            while entries.next_if(|(column, _)| *column < index).is_some() {}
            *to = entries.next_if(|(column, _)| *column == index).map_or(V::ZERO, |(_, value)| *value);
        }
    }
}

/// The gradient of a function of each element, by the kernels of a backend: `$launch!(kernel, operands)`.
macro_rules! gradient_of {
    (
        $launch:ident, $function:expr, [$outer:ident, $input:ident, $result:ident],
        $chosen:ident $copied:ident $zeros:ident
    ) => {
        gradient_of! { @match $launch, $function, [$outer, $input, $result], $chosen $copied $zeros;
            input: Abs abs_backward, Square square_backward, Softsign softsign_backward, Expm1 expm1_backward,
                Log log_backward, Log2 log2_backward, Log10 log10_backward, Log1p log1p_backward,
                Softrelu softrelu_backward, Sin sin_backward, Cos cos_backward, Arcsin arcsin_backward,
                    Arccos arccos_backward, Arctan arctan_backward, Sinh sinh_backward, Cosh cosh_backward,
                Arcsinh arcsinh_backward, Arccosh arccosh_backward, Arctanh arctanh_backward, Rsqrt rsqrt_backward,
                    Rcbrt rcbrt_backward, Erf erf_backward, Erfinv erfinv_backward,
                Gamma gamma_backward, Gammaln gammaln_backward, ;
            result: Relu relu_backward, Sigmoid sigmoid_backward, Tan tan_backward, Tanh tanh_backward,
                Sqrt sqrt_backward, Cbrt cbrt_backward, Exp multiply, ;
            input_scalar: RdivScalar rdiv_scalar_backward, PowerScalar power_scalar_backward,
                HypotScalar hypot_scalar_backward, RmodScalar rmod_scalar_backward, SmoothL1 smooth_l1_backward, ;
            alone: Negative negative, Degrees degrees, Radians radians,;
        }
    };
    (@match $launch:ident, $function:expr, [$outer:ident, $input:ident, $result:ident],
        $chosen:ident $copied:ident $zeros:ident;
        input: $($of_input:ident $by_input:ident,)*; result: $($of_result:ident $by_result:ident,)*;
        input_scalar: $($scalar:ident $by_scalar:ident,)*; alone: $($alone:ident $by_alone:ident,)*;) => {
        match $function {
            $(Function::$of_input => $launch!($by_input, $outer, $input),)*
            $(Function::$of_result => $launch!($by_result, $outer, $result),)*
            $(Function::$scalar(scalar) => $launch!($by_scalar, $outer, $input, V::narrow(scalar)),)*
            $(Function::$alone => $launch!($by_alone, $outer),)*
            Function::RpowerScalar(scalar) => $launch!(rpower_scalar_backward, $outer, $result, V::narrow(scalar)),
            Function::Clip { a_min, a_max } => $launch!(
                clip_backward, $outer, $input, V::narrow(a_min), V::narrow(a_max)
            ),
            Function::HardSigmoid { alpha, beta } => $launch!(
                hard_sigmoid_backward, $outer, $input, V::narrow(alpha), V::narrow(beta)
            ),
            Function::Quadratic { a, b, c } => $launch!(
                quadratic_backward, $outer, $input, V::narrow(a), V::narrow(b), V::narrow(c)
            ),
            Function::MulScalar(scalar) => $launch!(mul_scalar, $outer, V::narrow(scalar)),
            Function::DivScalar(scalar) => $launch!(div_scalar, $outer, V::narrow(scalar)),
            Function::RminusScalar(_) => $launch!(negative, $outer),
            Function::MaximumScalar(scalar) => $chosen!(greater_equal_scalar, $outer, $input, V::narrow(scalar)),
            Function::MinimumScalar(scalar) => $chosen!(lesser_equal_scalar, $outer, $input, V::narrow(scalar)),
            Function::PlusScalar(_) | Function::ModScalar(_) => $copied!($outer),
            Function::Ceil | Function::Floor | Function::Rint | Function::Round | Function::Sign | Function::Trunc |
                Function::EqualScalar(_) | Function::NotEqualScalar(_)
            | Function::GreaterScalar(_) | Function::GreaterEqualScalar(_) | Function::LesserScalar(_) |
                Function::LesserEqualScalar(_) => $zeros!(),
        }
    };
}
#[cfg(feature = "cuda")]
pub(crate) use gradient_of;

fn gradient<V: Element + Value>(
    function: Function,
    context: &Context,
    [outer, input, result]: [&[V]; 3],
    out: &mut [V],
) -> Result<(), KernelError> {
    let cpu = context.cpu;
    macro_rules! launch {
        ($kernel:ident, $($operand:expr),*) => { cpu.$kernel($($operand,)* out) };
    }
    /// Where a comparison is 1.
    macro_rules! chosen {
        ($compare:ident, $outer:expr, $($operand:expr),*) => {{
            let ones = context.arena.alloc_slice_fill_copy($outer.len(), V::ZERO);
            cpu.$compare($($operand,)* ones)?;
            cpu.multiply($outer, ones, out)
        }};
    }
    macro_rules! copied {
        ($outer:expr) => {{
            out.copy_from_slice($outer);
            Ok(())
        }};
    }
    macro_rules! zeros {
        () => {{
            out.fill(V::ZERO);
            Ok(())
        }};
    }
    gradient_of!(launch, function, [outer, input, result], chosen copied zeros)
}
