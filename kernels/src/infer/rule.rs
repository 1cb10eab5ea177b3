//! The rules: what the operators of one rule have in common is written once.
use super::Stype::{Csr, Dense, RowSparse};
use super::attempt::{Attempt, or_refused};
use super::{Axis, InferError, Mode, TakeMode, dot};

/// How an operator infers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rule {
    /// Dense operands only; anything else falls back.
    DenseOnly,
    /// Dense whatever the operands are, without a notice.
    Silent,
    /// All csr, or all row_sparse: the results too.
    SameAsInputs,
    /// `SameAsInputs`, and csr or row_sparse with dense gives dense.
    PreferDense,
    /// `SameAsInputs`, and csr or row_sparse with dense keeps the pattern.
    PreferSparse,
    /// Of a dense gradient, a csr and a dense operand: of the dense one csr, of the csr dense.
    MultiplyBackward,
    /// Two row_sparse, or one that is dense, give dense.
    Divide,
    /// Two row_sparse give dense.
    RowSparseToDense,
    Plus,
    /// `SameAsInputs` where the comparison of 0 with the scalar is false.
    Compare(fn(f64, f64) -> bool),
    ScatterDivide,
    BroadcastAdd,
    BroadcastMultiply,
    AddN,
    Clip,
    Quadratic,
    CastStorage,
    Retain,
    SumOfAxis,
    Norm,
    SquareSum,
    SquareSumBackward,
    Slice,
    Concat,
    Where,
    WhereBackward,
    Take,
    Embedding,
    EmbeddingBackward,
    SparseEmbeddingBackward,
    Regression,
    RegressionBackward,
    FullyConnected,
    FullyConnectedBackward,
    /// The first operand is csr, the result dense; anything else is refused.
    OfCsr,
    LikeRight,
    Fill,
    Dot,
    DotBackward,
    Optimizer,
}

impl Rule {
    pub(super) fn infer(self, attempt: &mut Attempt<'_>) -> Result<Mode, InferError> {
        let parameters = attempt.call.parameters;
        let all = |attempt: &Attempt<'_>, stypes: &[super::Stype]| attempt.inputs() == stypes;
        let found = match self {
            Self::DenseOnly => attempt.dense(),
            Self::Silent => attempt.assign(Dense, Mode::Dense),
            Self::SameAsInputs => same(attempt),
            Self::PreferDense => same_without_csr_on_gpu(attempt)
                .or_else(|| attempt.when(attempt.pair(Csr, Dense), Dense))
                .or_else(|| attempt.when(attempt.pair(RowSparse, Dense), Dense)),
            Self::PreferSparse => same_without_csr_on_gpu(attempt)
                .or_else(|| attempt.when(attempt.pair(RowSparse, Dense), RowSparse))
                .or_else(|| attempt.when(attempt.pair(Csr, Dense), Csr)),
            Self::MultiplyBackward => attempt.dense().or_else(|| match *attempt.inputs() {
                [Dense, Dense, Csr] => attempt.assign_each(|place| [Csr, Dense][place.min(1)], 2, Mode::Sparse),
                [Dense, Csr, Dense] => attempt.assign_each(|place| [Dense, Csr][place.min(1)], 2, Mode::Sparse),
                _ => None,
            }),
            Self::Divide => {
                let found = attempt.when(attempt.all(RowSparse), Dense);
                found.or_else(|| if attempt.any(Dense) { attempt.assign(Dense, Mode::Dense) } else { None })
            }
            Self::RowSparseToDense => attempt.dense().or_else(|| attempt.when(attempt.all(RowSparse), Dense)),
            Self::Plus if parameters.scalar == 0.0 => same(attempt),
            Self::Plus => attempt.dense().or_else(|| attempt.on_cpu(true, Dense)),
            Self::Compare(comparison) if !comparison(0.0, parameters.scalar) => same(attempt),
            Self::Compare(_) => attempt.dense(),
            Self::ScatterDivide => attempt.when(attempt.inputs()[0] == RowSparse, RowSparse),
            Self::BroadcastAdd => attempt.dense().or_else(|| attempt.when(attempt.pair(Csr, Dense), Dense)),
            Self::BroadcastMultiply => attempt.dense().or_else(|| attempt.when(all(attempt, &[Csr, Dense]), Csr)),
            Self::AddN => {
                let sparse = attempt.dense().or_else(|| attempt.when(attempt.all(RowSparse), RowSparse));
                let mixed = all(attempt, &[Dense, Csr, Dense]) || attempt.inputs().len() > 4 && attempt.any(Dense);
                sparse.or_else(|| attempt.when(mixed, Dense))
            }
            Self::Clip if parameters.a_min <= 0.0 && 0.0 <= parameters.a_max => same(attempt),
            Self::Clip => attempt.dense(),
            Self::Quadratic => attempt.dense().or_else(|| attempt.when(parameters.c == 0.0 && attempt.all(Csr), Csr)),
            Self::CastStorage => {
                let (from, to) = (attempt.inputs()[0], parameters.stype.unwrap_or(Dense));
                return or_refused(attempt.when(from == to || from == Dense || to == Dense, to));
            }
            Self::Retain => return or_refused(attempt.when(all(attempt, &[RowSparse, Dense]), RowSparse)),
            Self::SumOfAxis => attempt.dense().or_else(|| attempt.on_cpu(one_axis(attempt) && attempt.all(Csr), Dense)),
            Self::Norm => {
                let euclidean = parameters.ord == 2;
                let whole = euclidean && parameters.axis == Axis::All && !attempt.any(Dense);
                let by_axis = euclidean && one_axis(attempt) && attempt.all(Csr);
                attempt.dense().or_else(|| attempt.when(whole, Dense)).or_else(|| attempt.on_cpu(by_axis, Dense))
            }
            Self::SquareSum => {
                let kept = parameters.axis == Axis::One(1) && parameters.keepdims;
                return or_refused(attempt.when(attempt.all(RowSparse), if kept { RowSparse } else { Dense }));
            }
            Self::SquareSumBackward => return or_refused(attempt.when(attempt.inputs()[1] == RowSparse, RowSparse)),
            Self::Slice => attempt.dense().or_else(|| attempt.when(!parameters.has_step && attempt.all(Csr), Csr)),
            Self::Concat => attempt.dense().or_else(|| attempt.when(parameters.dim == 0 && attempt.all(Csr), Csr)),
            Self::Where => attempt.dense().or_else(|| attempt.when(all(attempt, &[Csr, Dense, Dense]), Dense)),
            Self::WhereBackward => attempt.dense().or_else(|| attempt.when(all(attempt, &[Dense, Csr]), Dense)),
            Self::Take => {
                let rows = matches!(parameters.axis, Axis::All | Axis::One(0)) && parameters.mode != TakeMode::Raise;
                attempt.dense().or_else(|| attempt.on_cpu(rows && all(attempt, &[Csr, Dense]), Csr))
            }
            Self::Embedding => {
                return or_refused(attempt.dense().or_else(|| attempt.when(all(attempt, &[Dense, RowSparse]), Dense)));
            }
            Self::EmbeddingBackward if !parameters.sparse_grad => attempt.dense(),
            Self::EmbeddingBackward | Self::SparseEmbeddingBackward => {
                attempt.assign_each(|place| [Dense, RowSparse][place.min(1)], 2, Mode::Sparse)
            }
            Self::Regression => attempt.dense().or_else(|| attempt.when(all(attempt, &[Dense, Csr]), Dense)),
            Self::RegressionBackward => attempt.dense().or_else(|| attempt.when(all(attempt, &[Csr, Dense]), Dense)),
            Self::FullyConnected => {
                let takes = attempt.inputs()[0] == Dense && !attempt.any(Csr);
                attempt.dense().or_else(|| attempt.on_cpu(takes, Dense))
            }
            Self::FullyConnectedBackward => {
                if attempt.any(RowSparse) {
                    None
                } else {
                    attempt.assign(Dense, Mode::Dense)
                }
            }
            Self::OfCsr => return or_refused(attempt.when(attempt.inputs()[0] == Csr, Dense)),
            Self::LikeRight => {
                let (left, right) = (attempt.inputs()[0], attempt.inputs()[1]);
                let mode = if left == right || right == Dense { Mode::Sparse } else { Mode::Fallback };
                attempt.dense().or_else(|| attempt.assign(right, mode))
            }
            Self::Fill => match attempt.outputs[0] {
                None | Some(Dense) => attempt.assign(Dense, Mode::Dense),
                Some(RowSparse) => attempt.assign(RowSparse, Mode::Sparse),
                Some(Csr) => None,
            },
            Self::Dot => Some(dot::forward(attempt)),
            Self::DotBackward => Some(dot::backward(attempt)),
            Self::Optimizer => optimizer(attempt),
        };
        Ok(found.unwrap_or_else(|| attempt.fallback()))
    }
}

/// Results as the operands, where these are all alike.
fn same(attempt: &mut Attempt<'_>) -> Option<Mode> {
    attempt
        .dense()
        .or_else(|| attempt.when(attempt.all(RowSparse), RowSparse))
        .or_else(|| attempt.when(attempt.all(Csr), Csr))
}

/// As [`same`], for an operator that has no kernel for two csr on a GPU.
fn same_without_csr_on_gpu(attempt: &mut Attempt<'_>) -> Option<Mode> {
    attempt
        .dense()
        .or_else(|| attempt.when(attempt.all(RowSparse), RowSparse))
        .or_else(|| attempt.on_cpu(attempt.all(Csr), Csr))
}

/// A reduction over rows or over columns, and nothing else.
fn one_axis(attempt: &Attempt<'_>) -> bool {
    let parameters = attempt.call.parameters;
    matches!(parameters.axis, Axis::One(0 | 1)) && !parameters.keepdims && !parameters.exclude
}

/// Weight, gradient and states: lazy where the states are stored as the weight is, standard where they are dense.
fn optimizer(attempt: &mut Attempt<'_>) -> Option<Mode> {
    let inputs = attempt.call.inputs;
    let (weight, gradient, states) = (inputs[0], inputs[1], &inputs[2..]);
    let takes = weight != Csr && gradient == RowSparse;
    let alike = states.iter().all(|state| *state == weight);
    let standard = weight == RowSparse && states.iter().all(|state| *state == Dense);
    attempt.dense().or_else(|| attempt.when(takes && (alike || standard), weight))
}
