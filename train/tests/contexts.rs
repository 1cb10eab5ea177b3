//! `--context`: the interpreter of PTX gives the files of the host, and a missing GPU is reported in one line.
#![allow(clippy::unwrap_used, reason = "tests")]
use lacuna_train::{
    ContextArguments, FitArguments, FmArguments, LinearClassificationArguments, LmArguments, MfArguments, MlpArguments,
    RowsArguments, VariantArgument, WideDeepArguments, train_fm, train_linear_classification, train_lm, train_mf,
    train_mlp, train_wide_deep,
};
use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;

const NUMBER: fn(usize) -> Option<NonZeroUsize> = NonZeroUsize::new;

fn fit(save: &Path) -> FitArguments {
    FitArguments { epochs: NonZeroU64::new(2), save: Some(save.to_owned()), ..FitArguments::default() }
}

fn at(context: &str) -> ContextArguments {
    ContextArguments { context: Some(context.to_owned()) }
}

fn rows() -> RowsArguments {
    RowsArguments { features: NUMBER(60), rows: NUMBER(13), density: Some(0.1), ..RowsArguments::default() }
}

/// What a run shows, or why it does not run.
type Shown = Result<String, String>;

fn shown(run: impl FnOnce(&mut Vec<u8>) -> anyhow::Result<()>) -> Shown {
    let mut out = Vec::new();
    run(&mut out).map(|()| String::from_utf8(out).unwrap()).map_err(|error| format!("{error:#}"))
}

fn fm(context: &str, save: &Path) -> Shown {
    let arguments = FmArguments {
        rows: rows(),
        batch_size: NUMBER(5),
        factors: NUMBER(3),
        fit: fit(save),
        place: at(context),
        ..FmArguments::default()
    };
    shown(|out| train_fm(&arguments, out, &mut || Ok(false)).map(drop))
}

fn classifier(context: &str, save: &Path) -> Shown {
    let arguments = LinearClassificationArguments {
        rows: rows(),
        batch_size: NUMBER(5),
        fit: fit(save),
        place: at(context),
        ..LinearClassificationArguments::default()
    };
    shown(|out| train_linear_classification(&arguments, out, &mut || Ok(false)).map(drop))
}

fn wide_deep(context: &str, save: &Path) -> Shown {
    let numbers = |numbers: [usize; 2]| numbers.map(|number| NUMBER(number).unwrap()).to_vec();
    let arguments = WideDeepArguments {
        features: NUMBER(60),
        table_rows: numbers([7, 5]),
        continuous: Some(3),
        rows: NUMBER(13),
        width: NUMBER(2),
        hidden: numbers([5, 3]),
        batch_size: NUMBER(5),
        fit: fit(save),
        place: at(context),
        ..WideDeepArguments::default()
    };
    shown(|out| train_wide_deep(&arguments, out, &mut || Ok(false)).map(drop))
}

/// Two layers; the vocabulary is written only where there is a context.
fn lm(context: &str, save: &Path) -> Shown {
    let vocabulary = save.with_extension("words");
    let arguments = LmArguments {
        save_vocabulary: Some(vocabulary.clone()),
        sentences: NUMBER(20),
        embedding: NUMBER(4),
        layers: NUMBER(2),
        hidden: NUMBER(5),
        projection: NUMBER(3),
        batch_size: NUMBER(4),
        bptt: NUMBER(6),
        samples: NUMBER(7),
        fit: fit(save),
        place: at(context),
        ..LmArguments::default()
    };
    let shown = shown(|out| train_lm(&arguments, out, &mut || Ok(false)).map(drop));
    assert_eq!(vocabulary.exists(), shown.is_ok());
    // The time of products is the host's.
    assert!(shown.as_ref().is_ok_and(|shown| shown.contains("dense products:")) == (context == "cpu"), "{shown:?}");
    shown
}

fn mf(context: &str, save: &Path) -> Shown {
    let arguments = MfArguments {
        users: NUMBER(9),
        items: NUMBER(7),
        scores: NUMBER(20),
        factors: NUMBER(4),
        batch_size: NUMBER(8),
        fit: fit(save),
        place: at(context),
        ..MfArguments::default()
    };
    shown(|out| train_mf(&arguments, out, &mut || Ok(false)).map(drop))
}

fn mlp(variant: VariantArgument) -> impl Fn(&str, &Path) -> Shown {
    move |context, save| {
        let hidden = Some([NUMBER(5), NUMBER(3)].map(Option::unwrap).to_vec());
        let arguments = MlpArguments {
            rows: rows(),
            variant: Some(variant),
            hidden,
            fit: fit(save),
            place: at(context),
            ..MlpArguments::default()
        };
        shown(|out| train_mlp(&arguments, out, &mut || Ok(false)).map(drop))
    }
}

fn compare(train: impl Fn(&str, &Path) -> Shown) {
    let folder = tempfile::tempdir().unwrap();
    let [host, device] = ["cpu", "ptx-vm"].map(|context| folder.path().join(context));
    let here = train("cpu", &host).unwrap();
    let there = train("ptx-vm", &device).unwrap();
    // Long lines are broken.
    let [here, there] = [here, there].map(|shown| shown.split_whitespace().collect::<Vec<_>>().join(" "));
    assert!(there.contains("threads 1, ptx-vm") && !here.contains(", cpu"), "{here}{there}");
    assert!(fs::read(host).unwrap() == fs::read(device).unwrap());
    for context in ["gpu:9999", "tpu"] {
        let (path, refused) =
            (folder.path().join("none"), "no context `tpu`: cpu, gpu or gpu:I, with I the number of a GPU");
        let error = train(context, &path).unwrap_err();
        assert!(error.starts_with("gpu(9999) cannot be used: no CUDA d") || error == refused, "{error}");
        assert!(!error.contains('\n') && !path.exists());
    }
}

#[test]
fn factorization_machine() {
    compare(fm);
}

#[test]
fn linear_classification() {
    compare(classifier);
}

#[test]
fn wide_and_deep() {
    compare(wide_deep);
}

#[test]
fn language_model() {
    compare(lm);
}

#[test]
fn matrix_factorization() {
    compare(mf);
}

#[test]
fn network() {
    for variant in [VariantArgument::RowSparse, VariantArgument::SparseDot, VariantArgument::Dense] {
        compare(mlp(variant));
    }
}
