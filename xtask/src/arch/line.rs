//! The table at the end.
use std::fmt::{self, Display, Formatter};

/// How a target, or a level of it, ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Verdict {
    #[default]
    Same,
    /// With the first difference.
    Differs(String),
    /// It did not run to its end.
    Broken(String),
    /// The processor does not have it.
    Unavailable(String),
    /// Something that it needs is not installed.
    Skipped(String),
}

impl Verdict {
    pub(super) const fn is_wrong(&self) -> bool {
        matches!(self, Self::Differs(_) | Self::Broken(_))
    }
}

impl Display for Verdict {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Same => f.write_str("same bits"),
            Self::Differs(first) => write!(f, "DIFFERS: {first}"),
            Self::Broken(reason) => write!(f, "BROKEN: {reason}"),
            Self::Unavailable(reason) => write!(f, "not available: {reason}"),
            Self::Skipped(reason) => write!(f, "skipped: {reason}"),
        }
    }
}

/// A target, or one level of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Line {
    pub(super) target: String,
    /// What executed it.
    pub(super) how: String,
    /// Different cases.
    pub(super) cases: usize,
    /// Results that were compared by bits: cases times backends, index types and numbers of threads.
    pub(super) runs: usize,
    pub(super) verdict: Verdict,
    /// Of the whole target; on its first line.
    pub(super) seconds: Option<f64>,
}

impl Line {
    pub(super) fn new(target: &str, how: &str) -> Self {
        Self { target: target.to_owned(), how: how.to_owned(), ..Self::default() }
    }

    pub(super) fn broken(target: &str, reason: &str) -> Self {
        Self { verdict: Verdict::Broken(reason.to_owned()), ..Self::new(target, "-") }
    }

    pub(super) fn skipped(target: &str, reason: String) -> Self {
        Self { verdict: Verdict::Skipped(reason), ..Self::new(target, "-") }
    }

    /// Counts a check. The first verdict that is wrong stays.
    pub(super) fn add(&mut self, cases: usize, runs: usize, verdict: &Verdict) {
        self.cases = self.cases.max(cases);
        self.runs += runs;
        if !self.verdict.is_wrong() && *verdict != Verdict::Same {
            self.verdict = verdict.clone();
        }
    }
}

/// The lines below each other, results last, as they may be long.
pub(super) fn table(lines: &[Line]) -> String {
    let dash = |number: usize| if number == 0 { "-".to_owned() } else { number.to_string() };
    let header = ["target", "how it ran", "cases", "runs", "seconds", "result"].map(str::to_owned);
    let rows = lines.iter().map(|line| {
        let seconds = line.seconds.map_or_else(String::new, |seconds| format!("{seconds:.1}"));
        [line.target.clone(), line.how.clone(), dash(line.cases), dash(line.runs), seconds, line.verdict.to_string()]
    });
    let rows: Vec<[String; 6]> = std::iter::once(header).chain(rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths = [0, 1, 2, 3, 4].map(width);
    rows.iter()
        .map(|[target, how, cases, runs, seconds, result]| {
            let [a, b, c, d, e] = widths;
            format!("{target:a$}  {how:b$}  {cases:>c$}  {runs:>d$}  {seconds:>e$}  {result}\n")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_keeps_the_first_wrong_verdict() {
        let mut line = Line::new("t", "here");
        line.add(3, 3, &Verdict::Same);
        line.add(5, 10, &Verdict::Unavailable("not here".to_owned()));
        line.add(5, 10, &Verdict::Differs("a".to_owned()));
        line.add(5, 10, &Verdict::Broken("b".to_owned()));
        assert_eq!((line.cases, line.runs), (5, 33));
        assert_eq!(line.verdict, Verdict::Differs("a".to_owned()));
    }

    #[test]
    fn the_table_is_aligned() {
        let same = Line { cases: 1228, runs: 7, seconds: Some(1.25), ..Line::new("aarch64", "qemu-user 7.2") };
        let text = table(&[same, Line::skipped("b", "no gcc".to_owned())]);
        assert_eq!(
            text,
            "target   how it ran     cases  runs  seconds  result\n\
             aarch64  qemu-user 7.2   1228     7      1.2  same bits\n\
             b        -                  -     -           skipped: no gcc\n"
        );
    }
}
