//! What a run shows: facts and tables on the output, a progress bar on the terminal of standard error.
use anyhow::Result;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{HumanBytes, ProgressBar, ProgressDrawTarget, ProgressStyle};
use lacuna_runtime::write_text;
use std::io::Write;

/// Rows between two updates of the bar.
const BAR_ROWS: u64 = 4096;

/// Columns of a line.
const WIDTH: usize = 80;

/// Columns of the label of a fact.
const LABEL: usize = 10;

/// Digits of a shown loss.
pub const LOSS_DIGITS: i32 = 6;

/// Where a run is shown.
pub struct Report<'a> {
    quiet: bool,
    out: &'a mut (dyn Write + Send),
    bar: ProgressBar,
    pending: u64,
}

impl<'a> Report<'a> {
    /// A report whose bar is hidden until it starts, and always unless standard error is a terminal. A quiet one shows
    /// nothing.
    pub fn new(out: &'a mut (dyn Write + Send), quiet: bool) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        Self { quiet, out, bar, pending: 0 }
    }

    /// Writes a line above the bar. A reader that has gone away, as `head` does, is no error.
    pub fn line(&mut self, line: &str) -> Result<()> {
        if self.quiet {
            return Ok(());
        }
        let out = &mut self.out;
        Ok(self.bar.suspend(|| write_text(out, &format!("{line}\n")))?)
    }

    /// Writes a text behind its label, in lines that fit the width.
    pub fn fact(&mut self, label: &str, text: &str) -> Result<()> {
        self.line(&labelled(label, text))
    }

    /// Says on standard error, even if quiet, why the run ends early.
    pub fn notice(&mut self, text: &str) {
        // Nobody may be there to read it, and there is nowhere else to say so.
        let _ = self.bar.suspend(|| writeln!(std::io::stderr(), "{text}"));
    }

    /// Starts the bar; `rows` of all epochs together, if known.
    pub fn start(&mut self, rows: Option<u64>) -> Result<()> {
        // Colours are left out by the style where NO_COLOR is set.
        let template = match rows {
            Some(_) => "{prefix} {bar:30.cyan} {percent:>3}% {human_pos}/{human_len} rows, {eta} left",
            None => "{prefix} {spinner:.cyan} {human_pos} rows",
        };
        self.bar.set_style(ProgressStyle::with_template(template)?);
        if let Some(rows) = rows {
            self.bar.set_length(rows);
        }
        if !self.quiet {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
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

/// Words behind a label, broken where a line would become longer than [`WIDTH`].
fn labelled(label: &str, text: &str) -> String {
    let mut shown = format!("{label:<LABEL$}");
    let mut column = LABEL;
    for (place, word) in text.split(' ').enumerate() {
        let length = word.chars().count();
        if place > 0 && column + 1 + length > WIDTH {
            shown += &format!("\n{:LABEL$}", "");
            column = LABEL;
        } else if place > 0 {
            shown.push(' ');
            column += 1;
        }
        shown += word;
        column += length;
    }
    shown
}

fn bytes(bytes: u64) -> String {
    HumanBytes(bytes).to_string()
}

/// A number with so many significant digits.
pub fn significant(value: f64, digits: i32) -> String {
    match value.abs() {
        0.0 => "0".to_owned(),
        size if (1e-4..1e9).contains(&size) => {
            let decimals = digits - 1 - size.log10().floor() as i32;
            format!("{value:.*}", usize::try_from(decimals).unwrap_or(0))
        }
        _ => format!("{value:.*e}", usize::try_from(digits - 1).unwrap_or(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_their_digits() {
        let shown = [0.0, 0.36123456, 1.0, 12345.678, 123456789.0, 1.5e-7, 2.5e12].map(|value| significant(value, 6));
        assert_eq!(shown, ["0", "0.361235", "1.00000", "12345.7", "123456789", "1.50000e-7", "2.50000e12"]);
        assert_eq!(significant(0.01, 3), "0.0100");
    }

    #[test]
    fn tables_are_aligned() {
        let mut out = Vec::new();
        let mut report = Report::new(&mut out, false);
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
