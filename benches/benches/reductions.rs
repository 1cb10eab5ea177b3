//! Sums of tall matrices, short rows and long arrays, on one thread and on several.
//!
//! `cargo bench -p lacuna-benches --bench reductions [-- ROUNDS]`: the least time of so many rounds (20), each of which
//! runs all cases once, and the bytes that are read in a second.
use anyhow::{Context, Result};
use lacuna::{Broadcast, Csr, Dense, DenseMut, KernelError, Value};
use lacuna_benches_operands::times::{least, shown};
use lacuna_runtime::Cpu;
use std::hint::black_box;
use std::time::Instant;

/// A case, which gives true if it did its work.
type Run = Box<dyn FnMut(Cpu) -> bool + Send>;

struct Case {
    name: String,
    bytes: usize,
    run: Run,
    times: Vec<f64>,
}

fn values<V: Value>(length: usize) -> Vec<V> {
    (0..length).map(|i| V::narrow((i % 1009) as f64 * 0.25 - 100.0)).collect()
}

fn columns<V: Value>(name: &str, rows: usize, columns: usize) -> Case {
    let (data, mut out) = (values::<V>(rows * columns), vec![V::ZERO; columns]);
    let bytes = size_of_val(&data[..]);
    let run: Run = Box::new(move |cpu| {
        Dense::new(rows, columns, &data).is_ok_and(|a| cpu.sum_columns(black_box(a), black_box(&mut out)).is_ok())
    });
    Case { name: format!("columns of {rows} x {columns} {name}"), bytes, run, times: vec![] }
}

fn whole<V: Value>(name: &str, length: usize) -> Case {
    let (data, mut out) = (values::<V>(length), vec![V::ZERO; 1]);
    let bytes = size_of_val(&data[..]);
    let run: Run = Box::new(move |cpu| cpu.sum(black_box(&data), black_box(&mut out)).is_ok());
    Case { name: format!("all of {length} {name}"), bytes, run, times: vec![] }
}

/// Rows of `stored` entries, of which the first ones stand in the same few columns.
fn csr_columns<V: Value>(name: &str, rows: usize, columns: usize, stored: usize) -> Case {
    let indptr: Vec<i32> = (0..=rows).map(|row| (row * stored) as i32).collect();
    let step = columns / stored;
    let place = |row: usize, k: usize| (k * step + if k == 0 { 0 } else { row * 7919 % step }) as i32;
    let indices: Vec<i32> = (0..rows).flat_map(|row| (0..stored).map(move |k| place(row, k))).collect();
    let data = values::<V>(indices.len());
    let (mut scratch, mut out) = (vec![V::ZERO; 8 * columns], vec![V::ZERO; columns]);
    let bytes = size_of_val(&data[..]) + size_of_val(&indices[..]);
    let run: Run = Box::new(move |cpu| {
        Csr::trusted(rows, columns, &indptr, &indices, &data)
            .is_ok_and(|a| cpu.sum_csr_columns(black_box(a), &mut scratch, black_box(&mut out)).is_ok())
    });
    Case { name: format!("columns of a csr, {rows} x {columns}, {stored} a row, {name}"), bytes, run, times: vec![] }
}

/// Rows of 0 to twice `mean` entries, by turns that no processor foresees.
fn csr_rows<V: Value>(
    name: &str,
    rows: usize,
    mean: usize,
    reduce: impl Fn(Cpu, Csr<'_, V, i32>, &mut [V]) -> Result<(), KernelError> + Send + 'static,
) -> Case {
    let mut state = 1_u32;
    let mut length = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % (2 * mean + 1)
    };
    let (mut indptr, mut indices) = (vec![0], Vec::new());
    for _ in 0..rows {
        indices.extend(0..length() as i32);
        indptr.push(indices.len() as i32);
    }
    let (data, mut out) = (values::<V>(indices.len()), vec![V::ZERO; rows]);
    let bytes = size_of_val(&data[..]);
    let run: Run = Box::new(move |cpu| {
        Csr::trusted(rows, 2 * mean, &indptr, &indices, &data)
            .is_ok_and(|a| reduce(cpu, black_box(a), black_box(&mut out)).is_ok())
    });
    Case { name: format!("{rows} rows of a csr, {mean} a row, {name}"), bytes, run, times: vec![] }
}

fn argmax(rows: usize, columns: usize) -> Case {
    let (data, mut out) = (values::<f32>(rows * columns), vec![0_i32; rows]);
    let bytes = size_of_val(&data[..]);
    let run: Run = Box::new(move |cpu| {
        Dense::new(rows, columns, &data).is_ok_and(|a| cpu.argmax_rows(black_box(a), black_box(&mut out)).is_ok())
    });
    Case { name: format!("argmax of rows of {rows} x {columns} f32"), bytes, run, times: vec![] }
}

fn add_column(rows: usize, columns: usize) -> Case {
    let (data, column, mut out) = (values::<f32>(rows * columns), values::<f32>(rows), vec![0.0; rows * columns]);
    let bytes = 2 * size_of_val(&data[..]);
    let run: Run = Box::new(move |cpu| {
        let (a, out) = (Dense::new(rows, columns, &data), DenseMut::new(rows, columns, &mut out));
        let (Ok(a), Ok(out)) = (a, out) else { return false };
        cpu.rows_add::<f32, i32>(black_box(a).into(), Broadcast::Column(&column), out.into()).is_ok()
    });
    Case { name: format!("a column added to {rows} x {columns} f32"), bytes, run, times: vec![] }
}

fn main() -> Result<()> {
    let rounds = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(20);
    let mut cases = vec![
        columns::<f32>("f32", 1_000_000, 1),
        columns::<f32>("f32", 1_000_000, 7),
        columns::<f32>("f32", 1_000_000, 8),
        columns::<f32>("f32", 1_000_000, 32),
        columns::<f32>("f32", 200_000, 128),
        columns::<f32>("f32", 1000, 4096),
        columns::<f64>("f64", 1_000_000, 1),
        columns::<f64>("f64", 1_000_000, 8),
        columns::<f64>("f64", 200_000, 128),
        whole::<f32>("f32", 16_000_000),
        whole::<f64>("f64", 8_000_000),
        csr_columns::<f32>("f32", 1_000, 100_000, 40),
        csr_columns::<f32>("f32", 500_000, 1_000, 10),
        csr_columns::<f32>("f32", 500_000, 1_000_000, 10),
        csr_columns::<f64>("f64", 500_000, 1_000_000, 10),
        csr_rows::<f32>("sums f32", 20_000, 4, |cpu, a, out| cpu.sum_csr_rows(a, out)),
        csr_rows::<f64>("sums f64", 20_000, 4, |cpu, a, out| cpu.sum_csr_rows(a, out)),
        csr_rows::<f32>("maxima f32", 20_000, 4, |cpu, a, out| cpu.max_csr_rows(a, out)),
        csr_rows::<f32>("sums f32", 10_000, 16, |cpu, a, out| cpu.sum_csr_rows(a, out)),
        csr_rows::<f64>("sums f64", 10_000, 16, |cpu, a, out| cpu.sum_csr_rows(a, out)),
        csr_rows::<f32>("sums f32", 5_000, 64, |cpu, a, out| cpu.sum_csr_rows(a, out)),
        argmax(20_000, 4),
        argmax(5_000, 64),
        add_column(20_000, 1),
        add_column(5_000, 8),
        add_column(2_000, 100),
    ];
    for threads in [1, 2] {
        let cpu = Cpu { threads };
        let pool = Cpu::pool(threads)?;
        for _ in 0..rounds {
            for case in &mut cases {
                let start = Instant::now();
                pool.install(|| (case.run)(cpu)).then_some(()).with_context(|| format!("{} failed", case.name))?;
                case.times.push(start.elapsed().as_secs_f64() * 1e3);
            }
        }
        println!("| threads: {threads} | ms | GB/s |\n|---|--:|--:|");
        for case in &mut cases {
            let time = least(&case.times);
            println!("| {} | {} | {:.1} |", case.name, shown(Some(time)), case.bytes as f64 / time / 1e6);
            case.times.clear();
        }
    }
    Ok(())
}
