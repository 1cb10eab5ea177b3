//! An array in words and tables.
use super::memory::Sizes;
use super::rows::RowLengths;
use crate::report::{Cell, Form, Report, significant};
use anyhow::Result;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{HumanBytes, HumanCount};
use lacuna_runtime::array::Array;

/// Columns of the longest bar.
const BAR: u64 = 40;

/// Digits of densities.
const DIGITS: i32 = 3;

/// Storage, dtype and shape.
pub fn kind(array: &Array) -> String {
    let shape: Vec<_> = array.shape().iter().map(|&length| HumanCount(length as u64).to_string()).collect();
    let shape = if shape.is_empty() { "without dimensions".to_owned() } else { shape.join(" x ") };
    format!("{} of {}, {shape}", array.stype(), array.dtype())
}

/// The same as JSON.
fn record(report: &mut Report<'_>, name: &str, array: &Array, sizes: &Sizes, lengths: &RowLengths) -> Result<()> {
    let word = |text: String| Cell::Word(text);
    let count = |count: usize| Cell::Count(count as u64);
    let bytes = |bytes: Option<u128>| {
        bytes.map_or(Cell::None, |bytes| u64::try_from(bytes).map_or(Cell::Number(bytes as f64), Cell::Count))
    };
    let bins = lengths.bins.iter().map(|&rows| Cell::Count(rows)).collect();
    report.record(
        "array",
        &[
            ("name", word(name.to_owned())),
            ("stype", word(array.stype().to_string())),
            ("dtype", word(array.dtype().to_string())),
            ("shape", Cell::List(array.shape().iter().map(|&length| count(length)).collect())),
            ("stored", count(array.nnz())),
            ("nonzero", count(array.count_nonzero())),
            ("density", Cell::Number(sizes.density())),
            ("rows", Cell::Count(lengths.rows)),
            ("shortest_row", Cell::Count(lengths.shortest)),
            ("longest_row", Cell::Count(lengths.longest)),
            ("mean_row", Cell::Number(lengths.mean())),
            ("rows_by_length", Cell::List(bins)),
            ("dense_bytes", bytes(Some(sizes.dense()))),
            ("csr_bytes", bytes(sizes.csr())),
            ("row_sparse_bytes", bytes(sizes.row_sparse())),
        ],
    )
}

pub fn show(report: &mut Report<'_>, name: &str, array: &Array, sizes: &Sizes, lengths: &RowLengths) -> Result<()> {
    if report.form() == Form::Json {
        return record(report, name, array, sizes, lengths);
    }
    report.line("")?;
    report.fact("array", &format!("{name}: {}", kind(array)))?;
    report.fact("stored", &stored(array, sizes))?;
    report.fact("rows", &rows(lengths))?;
    report.line(&histogram(lengths))?;
    report.line(&format!("\n{}", memory(sizes)))
}

fn stored(array: &Array, sizes: &Sizes) -> String {
    let count = |count: u128| {
        u64::try_from(count).map_or_else(|_| format!("{:.3e}", count as f64), |count| HumanCount(count).to_string())
    };
    let (nnz, nonzero) = (array.nnz(), array.count_nonzero());
    let mut text = format!("{} of {} elements", count(nnz as u128), count(sizes.elements()));
    if nnz > nonzero {
        text += &format!(", {} of them 0", count((nnz - nonzero) as u128));
    }
    text + &format!("; density {}", significant(sizes.density(), DIGITS))
}

fn rows(lengths: &RowLengths) -> String {
    let RowLengths { rows, shortest, longest, .. } = *lengths;
    let [rows, shortest, longest] = [rows, shortest, longest].map(HumanCount);
    format!("{rows}; entries of a row: {shortest} to {longest}, mean {}", significant(lengths.mean(), DIGITS))
}

fn histogram(lengths: &RowLengths) -> String {
    let bins: Vec<_> =
        lengths.used().map(|(bin, rows)| (RowLengths::label(bin), HumanCount(rows).to_string(), rows)).collect();
    let most = bins.iter().map(|bin| bin.2).max().unwrap_or(0).max(1);
    let width = |words: &mut dyn Iterator<Item = &String>, head: &str| {
        words.map(String::len).max().unwrap_or(0).max(head.len())
    };
    let (labels, counts) =
        (width(&mut bins.iter().map(|bin| &bin.0), "entries"), width(&mut bins.iter().map(|bin| &bin.1), "rows"));
    let mut text = format!("\n{:>labels$}  {:>counts$}", "entries", "rows");
    for (label, count, rows) in &bins {
        // One row is seen, too.
        let bar = (u128::from(*rows) * u128::from(BAR)).div_ceil(u128::from(most));
        let bar = "#".repeat(usize::try_from(bar).unwrap_or(0));
        text += format!("\n{label:>labels$}  {count:>counts$}  {bar}").trim_end();
    }
    text
}

fn memory(sizes: &Sizes) -> String {
    let bytes = |bytes: u128| {
        u64::try_from(bytes).map_or_else(|_| "too large".to_owned(), |bytes| HumanBytes(bytes).to_string())
    };
    let ratio =
        |bytes: u128| if bytes == 0 { String::new() } else { significant(sizes.dense() as f64 / bytes as f64, DIGITS) };
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["memory", "bytes", "dense / it", "less than dense below", "here"]);
    table.add_row(["dense".to_owned(), bytes(sizes.dense()), ratio(sizes.dense()), String::new(), String::new()]);
    let density = |density: f64| format!("density {}", significant(density, DIGITS));
    let share = |share: f64| format!("{:.1} % of rows", share * 100.0);
    let rows = [
        ("csr", sizes.csr(), density(sizes.csr_break_even()), density(sizes.density())),
        ("row_sparse", sizes.row_sparse(), share(sizes.row_sparse_break_even()), share(sizes.share_of_rows())),
    ];
    for (name, size, below, here) in rows {
        if let Some(size) = size {
            table.add_row([name.to_owned(), bytes(size), ratio(size), below, here]);
        }
    }
    for (place, column) in table.column_iter_mut().enumerate() {
        let alignment = if place == 0 { CellAlignment::Left } else { CellAlignment::Right };
        column.set_cell_alignment(alignment);
        column.set_padding((if place == 0 { 0 } else { 2 }, 0));
    }
    table.trim_fmt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(array: &Array) -> String {
        let mut out = Vec::new();
        let mut report = Report::new(&mut out, Form::Text);
        show(&mut report, "a", array, &Sizes::of(array), &RowLengths::of(array)).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_csr_in_words() {
        let csr = Array::csr(
            Some([4, 10]),
            vec![0, 1, 1, 4, 7],
            vec![5, 0, 1, 2, 0, 1, 8],
            vec![0.0_f32, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
        );
        // 160 bytes; 7 * 12 + 5 * 8; 2 rows of 48 bytes. (160 - 40) / (12 * 40); 40 / 48.
        let expected = "
array     a: csr of float32, 4 x 10
stored    7 of 40 elements, 1 of them 0; density 0.175
rows      4; entries of a row: 0 to 3, mean 1.75

entries  rows
      0     1  ####################
      1     1  ####################
    2-3     2  ########################################

memory      bytes  dense / it  less than dense below            here
dense       160 B        1.00
csr         124 B        1.29          density 0.250   density 0.175
row_sparse   96 B        1.67         83.3 % of rows  50.0 % of rows
";
        let trimmed = |text: &str| text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        assert_eq!(trimmed(&shown(&csr.unwrap())), trimmed(expected));
    }

    #[test]
    fn only_storage_types_that_an_array_can_have() {
        let scalar = shown(&Array::dense(&[], vec![1.0_f64]).unwrap());
        assert!(scalar.contains("a: default of float64, without dimensions\n"), "{scalar}");
        assert!(!scalar.contains("csr") && !scalar.contains("row_sparse"), "{scalar}");
        let cube = shown(&Array::dense(&[2, 3, 4], vec![1_u8; 24]).unwrap());
        assert!(!cube.contains("csr") && cube.contains("row_sparse"), "{cube}");
        let huge = shown(&Array::row_sparse(&[1 << 60, 1 << 20], vec![], Vec::<f32>::new()).unwrap());
        assert!(huge.contains("0 of 1.209e24 elements; density 0\n") && huge.contains("too large"), "{huge}");
        let none = shown(&Array::dense(&[0, 2], Vec::<f32>::new()).unwrap());
        assert!(none.contains("rows      0; entries of a row: 0 to 0, mean 0\n"), "{none}");
        assert!(none.lines().all(|line| line.len() <= 80), "{none}");
    }
}
