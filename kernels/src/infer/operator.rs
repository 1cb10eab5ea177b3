//! The operators by their names.
use super::Parameters;
use super::rule::Rule;

/// An MXNet operator.
#[derive(Clone, Copy, Debug)]
pub struct Operator(&'static Known);

impl PartialEq for Operator {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Operator {}

#[derive(Debug)]
struct Known {
    name: &'static str,
    /// Fewest and most operands.
    operands: (usize, usize),
    outputs: Outputs,
    rule: Rule,
}

/// How many results there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outputs {
    These(usize),
    /// One for each operand but so many.
    OperandsBut(usize),
    /// So many, and one for the bias, if there is one.
    WithBias(usize),
}

macro_rules! table {
    ($($operands:tt => $outputs:ident($count:literal), $rule:expr, [$($name:literal)*];)*) => {
        const TABLE: &[Known] = &[$($(Known {
            name: $name,
            operands: $operands,
            outputs: Outputs::$outputs($count),
            rule: $rule,
        },)*)*];
    };
}

table! {
    (1, 1) => These(1), Rule::SameAsInputs, [
        "relu" "negative" "abs" "sign" "round" "rint" "ceil" "floor" "trunc" "fix" "sin" "tan" "arcsin" "arctan"
            "degrees" "radians" "sinh" "tanh" "arcsinh" "arctanh"
        "log1p" "expm1" "square" "sqrt" "cbrt" "_copy" "BlockGrad" "make_loss" "zeros_like" "_contrib_round_ste"
            "_contrib_sign_ste" "_contrib_gradientmultiplier"
        "_mul_scalar" "_div_scalar" "_scatter_plus_scalar" "_scatter_minus_scalar"
        "_backward_copy" "_backward_mul_scalar" "_backward_div_scalar" "_contrib_backward_gradientmultiplier"
            "_contrib_dgl_adjacency"
    ];
    (1, 1) => These(1), Rule::DenseOnly, [
        "sigmoid" "softsign" "hard_sigmoid" "erf" "erfinv" "gamma" "gammaln" "cos" "arccos" "cosh" "arccosh" "exp"
            "log" "log10" "log2" "reciprocal" "rsqrt" "rcbrt"
        "logical_not" "ones_like" "softmax" "log_softmax" "transpose" "Reshape" "slice_axis" "max" "min" "prod" "argmax"
        "_rminus_scalar" "_rdiv_scalar" "_power_scalar" "_rpower_scalar" "_mod_scalar" "_rmod_scalar" "_maximum_scalar"
            "_minimum_scalar" "_hypot_scalar"
        "_logical_and_scalar" "_logical_or_scalar" "_logical_xor_scalar" "_backward_sum" "_backward_mean"
            "_backward_slice" "_backward_slice_axis" "_backward_reshape"
    ];
    (2, 2) => These(1), Rule::DenseOnly, [
        "_mod" "_equal" "_not_equal" "_greater" "_greater_equal" "_lesser" "_lesser_equal" "broadcast_maximum"
            "broadcast_minimum" "MAERegressionOutput" "SoftmaxOutput"
        "softmax_cross_entropy" "_backward_clip" "_backward_cos" "_backward_cosh" "_backward_sigmoid"
            "_backward_softmax" "_backward_log_softmax" "_backward_hypot_scalar"
        "_backward_maximum_scalar" "_backward_minimum_scalar" "_backward_mod_scalar" "_backward_rmod_scalar"
            "_backward_power_scalar" "_backward_rpower_scalar" "_backward_rdiv_scalar"
        "_backward_erf" "_backward_erfinv" "_backward_hard_sigmoid" "_backward_softsign" "_backward_reciprocal"
            "_backward_rcbrt" "_contrib_backward_quadratic"
    ];
    (3, 3) => These(1), Rule::DenseOnly, ["_backward_norm" "_backward_max" "_backward_min" "_backward_prod"];
    (1, 1) => These(2), Rule::DenseOnly, ["_backward_broadcast_add" "_backward_broadcast_sub"];
    (2, 2) => These(2), Rule::DenseOnly, ["_backward_take" "_backward_SoftmaxOutput" "_backward_mae_reg_out"];
    (3, 3) => These(2), Rule::DenseOnly, [
        "_backward_div" "_backward_power" "_backward_mod" "_backward_hypot" "_backward_maximum" "_backward_minimum"
            "_backward_broadcast_mul" "_backward_broadcast_div"
        "_backward_broadcast_maximum" "_backward_broadcast_minimum" "_backward_softmax_cross_entropy"
    ];
    (2, usize::MAX) => OperandsBut(1), Rule::Silent, ["_backward_Concat"];
    (2, 2) => These(1), Rule::SameAsInputs, [
        "_maximum" "_minimum" "_hypot" "_grad_add" "_backward_relu" "_backward_abs" "_backward_sign" "_backward_square"
    ];
    (1, 1) => These(2), Rule::SameAsInputs, ["_backward_sub" "_backward_add"];
    (2, 2) => These(1), Rule::RowSparseToDense, [
        "_backward_sin" "_backward_tan" "_backward_arcsin" "_backward_arctan" "_backward_sinh" "_backward_tanh"
            "_backward_arcsinh" "_backward_arctanh" "_backward_log1p"
        "_backward_expm1" "_backward_sqrt" "_backward_cbrt" "_backward_degrees" "_backward_radians"
    ];
    (2, 2) => These(1), Rule::Divide, [
        "elemwise_div" "_power" "_backward_arccos" "_backward_arccosh" "_backward_gamma" "_backward_gammaln"
            "_backward_log" "_backward_log10" "_backward_log2" "_backward_rsqrt"
    ];
    (2, 2) => These(1), Rule::PreferDense, ["elemwise_add" "elemwise_sub"];
    (2, 2) => These(1), Rule::PreferSparse, ["elemwise_mul"];
    (3, 3) => These(2), Rule::MultiplyBackward, ["_backward_mul"];
    (2, 2) => These(1), Rule::ScatterDivide, ["_scatter_elemwise_div"];
    (2, 2) => These(1), Rule::BroadcastAdd, ["broadcast_add" "broadcast_sub"];
    (2, 2) => These(1), Rule::BroadcastMultiply, ["broadcast_mul" "broadcast_div"];
    (1, usize::MAX) => These(1), Rule::AddN, ["add_n"];
    (1, 1) => These(1), Rule::Plus, ["_plus_scalar" "_minus_scalar"];
    (1, 1) => These(1), Rule::Compare(|zero, scalar| zero == scalar), ["_equal_scalar"];
    (1, 1) => These(1), Rule::Compare(|zero, scalar| zero != scalar), ["_not_equal_scalar"];
    (1, 1) => These(1), Rule::Compare(|zero, scalar| zero > scalar), ["_greater_scalar"];
    (1, 1) => These(1), Rule::Compare(|zero, scalar| zero >= scalar), ["_greater_equal_scalar"];
    (1, 1) => These(1), Rule::Compare(|zero, scalar| zero < scalar), ["_lesser_scalar"];
    (1, 1) => These(1), Rule::Compare(|zero, scalar| zero <= scalar), ["_lesser_equal_scalar"];
    (1, 1) => These(1), Rule::Clip, ["clip"];
    (1, 1) => These(1), Rule::Quadratic, ["_contrib_quadratic"];
    (1, 1) => These(1), Rule::CastStorage, ["cast_storage"];
    (2, 2) => These(1), Rule::Retain, ["_sparse_retain"];
    (1, 1) => These(1), Rule::SumOfAxis, ["sum" "mean"];
    (1, 1) => These(1), Rule::Norm, ["norm"];
    (1, 1) => These(1), Rule::SquareSum, ["_square_sum"];
    (2, 2) => These(1), Rule::SquareSumBackward, ["_backward_square_sum"];
    (1, 1) => These(1), Rule::Slice, ["slice"];
    (1, usize::MAX) => These(1), Rule::Concat, ["Concat"];
    (3, 3) => These(1), Rule::Where, ["where"];
    (2, 2) => These(2), Rule::WhereBackward, ["_backward_where"];
    (2, 2) => These(1), Rule::Take, ["take"];
    (2, 2) => These(1), Rule::Embedding, ["Embedding" "_contrib_SparseEmbedding"];
    (2, 2) => These(2), Rule::EmbeddingBackward, ["_backward_Embedding"];
    (2, 2) => These(2), Rule::SparseEmbeddingBackward, ["_backward_SparseEmbedding"];
    (2, 2) => These(1), Rule::Regression, ["LinearRegressionOutput" "LogisticRegressionOutput"];
    (2, 2) => These(2), Rule::RegressionBackward, ["_backward_linear_reg_out" "_backward_logistic_reg_out"];
    (2, 3) => These(1), Rule::FullyConnected, ["FullyConnected"];
    (3, 3) => WithBias(2), Rule::FullyConnectedBackward, ["_backward_FullyConnected"];
    (1, 1) => These(1), Rule::OfCsr, ["_contrib_getnnz"];
    (3, 3) => These(1), Rule::OfCsr, ["_contrib_edge_id"];
    (2, 2) => These(1), Rule::LikeRight, ["_identity_with_attr_like_rhs"];
    (0, 0) => These(1), Rule::Fill, [
        "_random_uniform" "_random_normal" "_random_gamma" "_random_exponential" "_random_poisson"
            "_random_negative_binomial" "_random_generalized_negative_binomial"
        "_random_randint"
    ];
    (2, 2) => These(1), Rule::Dot, ["dot"];
    (3, 3) => These(2), Rule::DotBackward, ["_backward_dot"];
    (2, 2) => These(1), Rule::Optimizer, ["sgd_update"];
    (3, 3) => These(1), Rule::Optimizer, [
        "sgd_mom_update" "nag_mom_update" "_sparse_adagrad_update" "_contrib_group_adagrad_update"
    ];
    (4, 4) => These(1), Rule::Optimizer, ["adam_update" "ftrl_update"];
}

impl Operator {
    /// The operator of this name in MXNet. `None` for one that does not support sparse arrays, or does not exist.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        TABLE.iter().find(|known| known.name == name).map(Self)
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        TABLE.iter().map(Self)
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// Fewest and most operands.
    #[must_use]
    pub const fn operands(self) -> (usize, usize) {
        self.0.operands
    }

    /// Results of a call with so many operands and these parameters.
    #[must_use]
    pub const fn outputs(self, operands: usize, parameters: &Parameters) -> usize {
        match self.0.outputs {
            Outputs::These(count) => count,
            Outputs::OperandsBut(fewer) => operands.saturating_sub(fewer),
            Outputs::WithBias(count) => count + !parameters.no_bias as usize,
        }
    }

    pub(super) const fn rule(self) -> Rule {
        self.0.rule
    }
}
