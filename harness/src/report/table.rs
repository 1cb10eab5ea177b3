//! The report as text.
use super::failures::{failures, skipped};
use super::{Report, Status};
use comfy_table::{Cell, CellAlignment, Color, LineStyle, Table, TableStyle};
use std::io::{self, IsTerminal, Write};

/// Prints the report; in colours on a terminal, unless `NO_COLOR` is set.
///
/// # Errors
/// Those of the standard output.
pub fn print(report: &Report) -> io::Result<()> {
    let colours = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    print_text(&text(report, colours))
}

/// Prints text. A reader that has gone away, as `head` does, is no error.
pub(crate) fn print_text(text: &str) -> io::Result<()> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

fn text(report: &Report, colours: bool) -> String {
    let mut text = format!("{}\n\n{NOTE}\n\n", operators(report, colours).trim_fmt());
    text += &format!("{}\n", backends(report, colours).trim_fmt());
    text += &skipped(report);
    text += &failures(report);
    for backend in &report.missing_backends {
        text += &format!("\nrequired backend {backend} did not run\n");
    }
    let directories: Vec<_> = report.fixtures.iter().map(|directory| directory.display().to_string()).collect();
    text + &format!(
        "\n{}: {} passed, {} failed, {} skipped of {} cases in {} ({:.1} s)\n",
        if report.passed() { "ok" } else { "FAILED" },
        report.count(|status| matches!(status, Status::Passed)),
        report.count(|status| matches!(status, Status::Failed(_))),
        report.count(|status| matches!(status, Status::Skipped(_))),
        report.cases.len(),
        directories.join(", "),
        report.seconds
    )
}

const NOTE: &str = "  errors: largest, against the exact result, relative to the sum of the magnitudes of an element's terms;
  the exact results of f64 cases were computed in f64, too";

/// One line, below the header.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::new('─', '─', '─', '─'));

fn table(header: &[&str], numbers_from: usize) -> Table {
    let mut table = Table::new();
    table.load_style(STYLE).force_no_tty().set_header(header.iter().copied().map(Cell::new));
    for column in table.column_iter_mut().skip(numbers_from) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// A relative error; 0 if results are the exact ones.
fn error(error: Option<f64>) -> String {
    match error {
        None => "-".to_owned(),
        Some(0.0) => "0".to_owned(),
        Some(error) => format!("{error:.1e}"),
    }
}

fn count(count: usize, bad: bool, colours: bool) -> Cell {
    let cell = Cell::new(if count == 0 { "-".to_owned() } else { count.to_string() });
    if bad && count > 0 && colours { cell.fg(Color::Red) } else { cell }
}

fn operators(report: &Report, colours: bool) -> Table {
    let header = ["operator", "kernel", "cases", "passed", "failed", "skipped", "f32 error:\nlacuna", "\nMXNet", "f64:\nlacuna"];
    let mut table = table(&header, 2);
    if colours {
        table.enforce_styling();
    }
    for line in report.operators() {
        let [lacuna, mxnet] = line.f32_error;
        table.add_row(vec![
            Cell::new(&line.operator),
            Cell::new(&line.kernel),
            count(line.cases, false, colours),
            count(line.passed, false, colours),
            count(line.failed, true, colours),
            count(line.skipped, false, colours),
            Cell::new(error(lacuna)),
            Cell::new(error(mxnet)),
            Cell::new(error(line.f64_error)),
        ]);
    }
    table
}

fn backends(report: &Report, colours: bool) -> Table {
    let mut table = table(&["backend", "threads", "index types", "runs", "result"], 3);
    if let Some(column) = table.column_mut(4) {
        column.set_cell_alignment(CellAlignment::Left);
    }
    if colours {
        table.enforce_styling();
    }
    for line in &report.backends {
        let threads: Vec<_> = line.threads.iter().map(usize::to_string).collect();
        let (threads, indices) = if line.skipped.is_some() {
            (String::new(), String::new())
        } else {
            (if threads.is_empty() { "-".to_owned() } else { threads.join(" ") }, line.indices.join(" "))
        };
        let result = match &line.skipped {
            Some(reason) => Cell::new(format!("skipped: {reason}")),
            None if line.differing > 0 => Cell::new(format!("{} differ", line.differing)),
            None => Cell::new("same bits"),
        };
        let result = match (colours, line.skipped.is_some(), line.differing) {
            (true, false, 0) => result.fg(Color::Green),
            (true, false, _) => result.fg(Color::Red),
            _ => result,
        };
        table.add_row(vec![Cell::new(&line.backend), Cell::new(threads), Cell::new(indices), count(line.runs, false, false), result]);
    }
    table
}
