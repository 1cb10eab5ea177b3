//! What readers leave out of files, and what they guess: told once, or refused.
use crate::fit_arguments::FitArguments;
use crate::report::{Form, Report};
use anyhow::{Result, bail};
use indicatif::HumanCount;
use std::path::Path;

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

    /// Tells all of them on standard error, unless the run is quiet.
    ///
    /// # Errors
    /// The first one, if nothing may be left out.
    pub fn tell(&self, fit: &FitArguments, report: &mut Report<'_>) -> Result<()> {
        if let (Some(sentence), true) = (self.0.first(), fit.strict) {
            bail!("{sentence}: --strict refuses that");
        }
        if report.form() != Form::Quiet {
            self.sentences().for_each(|sentence| report.notice(sentence));
        }
        Ok(())
    }

    /// All of them.
    pub fn sentences(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
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
        let long = format!("a.csv: the first line is taken as a header: {}...", "x".repeat(40));
        assert_eq!(
            left.0,
            [
                "a.csv: the first line is taken as a header: user,item",
                &long,
                "a.csv: not used: the last field of 1,200 lines",
                "a.csv: not used: the last 2 fields of 1 line"
            ]
        );
    }
}
