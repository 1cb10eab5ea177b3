//! `lacuna train wide-deep`.
use super::program::{arrays, path, rate, refused, run, stopped_anywhere, with_epochs};
use lacuna_train::{BatchReport, FitArguments, OptimizerArguments, Preset, WideDeepArguments};
use std::fs;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use tempfile::TempDir;

fn numbers(numbers: &[usize]) -> Vec<NonZeroUsize> {
    numbers.iter().filter_map(|&number| NonZeroUsize::new(number)).collect()
}

/// A problem that is trained in a moment.
fn small(epochs: u64) -> WideDeepArguments {
    WideDeepArguments {
        features: NonZeroUsize::new(60),
        table_rows: numbers(&[20, 30]),
        continuous: Some(4),
        rows: NonZeroUsize::new(450),
        width: NonZeroUsize::new(4),
        hidden: numbers(&[10, 8]),
        batch_size: NonZeroUsize::new(100),
        optimizer: OptimizerArguments { preset: Some(Preset::Mxnet), ..rate(0.01) },
        fit: with_epochs(epochs),
        ..WideDeepArguments::default()
    }
}

/// Two files of two rows each.
fn written(folder: &TempDir) -> (PathBuf, PathBuf) {
    let (wide, deep) = (path(folder, "rows.libsvm"), path(folder, "rows.csv"));
    fs::write(&wide, "1 0:1 3:1\n-1 2:1\n").unwrap();
    fs::write(&deep, "job,town,age\n4,0,0.5\n1,2,-1\n").unwrap();
    (wide, deep)
}

fn from_files(folder: &TempDir) -> WideDeepArguments {
    let (wide, deep) = written(folder);
    WideDeepArguments {
        data: Some(wide),
        deep: Some(deep),
        features: None,
        table_rows: vec![],
        continuous: None,
        rows: None,
        ..small(60)
    }
}

#[test]
fn it_learns_and_measures() {
    let folder = tempfile::tempdir().unwrap();
    let [wide, deep, outputs, model, plot] =
        ["a.libsvm", "a.csv", "outputs.txt", "model.safetensors", "loss.svg"].map(|name| path(&folder, name));
    let generated = WideDeepArguments { write_data: Some(wide.clone()), write_deep: Some(deep.clone()), ..small(20) };
    let (report, shown) = run(&generated);
    let (first, last) = (&report.epochs[0], &report.epochs[19]);
    // Rows that it did not learn.
    assert!(last.metric < 0.8 * first.metric && last.eval.unwrap() > first.eval.unwrap() + 0.03, "{first:?} {last:?}");
    let model_line =
        "wide: 60 columns; deep: table 20 x 4, table 30 x 4, 4 continuous\n          columns -> 10 -> 8 -> 2\n";
    assert!(shown.contains(model_line) && shown.contains("accuracy       auc"), "{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= 80), "{shown}");

    // The same rows from files, on threads: the same losses to the bit.
    let arguments = WideDeepArguments {
        data: Some(wide.clone()),
        deep: Some(deep.clone()),
        test: Some(wide),
        test_deep: Some(deep),
        continuous: None,
        rows: None,
        fit: FitArguments {
            threads: NonZeroUsize::new(3),
            save: Some(model.clone()),
            predictions: Some(outputs.clone()),
            plot: Some(plot.clone()),
            ..small(20).fit
        },
        ..small(20)
    };
    let (from_files, _) = run(&arguments);
    let losses = |report: &BatchReport| report.epochs.iter().map(|epoch| epoch.metric.to_bits()).collect::<Vec<_>>();
    assert_eq!(losses(&from_files), losses(&report));
    let outputs = fs::read_to_string(outputs).unwrap();
    assert!(
        outputs.lines().count() == 450
            && outputs.lines().all(|line| (0.0..=1.0).contains(&line.parse::<f64>().unwrap()))
    );
    let rows = fs::read_to_string(arguments.data.as_ref().unwrap()).unwrap();
    let correct = |(output, row): &(&str, &str)| (output.parse::<f64>().unwrap() > 0.5) == row.starts_with('1');
    let accuracy = outputs.lines().zip(rows.lines()).filter(correct);
    assert_eq!(accuracy.count() as f64 / 450.0, from_files.epochs[19].eval.unwrap());
    assert!(fs::read_to_string(plot).unwrap().contains("Wide and deep"));
    let names: Vec<String> = arrays(&model).into_iter().map(|(name, _)| name).collect();
    assert!(
        ["linear_weight", "embed_1_weight", "fc_2_bias", "mean/fc_0_weight", "steps"]
            .iter()
            .all(|name| names.iter().any(|own| own == name))
    );
    let (in_order, quiet) =
        run(&WideDeepArguments { in_order: true, fit: FitArguments { quiet: true, ..small(20).fit }, ..small(20) });
    assert!(losses(&in_order) != losses(&report) && quiet.is_empty());
}

#[test]
fn what_files_hold_decides_the_form() {
    let folder = tempfile::tempdir().unwrap();
    let (report, shown) = run(&from_files(&folder));
    assert!(shown.contains("wide: 4 columns; deep: table 5 x 4, table 3 x 4, 1 continuous columns"), "{shown}");
    assert!(report.epochs[59].metric < 0.1, "{:?}", report.epochs[59]);
    let (_, shown) = run(&WideDeepArguments { id_columns: Some(0), ..from_files(&folder) });
    assert!(shown.contains("wide: 4 columns; deep: 3 continuous columns"), "{shown}");
    let (_, shown) = run(&WideDeepArguments { id_columns: Some(1), table_rows: numbers(&[9]), ..from_files(&folder) });
    assert!(shown.contains("deep: table 9 x 4, 2 continuous columns"), "{shown}");
}

#[test]
fn stopped_anywhere_it_goes_on_with_the_same_bits() {
    stopped_anywhere(small, 16);
}

#[test]
fn what_is_wrong_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let model = path(&folder, "model.safetensors");
    run(&WideDeepArguments { fit: FitArguments { save: Some(model.clone()), ..small(1).fit }, ..small(1) });
    let load = |arguments: WideDeepArguments| {
        refused(&WideDeepArguments { fit: FitArguments { load: Some(model.clone()), ..arguments.fit }, ..arguments })
    };
    assert_eq!(
        load(WideDeepArguments { features: NonZeroUsize::new(7), ..small(1) }),
        "the loaded model has features 60, not 7"
    );
    assert_eq!(
        load(WideDeepArguments { table_rows: numbers(&[20]), ..small(1) }),
        "the loaded model has table rows [20, 30], not [20]"
    );
    assert_eq!(
        load(WideDeepArguments { hidden: numbers(&[9]), ..small(1) }),
        "the loaded model has hidden layers [10, 8], not [9]"
    );
    let (wide, deep) = written(&folder);
    assert!(
        load(WideDeepArguments { table_rows: vec![], ..from_files(&folder) }).ends_with("rows.csv:2: 3 columns, not 6")
    );
    assert!(
        refused(&WideDeepArguments { fit: FitArguments { load: Some(wide.clone()), ..small(1).fit }, ..small(1) })
            .ends_with("not a model of `lacuna train wide-deep`")
    );

    let few = WideDeepArguments { table_rows: numbers(&[4, 3]), ..from_files(&folder) };
    assert!(refused(&few).ends_with("rows.csv:2:1: id 4 is out of range: table 0 has 4 rows"), "{}", refused(&few));
    let both = WideDeepArguments { id_columns: Some(3), ..few };
    assert_eq!(refused(&both), "--table-rows has 2 numbers, for 3 id columns");
    let narrow = WideDeepArguments { features: NonZeroUsize::new(3), ..from_files(&folder) };
    assert!(refused(&narrow).contains("rows.libsvm:1:7"), "{}", refused(&narrow));
    let test = WideDeepArguments {
        test: Some(wide.clone()),
        test_deep: Some(path(&folder, "test.csv")),
        ..from_files(&folder)
    };
    fs::write(test.test_deep.as_ref().unwrap(), "4,0,1\n5,0,1\n").unwrap();
    assert!(refused(&test).ends_with("test.csv:2:1: id 5 is out of range: table 0 has 5 rows"), "{}", refused(&test));

    let arguments = from_files(&folder);
    fs::write(&deep, "4,0,0.5\n").unwrap();
    assert!(
        refused(&arguments).contains("rows.csv has 1 rows, and ") && refused(&arguments).ends_with("rows.libsvm has 2")
    );
    fs::write(&wide, "2 0:1\n").unwrap();
    assert!(refused(&arguments).contains("rows.libsvm:1:1"), "{}", refused(&arguments));
    let far =
        WideDeepArguments { optimizer: OptimizerArguments { preset: Some(Preset::Mxnet), ..rate(1e18) }, ..small(50) };
    assert!(refused(&far).contains("a smaller --learning-rate may help"), "{}", refused(&far));
    let large = WideDeepArguments {
        features: NonZeroUsize::new(100_000),
        rows: NonZeroUsize::new(10),
        fit: FitArguments { memory_limit: Some(0.001), ..small(1).fit },
        ..small(1)
    };
    assert!(refused(&large).contains("a model of 100,000 features"), "{}", refused(&large));
}
