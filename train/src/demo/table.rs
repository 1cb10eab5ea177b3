//! The table at the end.
use super::Kdd2010Report;
use crate::report::significant;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::HumanBytes;

/// What the slides print for the dense and for the csr batch, in ms.
const SLIDES: [f64; 2] = [121.38, 0.21];

/// Times and memory of both forms, beside the slides' times.
pub fn table(report: &Kdd2010Report) -> String {
    let forms = [&report.dense, &report.csr];
    let times = forms.map(|form| form.median().as_secs_f64() * 1e3);
    let bytes = forms.map(|form| form.bytes);
    let all = bytes.map(|bytes| bytes.saturating_add(report.weight_bytes));
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["", "dense batch", "csr batch", "dense / csr"]);
    let mut row = |name: String, texts: [String; 2], numbers: [f64; 2]| {
        let [dense, csr] = texts;
        // A clock may not have moved on.
        let quotient = if numbers[1] > 0.0 { significant(numbers[0] / numbers[1], 3) } else { "-".to_owned() };
        table.add_row([name, dense, csr, quotient]);
    };
    let shown = |times: [f64; 2]| times.map(|time| format!("{} ms", significant(time, 4)));
    let counted = |bytes: [u64; 2]| (bytes.map(|bytes| HumanBytes(bytes).to_string()), bytes.map(|bytes| bytes as f64));
    row(format!("time, median of {}", report.dense.times.len()), shown(times), times);
    row("time, MXNet's slides".to_owned(), SLIDES.map(|time| format!("{time} ms")), SLIDES);
    let (texts, numbers) = counted(bytes);
    row("memory of the batch".to_owned(), texts, numbers);
    let (texts, numbers) = counted(all);
    row("with the weight".to_owned(), texts, numbers);
    for (place, column) in table.column_iter_mut().enumerate() {
        column.set_cell_alignment(if place == 0 { CellAlignment::Left } else { CellAlignment::Right });
        column.set_padding((if place == 0 { 0 } else { 2 }, 0));
    }
    table.trim_fmt()
}
