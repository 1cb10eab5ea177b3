//! What readers leave out of files, and what they guess: told once, or refused.
use crate::fit_arguments::FitArguments;
use crate::report::{Form, Report};
use anyhow::{Result, bail};
use indicatif::HumanCount;
use lacuna_runtime::libsvm::{Unused, UnusedCounts};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Sentences about what was left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LeftOut(Vec<String>);

impl LeftOut {
    /// The first line of a file, which is a header.
    pub fn header(&mut self, path: &Path, line: &str) {
        // What of it tells which line it is.
        const SHOWN: usize = 40;
        let shown: String = line.chars().take(SHOWN).collect();
        let more = if line.chars().nth(SHOWN).is_some() { "..." } else { "" };
        self.0.push(format!("{}: the first line is taken as a header: {shown}{more}", path.display()));
    }

    /// Fields behind those that are read, on so many lines.
    pub fn fields(&mut self, path: &Path, fields: usize, lines: usize) {
        if fields > 0 && lines > 0 {
            let what = if fields == 1 { "the last field".to_owned() } else { format!("the last {fields} fields") };
            let of = if lines == 1 { "1 line".to_owned() } else { format!("{} lines", HumanCount(lines as u64)) };
            self.0.push(format!("{}: not used: {what} of {of}", path.display()));
        }
    }

    /// Words that the vocabulary does not have.
    pub fn words(&mut self, path: &Path, unknown: u64, all: u64) {
        if unknown > 0 {
            let [unknown, all] = [unknown, all].map(HumanCount);
            self.0.push(format!("{}: not in the vocabulary: {unknown} of {all} words", path.display()));
        }
    }

    /// What rows have beside what is read.
    pub fn unused(&mut self, name: &str, counts: UnusedCounts) {
        let UnusedCounts { query_ids, bases, weights } = counts;
        let whats = [(query_ids, "query ids (qid)"), (bases, "bases behind the importance"), (weights, "importances")];
        for (count, what) in whats.into_iter().filter(|&(count, _)| count > 0) {
            let unit = if count == 1 { "row" } else { "rows" };
            self.0.push(format!("{name}: not used: {what} of {} {unit}", HumanCount(count)));
        }
    }

    /// Entries behind those that the pointers of an array name.
    pub fn spare(&mut self, name: &str, entries: u64) {
        if entries > 0 {
            let what = if entries == 1 { "entry" } else { "entries" };
            self.0.push(format!("{name}: not used: {} {what} behind the last row", HumanCount(entries)));
        }
    }

    /// Tells all of them on standard error, unless the run is quiet.
    ///
    /// # Errors
    /// The first one, if nothing may be left out.
    pub fn tell(&self, fit: &FitArguments, report: &mut Report<'_>) -> Result<()> {
        self.expect_none(fit.strict)?;
        if report.form() != Form::Quiet {
            self.sentences().for_each(|sentence| report.notice(sentence));
        }
        Ok(())
    }

    /// Refuses all of them.
    ///
    /// # Errors
    /// The first one, if nothing may be left out.
    pub fn expect_none(&self, strict: bool) -> Result<()> {
        match self.0.first() {
            Some(sentence) if strict => bail!("{sentence}: --strict refuses that"),
            _ => Ok(()),
        }
    }

    /// All of them.
    pub fn sentences(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

/// Texts whose readers count what they leave out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counted(Arc<Mutex<Vec<CountedText>>>);

/// The name of a text, and what is counted of it.
type CountedText = (String, Arc<Unused>);

impl Counted {
    /// The counts of another text.
    pub fn of(&self, name: &str) -> Option<Arc<Unused>> {
        let unused = Arc::new(Unused::default());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push((name.to_owned(), unused.clone()));
        Some(unused)
    }

    /// What has been counted so far; later passes count no more.
    pub fn take(&self) -> LeftOut {
        let mut left_out = LeftOut::default();
        for (name, unused) in self.0.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            left_out.unused(&name, unused.take());
        }
        left_out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_have_the_numbers() {
        let (path, mut left) = (Path::new("a.csv"), LeftOut::default());
        left.header(path, "user,item");
        left.header(path, &"x".repeat(41));
        left.fields(path, 1, 1200);
        left.fields(path, 2, 1);
        left.fields(path, 0, 7);
        left.words(path, 1, 1200);
        left.words(path, 0, 7);
        left.unused("a.libsvm", UnusedCounts { query_ids: 1200, bases: 1, weights: 0 });
        left.unused("b.vw", UnusedCounts { query_ids: 0, bases: 0, weights: 2 });
        left.spare("a", 1);
        left.spare("b", 1200);
        left.spare("c", 0);
        let long = format!("a.csv: the first line is taken as a header: {}...", "x".repeat(40));
        assert_eq!(
            left.0,
            [
                "a.csv: the first line is taken as a header: user,item",
                &long,
                "a.csv: not used: the last field of 1,200 lines",
                "a.csv: not used: the last 2 fields of 1 line",
                "a.csv: not in the vocabulary: 1 of 1,200 words",
                "a.libsvm: not used: query ids (qid) of 1,200 rows",
                "a.libsvm: not used: bases behind the importance of 1 row",
                "b.vw: not used: importances of 2 rows",
                "a: not used: 1 entry behind the last row",
                "b: not used: 1,200 entries behind the last row"
            ]
        );
    }
}
