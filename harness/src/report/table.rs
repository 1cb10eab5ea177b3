//! The report as text.
use super::failures::{failures, skipped};
use super::{Report, Status};
use comfy_table::{Cell, CellAlignment, Color, ContentArrangement, LineStyle, Table, TableStyle};
use lacuna_runtime::write_text;
use std::io;

/// Prints the report; in colours as `--color` and `NO_COLOR` say.
///
/// # Errors
/// Those of the standard output.
pub fn print(report: &Report) -> io::Result<()> {
    print_text(&text(report, console::colors_enabled()))
}

pub(crate) fn print_text(text: &str) -> io::Result<()> {
    write_text(&mut io::stdout(), text)
}

fn text(report: &Report, colours: bool) -> String {
    let mut text = format!("{}\n\n{NOTE}\n\n", operators(report, colours).trim_fmt());
    text += &format!("{}\n", backends(report, colours).trim_fmt());
    text += &skipped(report);
    text += &failures(report);
    for backend in &report.missing_backends {
        text += &format!("\nrequired backend {backend} did not run\n");
    }
    if report.is_empty() {
        text += "\nevery case was skipped, so nothing was verified\n";
    }
    if report.copied() > 0 {
        text += &format!(
            "\n{} cases ran on copies of operands, or were compared with copies of results, in another storage:\n\
             no kernel takes or gives theirs, as with MXNet's storage fallback (--json FILE marks them)\n",
            report.copied()
        );
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

const NOTE: &str = "f32, f64: the largest error against the exact result, relative to the sum of the
magnitudes of its terms, over the cases that both computed; exact results of f64
cases were computed in f64, too";

/// Columns of a line.
const WIDTH: u16 = 80;

/// One line, below the header.
const STYLE: TableStyle = TableStyle::new().header_separator(LineStyle::none().fill('─'));

fn table(header: &[&str], numbers_from: usize) -> Table {
    let mut table = Table::new();
    table.load_style(STYLE).force_no_tty().set_header(header.iter().copied().map(Cell::new));
    table.set_content_arrangement(ContentArrangement::Dynamic).set_width(WIDTH);
    for (place, column) in table.column_iter_mut().enumerate() {
        column.set_padding((if place == 0 { 0 } else { 2 }, 0));
        if place >= numbers_from {
            column.set_cell_alignment(CellAlignment::Right);
        }
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
    let header = ["operator\n  kernel", "passed", "failed", "skipped", "f32:\nlacuna", "\nMXNet", "f64:\nlacuna"];
    let mut table = table(&header, 1);
    if colours {
        table.enforce_styling();
    }
    let mut operator = String::new();
    for line in report.operators() {
        let [lacuna, mxnet] = line.f32_error;
        // The kernels of an operator stand below it; what has no kernel stands in its own line.
        let name = if line.kernel.is_empty() { line.operator.clone() } else { format!("  {}", line.kernel) };
        if !line.kernel.is_empty() && line.operator != operator {
            table.add_row([&line.operator]);
        }
        operator = line.operator;
        table.add_row(vec![
            Cell::new(name),
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
            None if line.backend == "runtime" => {
                Cell::new(format!("right, {} by dense copies; {} graphs refused", line.fallbacks, line.refused))
            }
            None => Cell::new("same bits"),
        };
        let result = match (colours, line.skipped.is_some(), line.differing) {
            (true, false, 0) => result.fg(Color::Green),
            (true, false, _) => result.fg(Color::Red),
            _ => result,
        };
        table.add_row(vec![
            Cell::new(&line.backend),
            Cell::new(threads),
            Cell::new(indices),
            count(line.runs, false, false),
            result,
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{BackendReport, CaseReport};

    #[test]
    fn tables_fit_80_columns() {
        let backend = |name: &str, skipped: Option<&str>| {
            let mut line = BackendReport::new(
                name.to_owned(),
                vec![1, 2, 7, 1024],
                &["i32", "i64", "u32"],
                skipped.map(str::to_owned),
            );
            line.runs = 1_000_000;
            line
        };
        let case = |operator: &str, kernel: &'static str| CaseReport {
            location: std::path::PathBuf::from("a.safetensors").into(),
            operator: operator.to_owned(),
            kernels: vec![kernel],
            dtype: Some(crate::fixture::Dtype::F32),
            status: Status::Passed,
            copied: false,
            errors: Some(crate::report::CaseErrors { lacuna: Some(1.5e-17), mxnet: Some(1.5e-17), of_allowed: 0.5 }),
        };
        let report = Report {
            fixtures: vec!["fixtures".into()],
            backends: vec![
                backend("cpu avx512", None),
                backend("capi with a name of its own", Some(&"a reason of very many words ".repeat(5))),
            ],
            missing_backends: Vec::new(),
            cases: vec![
                case("multi_mp_sgd_mom_update", "dense_to_csr_one_pass"),
                case("multi_mp_sgd_mom_update", "csr_t_dense_to_dense"),
                case("dot", "csr_dense"),
                case("_an_operator_with_a_name_longer_than_its_column", "csr_dense"),
            ],
            seconds: 1.0,
        };
        let shown = text(&report, false);
        for line in shown.lines() {
            assert!(line.chars().count() <= usize::from(WIDTH), "{line}\n{shown}");
        }
        for part in
            ["\nmulti_mp_sgd_mom_update", "\n  csr_t_dense_to_dense ", "\n  csr_dense ", "1 2 7 1024", "a reason of"]
        {
            assert!(shown.contains(part), "{part} is not in\n{shown}");
        }
    }
}
