use super::{expected, floats, integers, list, size};
use lacuna_runtime::array::ArrayError;
use lacuna_runtime::data::{Batch, Batches, DataError, TextWindows, Vocabulary};
use std::path::PathBuf;
use tempfile::TempDir;

fn file(folder: &TempDir, name: &str, text: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    path
}

#[test]
fn windows_are_the_peers() {
    let (expected, folder) = (expected("text"), TempDir::new().unwrap());
    let text = |name: &str| expected[name].as_str().unwrap().as_bytes();
    let vocabulary = std::sync::Arc::new(Vocabulary::open(file(&folder, "words", text("words"))).unwrap());
    let sentences = file(&folder, "sentences", text("sentences"));
    assert_eq!(list(&expected["cases"]).len(), 6);
    for case in list(&expected["cases"]) {
        let (rows, bptt) = (size(&case["batch_size"]), size(&case["bptt"]));
        let mut windows = TextWindows::new(vocabulary.clone(), vec![sentences.clone()], rows, bptt).unwrap();
        let mut batch = Batch::default();
        for _ in 0..2 {
            for expected in list(&case["batches"]) {
                assert!(windows.next_batch(&mut batch).unwrap());
                let [words, targets, mask] = [0, 1, 2].map(|k| &expected[k]);
                assert_eq!(
                    (batch.data[0].shape(), batch.data[0].data::<i64>().unwrap()),
                    (&[rows, bptt][..], &integers(words)[..])
                );
                assert_eq!(
                    (batch.label[0].shape(), batch.label[0].data::<i64>().unwrap()),
                    (&[rows, bptt][..], &integers(targets)[..])
                );
                assert_eq!(
                    (batch.data[1].shape(), batch.data[1].data::<f32>().unwrap()),
                    (&[rows, bptt][..], &floats(mask)[..])
                );
            }
            let before = batch.clone();
            assert!(!windows.next_batch(&mut batch).unwrap() && !windows.next_batch(&mut batch).unwrap());
            assert_eq!(batch, before);
            windows.reset().unwrap();
        }
    }
}

const WORDS: &[u8] = b"<S> 9\na 3\n<UNK> 5\nb 2\nc 1\n";

/// No word begins with it.
#[test]
fn a_byte_order_mark_is_taken_off() {
    let folder = TempDir::new().unwrap();
    let marked = |text: &[u8]| [b"\xef\xbb\xbf", text].concat();
    let of_all = |words: &[u8], sentences: &[u8]| {
        let vocabulary = Vocabulary::parse("words", words).unwrap();
        let sentences = file(&folder, "sentences", sentences);
        let counted = Vocabulary::of_texts(std::slice::from_ref(&sentences), None).unwrap();
        let mut windows = TextWindows::new(std::sync::Arc::new(vocabulary), vec![sentences], 1, 2).unwrap();
        (self::words(&mut windows), counted.to_text())
    };
    let sentences = b"a b\nc a b\n";
    assert_eq!(of_all(&marked(WORDS), &marked(sentences)), of_all(WORDS, sentences));
}

/// All words of an epoch, in the order of the windows.
fn words(windows: &mut TextWindows) -> Vec<i64> {
    let (mut batch, mut words) = (Batch::default(), Vec::new());
    while windows.next_batch(&mut batch).unwrap() {
        words.extend_from_slice(batch.label[0].data::<i64>().unwrap());
    }
    words
}

#[test]
fn shuffled_sentences_are_the_same_in_another_order() {
    let folder = TempDir::new().unwrap();
    let files = vec![file(&folder, "one", b"a\nb\nc\na b\n\nb c\n"), file(&folder, "two", b"c c\nb b\na a")];
    let new = |seed| {
        TextWindows::new(Vocabulary::parse("words", WORDS).unwrap(), files.clone(), 2, 3).unwrap().shuffled(seed)
    };
    let (mut once, mut again) = (new(1), new(1));
    let mut orders = Vec::new();
    for _ in 0..3 {
        let order = words(&mut once);
        assert_eq!(order, words(&mut again));
        let mut sorted = order.clone();
        sorted.sort_unstable();
        orders.push((order, sorted.into_iter().filter(|&word| word > 0).collect::<Vec<_>>()));
        once.reset().unwrap();
        again.reset().unwrap();
    }
    assert_eq!(orders[0].1, [1, 1, 1, 1, 3, 3, 3, 3, 3, 4, 4, 4, 4]);
    assert!(orders.iter().all(|(_, sorted)| *sorted == orders[0].1));
    assert!(orders.iter().any(|(order, _)| *order != orders[0].0));
}

#[test]
fn refusals_name_the_place() {
    let folder = TempDir::new().unwrap();
    let refuse = |text: &[u8]| Vocabulary::parse("w", text).unwrap_err().to_string();
    assert_eq!(refuse(b"<S> 1\nthe cat sat\n"), "w:2:1: a word and a count are expected, and there are 3 fields");
    assert_eq!(refuse(b"<S> 1\n the  many\n"), "w:2:7: count `many` is not a number");
    assert_eq!(refuse(b"<S> 1\nthe 1\n\nthe 2\n"), "w:4:1: word `the` is the word of line 2 too");
    assert_eq!(refuse(b"<S> 1\nthe \xff\n"), "w:2:5: not UTF-8");
    assert_eq!(refuse(b"<S> 1\n"), "w: there is no `<UNK>`");
    assert_eq!(refuse(b""), "w: there is no `<S>`");
    assert!(matches!(Vocabulary::open(folder.path().join("none")), Err(DataError::Io { .. })));

    let vocabulary = Vocabulary::parse("words", WORDS).unwrap();
    assert_eq!(
        (vocabulary.sentence(), vocabulary.unknown(), vocabulary.id("zzz"), vocabulary.word(9)),
        (0, 2, 2, None)
    );
    let new = |files, size, bptt| TextWindows::new(vocabulary.clone(), files, size, bptt);
    assert!(matches!(new(vec![], 1, 1), Err(DataError::NoRows)));
    let bad = vec![file(&folder, "bad", b"a b\nb \xc3\x28\n")];
    assert!(matches!(new(bad.clone(), 0, 1), Err(DataError::ZeroBatchSize)));
    assert!(matches!(new(bad.clone(), 1, 0), Err(DataError::ZeroBatchSize)));
    assert!(matches!(new(bad.clone(), usize::MAX, 1), Err(DataError::Array(ArrayError::Memory { .. }))));
    let large = new(bad.clone(), 2, usize::MAX).unwrap().next_batch(&mut Batch::default());
    assert!(matches!(large, Err(DataError::Array(ArrayError::Elements { .. }))));
    let mut windows = new(bad.clone(), 1, 1).unwrap();
    let mut batch = Batch::default();
    for _ in 0..2 {
        let error = windows.next_batch(&mut batch).unwrap_err();
        assert_eq!(error.to_string(), format!("{}:2:3: not UTF-8", bad[0].display()));
    }
}
