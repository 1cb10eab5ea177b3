//! `lacuna demo kdd2010` on small shapes: its results, what it shows and what it refuses.
#![cfg(feature = "demo")]
#![allow(clippy::unwrap_used)]
use clap::Parser;
use lacuna_models::train::{ProblemSize, Random, Stream, tutorial_problem};
use lacuna_train::{DemoArguments, DemoModel, Form, Kdd2010Arguments, Kdd2010Report, demo_kdd2010};

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    demo: DemoArguments,
}

fn parsed(line: &str) -> Result<Kdd2010Arguments, clap::Error> {
    let line = Line::try_parse_from(["lacuna", "kdd2010"].into_iter().chain(line.split_whitespace()))?;
    let DemoModel::Kdd2010(arguments) = line.demo.model else { panic!("another demonstration") };
    Ok(arguments)
}

fn run(line: &str) -> Result<(Kdd2010Report, String), String> {
    let mut out = Vec::new();
    let report = demo_kdd2010(&parsed(line).unwrap(), &mut out, Form::Text).map_err(|error| format!("{error:#}"))?;
    Ok((report, String::from_utf8(out).unwrap()))
}

const SMALL: &str = "--features 5000 --rows 7 --columns 3 --entries 20 --repeat 3 --seed 4";

#[test]
fn products_are_right() {
    let (report, _) = run(&format!("{SMALL} --threads 1")).unwrap();
    let (rows, features, columns) = (7, 5000, 3);
    let batch = tutorial_problem::<f32, i32>(4, ProblemSize { rows, features, density: 20.0 / 5000.0 }).unwrap();
    assert_eq!(batch.values.len(), 140);
    let mut random = Random::new(4, Stream::Weight);
    let weight: Vec<f64> = (0..features * columns).map(|_| random.uniform() - 0.5).collect();
    for row in 0..rows {
        for column in 0..columns {
            let entries = batch.indptr[row] as usize..batch.indptr[row + 1] as usize;
            let expected: f64 = entries
                .map(|k| f64::from(batch.values[k]) * weight[batch.indices[k] as usize * columns + column])
                .sum();
            for product in [&report.dense.product, &report.csr.product] {
                assert!((f64::from(product[row * columns + column]) - expected).abs() < 1e-5);
            }
        }
    }
    assert!(report.largest_difference < 1e-5);
    assert_eq!(
        (report.dense.bytes, report.csr.bytes, report.weight_bytes),
        (7 * 5000 * 4, 8 * 4 + 140 * 8, 5000 * 3 * 4)
    );
    assert_eq!((report.dense.times.len(), report.csr.times.len()), (3, 3));
}

#[test]
fn results_depend_on_the_seed_alone() {
    let of = |line: &str| run(line).map(|(report, _)| [report.dense.product, report.csr.product]).unwrap();
    let one = of(&format!("{SMALL} --threads 1"));
    assert_eq!(of(&format!("{SMALL} --threads 3")), one);
    assert_ne!(of("--features 5000 --rows 7 --columns 3 --entries 20 --repeat 1 --seed 5"), one);
}

#[test]
fn the_table_stands_beside_the_slides() {
    let (_, shown) = run(SMALL).unwrap();
    for text in [
        "generated from seed 4: 7 rows x 5,000 features, 140 entries",
        "product   7 x 3, float32, ",
        "121.38 ms",
        "0.21 ms",
        "578",
        "136.72 KiB",
        "1.12 KiB",
        "time, median of 3",
    ] {
        assert!(shown.contains(text), "{text} in {shown}");
    }
    assert!(shown.lines().all(|line| line.len() <= 80), "{shown}");
}

#[test]
fn the_default_is_the_data_set() {
    let arguments = parsed("").unwrap();
    let numbers =
        [arguments.features, arguments.rows, arguments.columns, arguments.entries].map(std::num::NonZeroUsize::get);
    assert_eq!((numbers, arguments.seed), ([20_216_830, 32, 1, 36], 0));
    assert_eq!(parsed("--memory 8").unwrap().memory_limit, Some(8.0));
}

#[test]
fn what_is_refused() {
    let refused = |line: &str| run(line).unwrap_err();
    // Before anything of it is in memory.
    let large = refused("--rows 64");
    assert!(
        large.starts_with("a dense batch of 64 x 20216830, with its csr and a weight of 1 columns, takes 4.9"),
        "{large}"
    );
    assert!(large.ends_with(", more than 4.00 GiB: allow it with --memory-limit"), "{large}");
    let small = refused("--features 1000 --rows 4 --memory-limit 0.00001");
    assert!(small.contains("more than 10.49 KiB"), "{small}");
    assert_eq!(refused("--features 10 --entries 11"), "11 entries a row, but there are 10 features");
    assert_eq!(refused("--features 4294967296"), "4294967296 features: at most 2147483647 are supported");
    assert_eq!(
        refused(&format!("--rows {}", usize::MAX)),
        format!("a batch of {} x 20216830 is too large", usize::MAX)
    );
    for (line, text) in [
        ("--rows 0", "1 or more"),
        ("--threads 2000", "1 to 1024"),
        ("--memory -1", "a positive number"),
        ("--seed x", "--seed"),
    ] {
        let refused = parsed(line).unwrap_err().to_string();
        assert!(refused.contains(text), "{refused}");
    }
}
