//! The list of kernels against operations, fixtures and tolerances: nothing is left out, nothing is stale.
use crate::files::{committed, failures, report_on};
use lacuna::list::KERNELS;
use lacuna_harness::ops::AnyOperation;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn every_kernel_has_an_operation() {
    let listed: BTreeSet<_> = KERNELS.iter().map(|kernel| kernel.name).collect();
    let run: BTreeSet<_> = AnyOperation::ALL.iter().filter_map(|operation| operation.kernel()).collect();
    assert_eq!(listed, run, "kernels of the list against operations of the harness");
}

/// Committed fixtures pass, run every kernel, and come near the bounds of its results' errors.
#[test]
fn committed_fixtures_pass_and_cover() {
    let report = report_on(&committed());
    let failed: Vec<_> =
        report.cases.iter().filter(|case| !failures(case).is_empty()).map(|case| (&case.file, &failures(case)[0])).collect();
    assert!(report.passed(), "{failed:#?}");
    assert!(report.backends.iter().filter(|backend| backend.skipped.is_none()).all(|backend| backend.runs > 0));

    let run: BTreeSet<_> = report.cases.iter().flat_map(|case| &case.kernels).copied().collect();
    let listed: BTreeSet<_> = KERNELS.iter().map(|kernel| kernel.name).collect();
    assert_eq!(run, listed, "kernels that a fixture runs against the list");

    let mut used: BTreeMap<&str, f64> = BTreeMap::new();
    for case in &report.cases {
        let used = used.entry(&case.operator).or_default();
        *used = used.max(case.errors.map_or(0.0, |errors| errors.of_allowed));
    }
    for (operator, used) in used {
        assert!(used == 0.0 || used >= 0.25, "{operator}: no error is larger than {used:.2} of the tolerance, so it is too large");
    }
}
