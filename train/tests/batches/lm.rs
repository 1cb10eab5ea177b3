//! `lacuna train lm`.
use super::program::{Program, arrays, path, rate, refused, run, stopped_anywhere, with_epochs};
use lacuna_train::{BatchReport, FitArguments, LmArguments};
use std::fs;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::Path;

/// A text that is learnt in a moment: five steps an epoch.
fn small(epochs: u64) -> LmArguments {
    let number = NonZeroUsize::new;
    LmArguments {
        sentences: number(60),
        embedding: number(8),
        hidden: number(12),
        projection: number(6),
        batch_size: number(8),
        bptt: number(10),
        samples: number(30),
        fit: with_epochs(epochs),
        ..LmArguments::default()
    }
}

#[test]
fn a_text_is_learnt() {
    let folder = tempfile::tempdir().unwrap();
    let (text, words, plot) = (path(&folder, "text"), path(&folder, "words"), path(&folder, "loss.svg"));
    fs::write(&text, "one two three four five six\nsix five four three two one\n".repeat(40)).unwrap();
    let arguments = LmArguments {
        data: vec![text.clone()],
        test: Some(text.clone()),
        sentences: None,
        save_vocabulary: Some(words.clone()),
        show_every: NonZeroU64::new(4),
        fit: FitArguments { plot: Some(plot.clone()), ..small(25).fit },
        ..small(25)
    };
    let (report, shown) = run(&arguments);
    let tests: Vec<_> = report.epochs.iter().map(|epoch| epoch.eval.unwrap()).collect();
    // One of two sentences: half a bit in seven words.
    assert!(tests[0] > 2.0 && tests[24] < 1.3, "{tests:?}");
    assert_eq!(
        fs::read_to_string(&words).unwrap(),
        "<S> 80\nfive 80\nfour 80\none 80\nsix 80\nthree 80\ntwo 80\n<UNK> 0\n"
    );
    for part in ["8 words", "LSTMP 12-6", "step 4: ", "words/s", "  perplexity  ", "dense products: "] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    assert!(fs::read_to_string(plot).unwrap().contains("mean loss of a word"));
    let again = LmArguments {
        vocabulary: Some(words),
        save_vocabulary: None,
        fit: FitArguments { threads: NonZeroUsize::new(3), quiet: true, plot: None, ..arguments.fit.clone() },
        ..arguments.clone()
    };
    let (threads, quiet) = run(&again);
    let numbers = |report: &BatchReport| {
        report.epochs.iter().map(|epoch| (epoch.metric.to_bits(), epoch.eval.map(f64::to_bits))).collect::<Vec<_>>()
    };
    assert_eq!((numbers(&threads), &*quiet), (numbers(&report), ""));
    let (in_order, _) = run(&LmArguments { in_order: true, ..again });
    assert_ne!(numbers(&in_order), numbers(&report));
}

#[test]
fn stopped_anywhere_it_goes_on_with_the_same_bits() {
    stopped_anywhere(small, 13);
}

#[test]
fn checkpoints_come_within_an_epoch() {
    let folder = tempfile::tempdir().unwrap();
    let model = path(&folder, "model.safetensors");
    let arguments = LmArguments {
        save_every_steps: NonZeroU64::new(3),
        fit: FitArguments { save: Some(model.clone()), ..small(1).fit },
        ..small(1)
    };
    // As if the power had gone: the error of the fourth step ends the run before it saves.
    let mut asked = 0;
    let mut stop = || {
        asked += 1;
        anyhow::ensure!(asked < 4, "no power");
        Ok(false)
    };
    assert_eq!(arguments.train(&mut Vec::new(), &mut stop).unwrap_err().to_string(), "no power");
    let steps = arrays(&model).into_iter().find(|(name, _)| name == "steps").unwrap().1;
    assert_eq!(steps.data::<i64>(), Some(&[3][..]));
}

#[test]
fn what_is_wrong_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let (model, text) = (path(&folder, "model.safetensors"), path(&folder, "text"));
    run(&LmArguments { fit: FitArguments { save: Some(model.clone()), ..small(1).fit }, ..small(1) });
    let load = |arguments: LmArguments| {
        let fit = FitArguments { load: Some(model.clone()), ..arguments.fit };
        refused(&LmArguments { fit, ..arguments })
    };
    assert_eq!(
        load(LmArguments { hidden: NonZeroUsize::new(7), ..small(1) }),
        "the loaded model has 12 hidden units, not 7"
    );
    assert_eq!(
        load(LmArguments { batch_size: NonZeroUsize::new(9), ..small(1) }),
        "the loaded model has 8 rows of text, not 9"
    );
    let words = load(LmArguments { words: NonZeroUsize::new(20), ..small(1) });
    assert!(words.starts_with("the loaded model has ") && words.ends_with(" words, the vocabulary 20"), "{words}");
    let of = |data: &Path| refused(&LmArguments { data: vec![data.to_owned()], sentences: None, ..small(1) });
    assert!(of(folder.path()).ends_with(": is a folder"));
    assert!(of(&path(&folder, "nothing")).contains("nothing: No such file"), "{}", of(&path(&folder, "nothing")));
    fs::write(&text, "\n\n").unwrap();
    assert!(of(&text).ends_with("text: there are no words"));
    fs::write(&text, b"one two\nthr\xffee\n").unwrap();
    assert!(of(&text).contains("text:2:4"), "{}", of(&text));
    let listed = LmArguments { vocabulary: Some(text.clone()), ..small(1) };
    fs::write(&text, "one 1\n").unwrap();
    assert!(refused(&listed).contains("<S>"), "{}", refused(&listed));
    let predicted = LmArguments {
        test: Some(text),
        fit: FitArguments { predictions: Some(path(&folder, "outputs")), ..small(1).fit },
        ..small(1)
    };
    assert_eq!(refused(&predicted), "a language model has no outputs of rows: --predictions is not for it");
    let large = LmArguments { hidden: NonZeroUsize::new(10_000_000), ..small(1) };
    assert!(refused(&large).contains("allow it with --memory-limit"), "{}", refused(&large));
    let far = LmArguments { optimizer: rate(1e30), ..small(50) };
    assert_eq!(refused(&far), "the norm of the gradients is NaN: a smaller learning rate may help");
}

/// Of a text to learn with --vocabulary, and of one to measure.
#[test]
fn words_that_are_not_in_the_vocabulary() {
    let folder = tempfile::tempdir().unwrap();
    let [text, test, words] = ["text", "test", "words"].map(|name| path(&folder, name));
    fs::write(&text, "one two three\none two <UNK>\n".repeat(30)).unwrap();
    fs::write(&test, "one two nine\n").unwrap();
    fs::write(&words, "<S> 60\none 60\ntwo 60\n<UNK> 30\n").unwrap();
    let strict = |more: LmArguments| {
        let fit = FitArguments { strict: true, ..small(1).fit };
        LmArguments { data: vec![text.clone()], sentences: None, fit, ..more }
    };
    let listed = strict(LmArguments { vocabulary: Some(words), ..small(1) });
    let told = |text: &Path, words: &str| {
        format!("{}: not in the vocabulary: {words} words: --strict refuses that", text.display())
    };
    assert_eq!(refused(&listed), told(&text, "30 of 180"));
    let measured = strict(LmArguments { test: Some(test.clone()), ..small(1) });
    assert_eq!(refused(&measured), told(&test, "1 of 3"));
    // What --words leaves out is asked for.
    run(&strict(LmArguments { words: NonZeroUsize::new(3), ..small(1) }));
    run(&strict(LmArguments { test: Some(text.clone()), ..small(1) }));
    let mut lenient = listed.clone();
    lenient.fit.strict = false;
    run(&lenient);
}
