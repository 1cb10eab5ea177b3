//! Facts and tables on the output, a progress bar on the terminal of standard error.
use super::bar::during;
use super::cells::{Cell, Columns, object};
use super::text::labelled;
use crate::left_out::Counted;
use anyhow::Result;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};
use lacuna_runtime::write_text;
use std::io::Write;
use std::path::Path;

/// Rows between two updates of the bar.
const BAR_ROWS: u64 = 4096;

/// The bar of a run whose rows are known.
const WITH_LENGTH: &str = "{prefix} {bar:30.cyan} {percent:>3}% {human_pos}/{human_len} rows, {eta} left";

/// How a run is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Sentences and tables.
    #[default]
    Text,
    /// An object of JSON a line.
    Json,
    /// Not at all.
    Quiet,
}

/// Where a run is shown.
pub struct Report<'a> {
    form: Form,
    columns: Columns,
    out: &'a mut (dyn Write + Send),
    bar: ProgressBar,
    pending: u64,
    counted: Counted,
}

impl<'a> Report<'a> {
    /// A report whose bar is hidden until it starts, and always unless standard error is a terminal.
    pub fn new(out: &'a mut (dyn Write + Send), form: Form) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Self { form, columns: Columns::default(), out, bar, pending: 0, counted: Counted::default() }
    }

    /// How it is shown.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Writes above the bar. A reader that has gone away, as `head` does, is no error.
    fn write(&mut self, line: &str) -> Result<()> {
        let out = &mut self.out;
        Ok(self.bar.suspend(|| write_text(out, &format!("{line}\n")))?)
    }

    /// A line for people.
    pub fn line(&mut self, line: &str) -> Result<()> {
        if self.form == Form::Text { self.write(line) } else { Ok(()) }
    }

    /// Something that has happened: a line for people, or its members.
    pub fn event(&mut self, name: &str, members: &[(&str, Cell)], line: &str) -> Result<()> {
        match self.form {
            Form::Text => self.write(line),
            Form::Json => self.write(&object(name, members.iter().map(|(key, cell)| (*key, cell)))),
            Form::Quiet => Ok(()),
        }
    }

    /// Something that only other programs need to be told.
    pub fn record(&mut self, name: &str, members: &[(&str, Cell)]) -> Result<()> {
        if self.form == Form::Json { self.event(name, members, "") } else { Ok(()) }
    }

    /// A text behind its label, in lines that fit the width.
    pub fn fact(&mut self, label: &str, text: &str) -> Result<()> {
        let [name, words] = [label, text].map(|word| Cell::Word(word.to_owned()));
        self.labelled_event("fact", &[("name", name), ("text", words)], label, text)
    }

    /// Something that people read behind a label.
    pub fn labelled_event(&mut self, name: &str, members: &[(&str, Cell)], label: &str, text: &str) -> Result<()> {
        self.event(name, members, &labelled(label, text))
    }

    /// A file that was written.
    pub fn file(&mut self, kind: &str, path: &Path) -> Result<()> {
        let shown = path.display().to_string();
        let line = format!("{kind} written to {shown}");
        self.event("file", &[("kind", Cell::Word(kind.to_owned())), ("path", Cell::Word(shown))], &line)
    }

    /// The head of the table whose rows follow.
    pub fn table(&mut self, columns: Columns) -> Result<()> {
        self.columns = columns;
        let head = format!("\n{}", self.columns.head());
        self.line(&head)
    }

    /// A row of it.
    pub fn row(&mut self, event: &str, cells: &[Cell]) -> Result<()> {
        match self.form {
            Form::Text => self.write(&self.columns.row(cells)),
            Form::Json => self.write(&self.columns.json(event, cells)),
            Form::Quiet => Ok(()),
        }
    }

    /// Whether the terminal of standard error, if it is one, shows how far the run is.
    pub fn shows_progress(&self) -> bool {
        self.form != Form::Quiet
    }

    /// Does something that may take long before the bar starts, and says so on a terminal.
    pub fn during<T>(&self, what: &str, work: impl FnOnce() -> T) -> T {
        during(what, self.shows_progress(), work)
    }

    /// Says on standard error, even if quiet, why the run ends early.
    pub fn notice(&mut self, text: &str) {
        // Nobody may be there to read it, and there is nowhere else to say so.
        let _ = self.bar.suspend(|| writeln!(std::io::stderr(), "{text}"));
    }

    /// The texts that the run reads.
    pub(crate) fn counted(&self) -> Counted {
        self.counted.clone()
    }

    /// Says what their readers have left out, once, unless the run is quiet.
    pub(crate) fn tell_unused(&mut self) {
        let left_out = self.counted.take();
        if self.form != Form::Quiet {
            left_out.sentences().for_each(|sentence| self.notice(sentence));
        }
    }

    /// Starts the bar; `rows` of all epochs together, if known.
    pub fn start(&mut self, rows: Option<u64>) -> Result<()> {
        // Colours are left out by the style where NO_COLOR is set.
        let template = match rows {
            Some(_) => WITH_LENGTH,
            None => "{prefix} {spinner:.cyan} {human_pos} rows",
        };
        self.bar.set_style(ProgressStyle::with_template(template)?);
        if let Some(rows) = rows {
            self.bar.set_length(rows);
        }
        if self.form != Form::Quiet {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        Ok(())
    }

    /// Starts the bar for so many of something else than rows.
    #[cfg(feature = "demo")]
    pub fn start_units(&mut self, count: u64, unit: &str) -> Result<()> {
        self.start(Some(count))?;
        let template = format!("{{bar:30.cyan}} {{percent:>3}}% {{human_pos}}/{{human_len}} {unit}, {{eta}} left");
        self.bar.set_style(ProgressStyle::with_template(&template)?);
        Ok(())
    }

    /// Moves the bar at once.
    #[cfg(feature = "demo")]
    pub fn advance_now(&mut self, count: u64) {
        self.bar.inc(count);
    }

    /// How many rows all epochs have, which was not known at the start.
    pub fn set_rows(&mut self, rows: u64) -> Result<()> {
        if self.bar.length().is_none() && !self.bar.is_hidden() {
            self.bar.set_length(rows);
            self.bar.set_style(ProgressStyle::with_template(WITH_LENGTH)?);
        }
        Ok(())
    }

    /// Shows the epoch in front of the bar.
    pub fn epoch(&mut self, epoch: u64, last: u64) {
        if !self.bar.is_hidden() {
            self.bar.set_prefix(format!("epoch {epoch}/{last}"));
        }
    }

    /// Moves the bar.
    #[inline]
    pub fn advance(&mut self, rows: u64) {
        self.pending += rows;
        if self.pending >= BAR_ROWS {
            self.bar.inc(self.pending);
            self.pending = 0;
        }
    }

    /// Takes the bar away.
    pub fn finish(&mut self) {
        self.bar.finish_and_clear();
    }

    /// The table of memory: name, bytes of the sparse form, bytes of the dense form.
    pub fn memory(&mut self, rows: &[(&str, u64, u128)]) -> Result<()> {
        if self.form == Form::Json {
            return rows.iter().try_for_each(|&(name, sparse, dense)| {
                let dense = u64::try_from(dense).map_or(Cell::Number(dense as f64), Cell::Count);
                let name = Cell::Word(name.to_owned());
                self.event("memory", &[("name", name), ("bytes", Cell::Count(sparse)), ("dense_bytes", dense)], "")
            });
        }
        let mut table = Table::new();
        table.load_style(presets::NOTHING);
        table.set_header(["memory", "sparse", "dense", "dense / sparse"]);
        for &(name, sparse, dense) in rows {
            let dense_bytes = u64::try_from(dense).map_or_else(|_| "too large".to_owned(), bytes);
            let ratio = dense as f64 / sparse as f64;
            let ratio = if ratio < 1e9 { format!("{ratio:.1}") } else { format!("{ratio:.1e}") };
            table.add_row([name.to_owned(), bytes(sparse), dense_bytes, ratio]);
        }
        for (place, column) in table.column_iter_mut().enumerate() {
            let alignment = if place == 0 { CellAlignment::Left } else { CellAlignment::Right };
            column.set_cell_alignment(alignment);
            column.set_padding((if place == 0 { 0 } else { 2 }, 0));
        }
        self.line(&format!("\n{}", table.trim_fmt()))
    }
}

fn bytes(bytes: u64) -> String {
    HumanBytes(bytes).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_aligned() {
        let mut out = Vec::new();
        let mut report = Report::new(&mut out, Form::Text);
        report.memory(&[("data, csr", 100, 4000), ("weight, row_sparse", 800, 400)]).unwrap();
        let expected = "
memory              sparse   dense    dense / sparse
data, csr            100 B  3.91 KiB            40.0
weight, row_sparse   800 B     400 B             0.5
";
        let words = |text: &str| {
            text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
        };
        let shown = String::from_utf8(out).unwrap();
        assert_eq!(words(&shown), words(expected));
        assert!(
            shown
                .lines()
                .skip(2)
                .all(|line| !line.starts_with(' ') && line.len() == shown.lines().nth(1).unwrap().len())
        );
    }
}
