//! The report as data.
use crate::compare::Difference;
use crate::fixture::{Case, Dtype, FixtureError, Location};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};
use std::path::PathBuf;

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Failure {
    /// Where it was found: backend, level, threads, index type.
    pub backend: String,
    /// What is different there.
    #[serde(flatten)]
    pub difference: Box<Difference>,
}

/// How a case ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Right everywhere.
    Passed,
    /// Wrong somewhere.
    Failed(Vec<Failure>),
    /// Nothing here covers it, for this reason.
    Skipped(String),
}

/// Largest errors of one case against `exact`, relative to the magnitude of the terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct CaseErrors {
    /// Of this project.
    pub lacuna: Option<f64>,
    /// Of MXNet.
    pub mxnet: Option<f64>,
    /// Of this project, as a part of the tolerance.
    pub of_allowed: f64,
}

/// One case.
#[derive(Clone, Debug, Serialize)]
pub struct CaseReport {
    /// Where it lies.
    #[serde(flatten)]
    pub location: Location,
    /// The operator.
    pub operator: String,
    /// The kernels that ran it.
    pub kernels: Vec<&'static str>,
    /// The value type; `None` if operands differ in it.
    pub dtype: Option<Dtype>,
    /// How it ended.
    pub status: Status,
    /// True if operands or results were copied into another storage, because no kernel takes or gives the case's own.
    pub copied: bool,
    /// Its errors, where there are results.
    pub errors: Option<CaseErrors>,
}

impl CaseReport {
    pub(crate) fn new(case: &Case) -> Self {
        let (location, operator) = (case.location.clone(), case.op.clone());
        Self {
            location,
            operator,
            kernels: Vec::new(),
            dtype: None,
            status: Status::Passed,
            copied: false,
            errors: None,
        }
    }

    pub(crate) fn unreadable(operator: String, error: FixtureError) -> Self {
        let difference = Difference::new("", "file", "a fixture of schema 1 or 2", &error.fault);
        let status = Status::Failed(vec![Failure { backend: "reader".to_owned(), difference }]);
        Self {
            location: error.location,
            operator,
            kernels: Vec::new(),
            dtype: None,
            status,
            copied: false,
            errors: None,
        }
    }

    /// Operator and kernel.
    fn key(&self) -> (&str, &str) {
        (&self.operator, self.kernels.first().copied().unwrap_or(""))
    }
}

/// The cases of one operator that one kernel ran.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct OperatorReport {
    /// The operator.
    pub operator: String,
    /// The kernel; empty for what is no kernel, or not covered.
    pub kernel: String,
    /// All cases.
    pub cases: usize,
    /// Those that passed.
    pub passed: usize,
    /// Those that failed.
    pub failed: usize,
    /// Those that were skipped.
    pub skipped: usize,
    /// Largest error of `f32` results: of this project, of MXNet. Of the cases whose results both have, or of all if
    /// there is none.
    pub f32_error: [Option<f64>; 2],
    /// Largest difference of `f64` results from `exact`, which was computed in `f64`, too.
    pub f64_error: Option<f64>,
}

/// One backend, or one level of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BackendReport {
    /// Name and level.
    pub backend: String,
    /// Numbers of threads of the CPU; none, where the grid of a GPU cuts the work.
    pub threads: Vec<usize>,
    /// Index types.
    pub indices: &'static [&'static str],
    /// Runs of cases on it.
    pub runs: usize,
    /// Those whose bits differ from the reference; of the runtime, those whose results are wrong.
    pub differing: usize,
    /// Of the runtime: runs that computed with dense copies, as MXNet's storage fallback does.
    pub fallbacks: usize,
    /// Of the runtime: graphs of a form that it does not have, refused when they were built or bound.
    pub refused: usize,
    /// Why it did not run.
    pub skipped: Option<String>,
}

impl BackendReport {
    pub(crate) fn new(
        backend: String,
        threads: Vec<usize>,
        indices: &'static [&'static str],
        skipped: Option<String>,
    ) -> Self {
        Self { backend, threads, indices, runs: 0, differing: 0, fallbacks: 0, refused: 0, skipped }
    }
}

/// Everything.
#[derive(Clone, Debug)]
pub struct Report {
    /// The directories.
    pub fixtures: Vec<PathBuf>,
    /// The backends.
    pub backends: Vec<BackendReport>,
    /// Backends that were required and did not run.
    pub missing_backends: Vec<String>,
    /// The cases, in the order of their operators and names.
    pub cases: Vec<CaseReport>,
    /// Time that it took.
    pub seconds: f64,
}

impl Report {
    /// True if cases passed, none failed, and no required backend is missing.
    pub fn passed(&self) -> bool {
        self.missing_backends.is_empty()
            && !self.is_empty()
            && self.count(|status| matches!(status, Status::Failed(_))) == 0
    }

    /// True if every case was skipped, so that nothing is known.
    pub fn is_empty(&self) -> bool {
        self.count(|status| !matches!(status, Status::Skipped(_))) == 0
    }

    /// The number of cases that ended like that.
    pub fn count(&self, like: impl Fn(&Status) -> bool) -> usize {
        self.cases.iter().filter(|case| like(&case.status)).count()
    }

    /// The number of cases of which operands or results were copied into another storage.
    pub fn copied(&self) -> usize {
        self.cases.iter().filter(|case| case.copied && !matches!(case.status, Status::Skipped(_))).count()
    }

    /// The cases by operator and kernel, in the order of the kernels' first cases.
    pub fn operators(&self) -> Vec<OperatorReport> {
        let mut reports: Vec<OperatorReport> = Vec::new();
        let mut cases: Vec<&CaseReport> = self.cases.iter().collect();
        cases.sort_by_key(|case| case.key());
        for case in cases {
            let (operator, kernel) = case.key();
            if reports.last().is_none_or(|last| (&*last.operator, &*last.kernel) != (operator, kernel)) {
                reports.push(OperatorReport {
                    operator: operator.to_owned(),
                    kernel: kernel.to_owned(),
                    ..OperatorReport::default()
                });
            }
            if let Some(report) = reports.last_mut() {
                report.add(case);
            }
        }
        reports
    }
}

impl OperatorReport {
    fn add(&mut self, case: &CaseReport) {
        self.cases += 1;
        match case.status {
            Status::Passed => self.passed += 1,
            Status::Failed(_) => self.failed += 1,
            Status::Skipped(_) => self.skipped += 1,
        }
        let Some(errors) = case.errors else { return };
        let [lacuna, mxnet] = &mut self.f32_error;
        match case.dtype {
            Some(Dtype::F32) => match (errors.mxnet, *mxnet) {
                (Some(_), None) => (*lacuna, *mxnet) = (errors.lacuna, errors.mxnet),
                (None, Some(_)) => {}
                _ => (*lacuna, *mxnet) = (larger(*lacuna, errors.lacuna), larger(*mxnet, errors.mxnet)),
            },
            Some(Dtype::F64) => self.f64_error = larger(self.f64_error, errors.lacuna),
            Some(Dtype::F16 | Dtype::Bf16) | None => {}
        }
    }
}

fn larger(a: Option<f64>, b: Option<f64>) -> Option<f64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.max(b)),
        (a, b) => a.or(b),
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut report = serializer.serialize_struct("Report", 11)?;
        report.serialize_field("fixtures", &self.fixtures)?;
        report.serialize_field("seconds", &self.seconds)?;
        report.serialize_field("ok", &self.passed())?;
        report.serialize_field("passed", &self.count(|status| matches!(status, Status::Passed)))?;
        report.serialize_field("failed", &self.count(|status| matches!(status, Status::Failed(_))))?;
        report.serialize_field("skipped", &self.count(|status| matches!(status, Status::Skipped(_))))?;
        report.serialize_field("copied", &self.copied())?;
        report.serialize_field("missing_backends", &self.missing_backends)?;
        report.serialize_field("backends", &self.backends)?;
        report.serialize_field("operators", &self.operators())?;
        report.serialize_field("cases", &self.cases)?;
        report.end()
    }
}
