//! The list of kernels against operations, fixtures and tolerances: nothing is left out, nothing is stale.
use crate::files::{committed, failures, report_on};
use lacuna::list::KERNELS;
use lacuna_harness::backend::DOORS;
use lacuna_harness::ops::Kind;
use lacuna_harness::tolerance::TOLERANCES;
use std::collections::{BTreeMap, BTreeSet};

#[test]
fn every_kernel_has_an_operation_and_a_door() {
    let listed: BTreeSet<_> = KERNELS.iter().map(|kernel| kernel.name).collect();
    let run: BTreeSet<_> = Kind::ALL.iter().filter_map(|kind| kind.kernel()).collect();
    assert_eq!(listed, run, "kernels of the list against operations of the harness");
    for kernel in KERNELS {
        assert!(DOORS.contains(&(kernel.family, kernel.name)), "no backend has {}::{}", kernel.family, kernel.name);
        for structure in kernel.structure.iter().filter(|structure| DOORS.iter().any(|(_, door)| door == *structure)) {
            assert!(DOORS.contains(&(kernel.family, structure)), "{structure} is in another family than {}", kernel.name);
        }
    }
}

#[test]
fn every_door_is_a_kernel_or_a_structure_call() {
    for (_, door) in DOORS {
        assert!(
            KERNELS.iter().any(|kernel| kernel.name == *door || kernel.structure.contains(door)),
            "{door} is not in the list of kernels"
        );
    }
}

#[test]
fn tolerances_are_those_of_the_operators() {
    let with_results: BTreeSet<_> =
        Kind::ALL.iter().filter(|kind| kind.kernel().is_some()).flat_map(|kind| kind.operators()).copied().collect();
    let in_table: Vec<_> = TOLERANCES.iter().map(|row| row.operator).collect();
    assert_eq!(with_results, in_table.iter().copied().collect());
    assert_eq!(with_results.len(), in_table.len(), "an operator stands twice in the table");
}

/// Committed fixtures pass, run every kernel, and use up the tolerances.
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
    for row in TOLERANCES {
        let used = used[row.operator];
        assert!(row.factor == 0.0 || used >= 0.25, "{}: the fixtures use {used:.2} of the tolerance only, it is stale", row.operator);
    }
}
