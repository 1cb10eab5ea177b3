//! Failures and skipped cases as text.
use super::{CaseReport, Report, Status};
use std::collections::BTreeMap;

/// Failed cases that are shown; all are in the JSON report.
const MOST_SHOWN: usize = 30;

/// How many cases were skipped for which reason.
pub(super) fn skipped(report: &Report) -> String {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for case in &report.cases {
        if let Status::Skipped(reason) = &case.status {
            *reasons.entry(reason).or_default() += 1;
        }
    }
    let lines = reasons.iter().map(|(reason, cases)| format!("{cases:>5}  {reason}\n"));
    lines.fold(if reasons.is_empty() { String::new() } else { "\nskipped:\n".to_owned() }, |text, line| text + &line)
}

/// The first difference of each failed case.
pub(super) fn failures(report: &Report) -> String {
    let failed: Vec<&CaseReport> =
        report.cases.iter().filter(|case| matches!(case.status, Status::Failed(_))).collect();
    if failed.is_empty() {
        return String::new();
    }
    let mut text = "\nfailed:\n".to_owned();
    for case in failed.iter().take(MOST_SHOWN) {
        let Status::Failed(failures) = &case.status else { continue };
        let Some(first) = failures.first() else { continue };
        text += &format!("  {}\n    {}: {}\n", case.location, first.backend, first.difference);
        if failures.len() > 1 {
            text += &format!("    and {} more on other backends\n", failures.len() - 1);
        }
    }
    if failed.len() > MOST_SHOWN {
        text += &format!("  and {} more cases (--json FILE has all)\n", failed.len() - MOST_SHOWN);
    }
    text
}
