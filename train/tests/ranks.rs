//! Commands that learn row after row or by batches, in slices of one process: what they say, refuse, and go on from.
//! `cargo xtask machines` runs them on several ranks.
#![allow(clippy::unwrap_used, reason = "tests")]
use lacuna_train::{
    ClassifyArguments, FfmArguments, FitArguments, LinearArguments, MlpArguments, OnlineArguments, OnlineData,
    RankArguments, RowsArguments, train_classify, train_ffm, train_linear, train_mlp,
};
use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const ROWS: usize = 64;

/// Rows of 9 features, each in a field of its own where there are fields.
fn data(folder: &TempDir, fields: bool) -> PathBuf {
    let path = folder.path().join(if fields { "rows.ffm" } else { "rows" });
    let entry = |row: usize, place: usize| {
        let field = if fields { format!("{place}:") } else { String::new() };
        format!(" {field}{}:{}", 3 * place + (row * row + place) % 3, 0.25 * (1 + row % 5) as f64)
    };
    let row = |row: usize| format!("{}{}{}{}\n", row * row % 3 % 2, entry(row, 0), entry(row, 1), entry(row, 2));
    fs::write(&path, (0..ROWS).map(row).collect::<String>()).unwrap();
    path
}

fn slices(slices: usize) -> RankArguments {
    RankArguments { slices: NonZeroUsize::new(slices), ..RankArguments::default() }
}

fn fit(save: Option<&Path>, load: Option<&Path>, epochs: u64) -> FitArguments {
    FitArguments {
        save: save.map(Path::to_owned),
        load: load.map(Path::to_owned),
        epochs: NonZeroU64::new(epochs),
        threads: NonZeroUsize::new(1),
        ..FitArguments::default()
    }
}

fn online(batch_size: usize, of_slices: usize) -> OnlineArguments {
    OnlineArguments {
        batch_size: NonZeroUsize::new(batch_size),
        ranks: slices(of_slices),
        ..OnlineArguments::default()
    }
}

fn rows(data: &Path) -> OnlineData {
    OnlineData { data: data.to_owned(), ..OnlineData::default() }
}

/// Runs, and ends behind so many steps; what is shown, or the error.
fn classify(arguments: &ClassifyArguments, mut steps: usize) -> Result<String, String> {
    let mut out = Vec::new();
    let stop = &mut || {
        steps = steps.saturating_sub(1);
        Ok(steps == 0)
    };
    match train_classify(arguments, &mut out, stop) {
        Ok(_) => Ok(String::from_utf8(out).unwrap()),
        Err(error) => Err(format!("{error:#}")),
    }
}

#[test]
fn steps_of_rows_need_no_slices() {
    let folder = tempfile::tempdir().unwrap();
    let (data, one, other) = (data(&folder, false), folder.path().join("one"), folder.path().join("other"));
    let run = |online, path: &Path| {
        let arguments =
            ClassifyArguments { rows: rows(&data), online, fit: fit(Some(path), None, 2), ..Default::default() };
        classify(&arguments, usize::MAX).unwrap()
    };
    let text = run(online(8, 0), &one);
    assert!(text.contains("steps of 8 rows") && text.contains("1 slices"), "{text}");
    run(online(8, 1), &other);
    assert!(fs::read(&one).unwrap() == fs::read(&other).unwrap());
    // Other slices are other sums.
    run(online(8, 4), &other);
    assert!(fs::read(&one).unwrap() != fs::read(&other).unwrap());
    // What nobody has asked for is as before.
    let text = run(online(0, 0), &one);
    assert!(text.contains("row after row") && !text.contains("slices"), "{text}");
    let text = run(online(0, 2), &one);
    assert!(text.contains("steps of 256 rows") && text.contains("2 slices"), "{text}");
}

#[test]
fn a_pass_goes_on_in_its_slices() {
    let folder = tempfile::tempdir().unwrap();
    let (data, half, end) = (data(&folder, false), folder.path().join("half"), folder.path().join("end"));
    let arguments = |online, fit| ClassifyArguments { rows: rows(&data), online, fit, ..Default::default() };
    classify(&arguments(online(8, 4), fit(Some(&end), None, 2)), usize::MAX).unwrap();
    let whole = fs::read(&end).unwrap();
    classify(&arguments(online(8, 4), fit(Some(&half), None, 2)), 3).unwrap();
    let inside =
        "the loaded weights are inside a pass that is learnt in steps: go on there with --batch-size 8 --slices 4";
    for other in [online(8, 8), online(16, 4), online(0, 0)] {
        assert_eq!(classify(&arguments(other, fit(None, Some(&half), 2)), usize::MAX).unwrap_err(), inside);
    }
    // The file knows the rows of a step.
    classify(&arguments(online(0, 4), fit(Some(&end), Some(&half), 2)), usize::MAX).unwrap();
    assert!(fs::read(&end).unwrap() == whole);
}

#[test]
fn what_slices_do_not_have_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let data = data(&folder, false);
    let refused = |data: &Path, online| {
        let arguments = ClassifyArguments { rows: rows(data), online, ..Default::default() };
        classify(&arguments, usize::MAX).unwrap_err()
    };
    let cache = Some(folder.path().join("cache"));
    assert_eq!(
        refused(&data, OnlineArguments { cache, ..online(8, 2) }),
        "--cache keeps rows that are learnt one by one: it is not for --batch-size, --slices and --exchange"
    );
    assert_eq!(
        refused(Path::new("-"), online(8, 2)),
        "-: each slice of a step has its own part of the file, so a pipe will not do"
    );
    assert_eq!(refused(&data, online(4, 8)), "a step of 4 rows has none for each of 8 slices: --batch-size 8 or more");
    assert_eq!(
        refused(&data, online(8, 3)),
        "3 slices for 1 rank: the slices are a power of two, and at least one for each rank"
    );
    let l1 = ClassifyArguments { rows: rows(&data), online: online(8, 2), l1: Some(0.1), ..Default::default() };
    assert!(classify(&l1, usize::MAX).unwrap_err().starts_with("the l1 norm of adagrad pulls at all weights"));
}

/// The bytes of one slice are those of a run that knows none, where steps are batches anyway.
#[test]
fn other_commands_have_slices_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model");
    let (two, fields) = (data(&folder, false), data(&folder, true));
    let saved = || fs::read(&path).unwrap();
    let of_linear = |ranks: RankArguments| {
        let batch_size = NonZeroUsize::new(8);
        let arguments = LinearArguments {
            data: Some(two.clone()),
            batch_size,
            ranks,
            fit: fit(Some(&path), None, 2),
            ..Default::default()
        };
        train_linear(&arguments, &mut Vec::new(), &mut || Ok(false)).unwrap();
        saved()
    };
    let of_mlp = |ranks: RankArguments| {
        let rows = RowsArguments { data: Some(two.clone()), ..Default::default() };
        let batch_size = NonZeroUsize::new(8);
        let arguments = MlpArguments { rows, batch_size, ranks, fit: fit(Some(&path), None, 2), ..Default::default() };
        train_mlp(&arguments, &mut Vec::new(), &mut || Ok(false)).unwrap();
        saved()
    };
    assert!(of_linear(slices(1)) == of_linear(slices(0)) && of_linear(slices(4)) != of_linear(slices(1)));
    assert!(of_mlp(slices(1)) == of_mlp(slices(0)) && of_mlp(slices(4)) != of_mlp(slices(1)));
    let of_ffm = |online: OnlineArguments| {
        let arguments =
            FfmArguments { rows: rows(&fields), online, fit: fit(Some(&path), None, 2), ..Default::default() };
        let report = train_ffm(&arguments, &mut Vec::new(), &mut || Ok(false)).unwrap();
        (report.hash, report.quality.rows())
    };
    // Each field occurs once in a row.
    assert_eq!(of_ffm(online(1, 1)), of_ffm(online(0, 0)));
    assert_ne!(of_ffm(online(16, 4)).0, of_ffm(online(0, 0)).0);
}
