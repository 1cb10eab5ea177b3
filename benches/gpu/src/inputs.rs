//! The operands as `.npy` files, so that other libraries get the same ones.
use anyhow::{Context, Result, ensure};
use lacuna_benches_operands::npy;
use lacuna_benches_operands::seeded::{self, Arrays};
use rand::RngExt;
use std::path::Path;

/// Elements of a row of the weights, and of what else is made of rows.
pub const ROW_LENGTH: usize = 128;

/// A square csr.
#[derive(Clone, Copy, Debug)]
pub struct SquareCsr {
    /// Its name, and that of its files.
    pub name: &'static str,
    /// Columns of the dense operands that it is multiplied by.
    pub widths: &'static [usize],
}

const WIDTHS: &[usize] = &[1, 8, 32, 128];

/// The csr of the products. Only `small` and `tiny` fit the second-level cache.
pub const SQUARES: [SquareCsr; 5] = [
    SquareCsr { name: "uniform", widths: WIDTHS },
    SquareCsr { name: "power_law", widths: WIDTHS },
    SquareCsr { name: "laplacian", widths: WIDTHS },
    SquareCsr { name: "small", widths: WIDTHS },
    SquareCsr { name: "tiny", widths: &[8] },
];

/// Stored rows of the gradients. A hundred show what a call costs.
pub const TOUCHED: [usize; 4] = [100, 10_000, 100_000, 500_000];

/// Percentages of stored elements of the matrices that are cast.
pub const PERCENTAGES: [usize; 2] = [1, 10];

/// Rows and columns of the large csr, and rows of the weights.
const ROWS: usize = 1_000_000;
const SMALL_ROWS: usize = 40_000;
const TINY_ROWS: usize = 100;
const ENTRIES_PER_ROW: usize = 16;
/// Rows and columns of what is cast to csr.
const CAST_ROWS: usize = 20_000;
/// Rows of the arrays that are added, kept and made canonical.
const STORED: usize = 100_000;
const REPEATED: usize = 200_000;

/// Written last.
const DONE: &str = "inputs.txt";

/// Writes all files. `divisor` is how much smaller the long dimensions are than in what the results are made with.
///
/// # Errors
/// If the folder cannot be made or written.
pub fn write(folder: &Path, divisor: usize) -> Result<()> {
    ensure!(divisor > 0, "the divisor is 0");
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let scaled = |dimension: usize| (dimension / divisor).max(1);
    for square in &SQUARES {
        write_csr(folder, square.name, &square_named(square.name, scaled))?;
    }
    for percentage in PERCENTAGES {
        let name = format!("cast_{percentage}");
        let (random, rows) = (&mut seeded::random(&name), scaled(CAST_ROWS));
        let lengths = std::iter::repeat_n((rows * percentage / 100).max(1), rows);
        write_csr(folder, &name, &seeded::csr(random, lengths, rows, seeded::uniform))?;
    }
    let rows = scaled(ROWS);
    write_values(folder, "dense", rows)?;
    let most = TOUCHED.into_iter().max().unwrap_or(0).max(REPEATED);
    write_values(folder, "gradient", scaled(most).max(TOUCHED[0]))?;
    for touched in TOUCHED {
        // The least is so small at any divisor.
        let count = if touched == TOUCHED[0] { touched } else { scaled(touched) };
        write_ids(folder, &format!("ids_{touched}"), &ascending(&format!("ids_{touched}"), count.min(rows), rows))?;
    }
    let stored = ascending(&format!("ids_{STORED}"), scaled(STORED), rows);
    write_ids(folder, "ids_keep", &stored.into_iter().step_by(2).collect::<Vec<_>>())?;
    write_ids(folder, "ids_other", &ascending("ids_other", scaled(STORED), rows))?;
    let random = &mut seeded::random("ids_repeated");
    write_ids(
        folder,
        "ids_repeated",
        &(0..scaled(REPEATED)).map(|_| seeded::zipf(random, rows) as i64).collect::<Vec<_>>(),
    )?;
    let done = folder.join(DONE);
    std::fs::write(&done, format!("divisor {divisor}\n")).with_context(|| done.display().to_string())
}

fn square_named(name: &str, scaled: impl Fn(usize) -> usize) -> Arrays {
    let (random, rows) = (&mut seeded::random(name), scaled(ROWS));
    let uniform = |random: &mut _, rows: usize, length| {
        seeded::csr(random, std::iter::repeat_n(length, rows), rows, seeded::uniform)
    };
    match name {
        "power_law" => {
            // Long rows and hot columns.
            let lengths = seeded::power_law(random, rows, ENTRIES_PER_ROW);
            seeded::csr(random, lengths.into_iter().map(|length| length.min(rows / 2).max(1)), rows, seeded::zipf)
        }
        "laplacian" => seeded::laplacian(rows),
        "small" => uniform(random, scaled(SMALL_ROWS), ENTRIES_PER_ROW),
        "tiny" => uniform(random, TINY_ROWS, 5),
        _ => uniform(random, rows, ENTRIES_PER_ROW),
    }
}

fn ascending(name: &str, count: usize, rows: usize) -> Vec<i64> {
    let (_, ids, _) = seeded::csr(&mut seeded::random(name), std::iter::once(count), rows, seeded::uniform);
    ids.into_iter().map(i64::from).collect()
}

fn write_csr(folder: &Path, name: &str, (indptr, indices, values): &Arrays) -> Result<()> {
    let indptr = indptr.iter().map(|&pointer| i32::try_from(pointer)).collect::<Result<Vec<_>, _>>()?;
    npy::write(&folder.join(format!("{name}_indptr.npy")), None, &indptr)?;
    npy::write(&folder.join(format!("{name}_indices.npy")), None, indices)?;
    npy::write(&folder.join(format!("{name}_values.npy")), None, values)
}

fn write_values(folder: &Path, name: &str, rows: usize) -> Result<()> {
    let random = &mut seeded::random(name);
    let values: Vec<_> = (0..rows * ROW_LENGTH).map(|_| random.random::<f32>() - 0.5).collect();
    npy::write(&folder.join(name).with_extension("npy"), Some(ROW_LENGTH), &values)
}

fn write_ids(folder: &Path, name: &str, ids: &[i64]) -> Result<()> {
    npy::write(&folder.join(name).with_extension("npy"), None, ids)
}
