//! The list of kernels against operations, fixtures and tolerances: nothing is left out, nothing is stale.
use crate::files::{committed_report, failures};
use lacuna::list::KERNELS;
use lacuna_harness::ops::AnyOperation;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn every_kernel_has_an_operation() {
    let listed: BTreeSet<_> = KERNELS.iter().map(|kernel| kernel.name).collect();
    let run: BTreeSet<_> = AnyOperation::ALL.iter().filter_map(|operation| operation.kernel()).collect();
    assert_eq!(listed, run, "kernels of the list against operations of the harness");
}

/// Operators whose results are nearer to the exact ones than their bounds have to allow for, and what they use of these
/// at least; all others use a quarter.
const NEARER: &[(&[&str], f64)] = &[
    // The bound is that of a function in f64, less than one unit in the last place off, and of the exact value's own
    // error: four roundings. In f32 the result is correctly rounded: one.
    (
        &[
            "arccos",
            "arccosh",
            "arcsin",
            "arcsinh",
            "arctan",
            "arctanh",
            "cos",
            "cosh",
            "erf",
            "erfinv",
            "exp",
            "expm1",
            "gamma",
            "gammaln",
            "log",
            "log10",
            "log1p",
            "log2",
            "rsqrt",
            "sin",
            "sinh",
            "softrelu",
            "tan",
            "tanh",
            "_power_scalar",
            "_rpower_scalar",
            "_power",
            "_hypot_scalar",
            "_hypot",
            "_backward_gamma",
            "_backward_rsqrt",
            "_backward_softmax",
            "sampled_softmax",
            "random_normal",
            "LogisticRegressionOutput",
            "backward_tanh",
        ],
        0.15,
    ),
    // An exponential, a sum, a logarithm and a sum, each with such a bound: the largest errors of all do not meet.
    (&["softmax_cross_entropy"], 0.1),
    // Copies, and sums of few terms, which are made in double precision also for f32.
    (&["backward_broadcast_add"], 0.15),
    // Labels are signs and the factor is 2: most of the products are exact.
    (&["SVMOutput_backward", "SquaredHingeLoss_backward"], 0.15),
    // Most results are products with small integers.
    (&["_backward_rmod_scalar"], 0.05),
    // In f64, also for f32.
    (&["rand_zipfian", "_sample_unique_zipfian"], 0.05),
    // Most results are differences of which one number is small.
    (&["smooth_l1", "_backward_smooth_l1"], 0.1),
];

/// Committed fixtures pass, run every kernel, and come near the bounds of its results' errors.
#[test]
fn committed_fixtures_pass_and_cover() {
    let report = committed_report();
    let failed: Vec<_> = report
        .cases
        .iter()
        .filter(|case| !failures(case).is_empty())
        .map(|case| (case.location.to_string(), &failures(case)[0]))
        .collect();
    assert!(report.passed(), "{failed:#?}");
    assert!(report.backends.iter().filter(|backend| backend.skipped.is_none()).all(|backend| backend.runs > 0));

    let run: BTreeSet<_> = report.cases.iter().flat_map(|case| &case.kernels).copied().collect();
    // What MXNet does not have may go without; it has no sum of squares of whole arrays either.
    let of_peer = KERNELS.iter().filter(|kernel| !kernel.peer.is_empty() && kernel.name != "square_sum");
    let missing: Vec<_> = of_peer.map(|kernel| kernel.name).filter(|name| !run.contains(name)).collect();
    assert!(missing.is_empty(), "kernels that no fixture runs: {missing:?}");

    let mut used: BTreeMap<&str, f64> = BTreeMap::new();
    for case in &report.cases {
        let used = used.entry(&case.operator).or_default();
        *used = used.max(case.errors.map_or(0.0, |errors| errors.of_allowed));
    }
    let least =
        |operator| NEARER.iter().find(|(operators, _)| operators.contains(&operator)).map_or(0.25, |(_, least)| *least);
    let too_large: Vec<_> =
        used.into_iter().filter(|&(operator, used)| used != 0.0 && used < least(operator)).collect();
    assert!(too_large.is_empty(), "no error comes near the tolerance, which is too large then: {too_large:?}");
}
