//! Kinds of rows that others write: compressed, with weights, without labels, with a feature twice, with labels of their
//! own.
#![allow(clippy::unwrap_used)]

use lacuna_runtime::array::file;
use lacuna_runtime::data::{DataError, LibsvmBatches, LibsvmBatchesOptions};
use lacuna_runtime::libsvm::{
    CsrBatch, IndexBase, LibsvmError, LibsvmOptions, LibsvmReader, RowError, scan, scan_stream,
};
use std::error::Error;
use std::io::Cursor;

type Rows = CsrBatch<f64, i64>;

const PLAIN: &str = "1 1:0.5 3:1\n0 2:1 3:2\n1 1:1\n0 2:0.5\n";

/// `PLAIN`, by Python's `gzip.compress`.
const GZIP: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x033T0\xb42\xd03U0\xb62\xe42P0\xb22\x04\xb2\x8c\xb8\x0c\
\x81\xa2\x10>P\x8e\x0b\x00\x0e\xde\x12$$\x00\x00\x00";

/// The same in two members, cut within a line.
const TWO_MEMBERS: &[u8] = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x033T0\xb42\xd03U0\xb62\xe42P0\x02\x00\x99\x0e\x9a\
\x19\x0f\x00\x00\x00\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\xb32T0\xb62\xe22T0\xb42\xe42P0\xb22\xd03\xe5\x02\x00\x15\
,s\xdc\x15\x00\x00\x00";

fn options() -> LibsvmOptions {
    LibsvmOptions { threads: 1, ..LibsvmOptions::default() }
}

fn read(text: impl AsRef<[u8]>, options: &LibsvmOptions) -> Result<Rows, LibsvmError> {
    let mut batch = CsrBatch::new();
    LibsvmReader::from_stream("text", text.as_ref(), options)?.read_rest(&mut batch)?;
    Ok(batch)
}

fn reason(text: &str, options: &LibsvmOptions) -> ((u64, u64), RowError) {
    let error = read(text, options).unwrap_err();
    (error.position().unwrap(), error.reason().unwrap().clone())
}

/// Entries of rows, the features from zero.
fn entries(batch: &Rows) -> Vec<Vec<(i64, f64)>> {
    let pairs: Vec<_> = batch.indices.iter().copied().zip(batch.values.iter().copied()).collect();
    batch.indptr.windows(2).map(|ends| pairs[ends[0] as usize..ends[1] as usize].to_vec()).collect()
}

#[test]
fn gzip_is_read_as_its_text_by_any_reader() {
    let expected = read(PLAIN, &options()).unwrap();
    assert_eq!(expected.labels, [1.0, 0.0, 1.0, 0.0]);
    for bytes in [GZIP, TWO_MEMBERS] {
        for (threads, block_bytes) in [(1, 1), (1, 7), (2, 5), (3, 4096)] {
            let options = LibsvmOptions { threads, block_bytes, batch_rows: 3, base: IndexBase::Auto, ..options() };
            let mut reader = LibsvmReader::<_, f64, i64>::from_seekable("rows", Cursor::new(bytes), &options).unwrap();
            assert_eq!((reader.base(), reader.features()), (1, 3));
            let mut batch = CsrBatch::new();
            for _ in 0..2 {
                assert!(reader.read_rest(&mut batch).unwrap());
                assert_eq!((batch.labels.as_slice(), &batch.values), (&[1.0, 0.0, 1.0, 0.0][..], &expected.values));
                reader.reset().unwrap();
            }
        }
    }
    // The name does not count, and all that takes a path reads it.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows");
    std::fs::write(&path, GZIP).unwrap();
    assert_eq!(scan(&path, &options()).unwrap().rows, 4);
    let one_part = LibsvmBatches::<f32>::open(std::slice::from_ref(&path), &LibsvmBatchesOptions::default()).unwrap();
    assert_eq!(one_part.features(), 4);
    let two_parts = LibsvmBatchesOptions { parts: 2, ..LibsvmBatchesOptions::default() };
    let refused = LibsvmBatches::<f32>::open(&[path], &two_parts);
    assert!(matches!(refused, Err(DataError::CompressedParts { parts: 2, .. })));
}

#[test]
fn a_broken_gzip_is_an_error() {
    for length in [1, 5, 12, GZIP.len() - 1] {
        assert!(read(&GZIP[..length], &options()).is_err(), "{length}");
    }
    let mut wrong_sum = GZIP.to_vec();
    wrong_sum[GZIP.len() - 6] ^= 1;
    assert!(matches!(read(wrong_sum, &options()), Err(LibsvmError::Io { .. })));
}

#[test]
fn other_compression_is_told_by_name() {
    let starts: [(&[u8], &str); 4] = [
        (b"BZh91AY&SY", "bzip2"),
        (b"\xfd7zXZ\0\0", "xz"),
        (b"\x28\xb5\x2f\xfd\x04", "zstd"),
        (b"\x04\x22\x4d\x18", "lz4"),
    ];
    for (bytes, name) in starts {
        let error = read(bytes, &options()).unwrap_err();
        let source = error.source().unwrap().to_string();
        assert_eq!((error.to_string().as_str(), source.contains(name)), ("text: cannot be read", true), "{source}");
    }
}

#[test]
fn matrix_market_and_arrays_may_be_gzip() {
    // "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 1 1.5\n2 3 -2\n", by Python's `gzip.compress`.
    let matrix = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03SU\xf5M,)\xca\xac\xf0M,\xcaN-Q\xc8\x05s\x14\x92\xf3\xf3\x8bR2\
\xf3\x12KR\x15\x8aR\x13s\x14\xd2S\xf3R\x8b\x12s\xb8\x8c\x14\x8c\x15\x8c\xb8\x0c\x15\x80P\xcf\x14\xcc\xd35\xe2\x02\x00\xc4\
\x18x\xa0C\x00\x00\x00";
    let folder = tempfile::tempdir().unwrap();
    let [mtx, rows] = ["g.mtx.gz", "rows.libsvm.gz"].map(|name| folder.path().join(name));
    std::fs::write(&mtx, matrix).unwrap();
    std::fs::write(&rows, GZIP).unwrap();
    let loaded = file::load(mtx).unwrap();
    assert_eq!((loaded[0].1.shape(), loaded[0].1.nnz()), (&[2, 3][..], 2));
    assert_eq!(file::load(rows).unwrap()[0].1.shape(), [4, 4]);
}

#[test]
fn weights_are_read_when_asked_for() {
    let text = "1:0.1 1:1\n0:100 2:1\n1 1:1 2:1\n0:0 qid:3 2:2\n";
    for threads in [1, 3] {
        let weighing = LibsvmOptions { row_weights: true, threads, block_bytes: 8, ..options() };
        let batch = read(text, &weighing).unwrap();
        assert_eq!(batch.labels, [1.0, 0.0, 1.0, 0.0]);
        assert_eq!(batch.weights, [0.1, 100.0, 1.0, 0.0]);
        assert_eq!(batch.values, [1.0, 1.0, 1.0, 1.0, 2.0]);
    }
    assert!(read("1 1:1", &options()).unwrap().weights.is_empty());
    let weighing = LibsvmOptions { row_weights: true, ..options() };
    let t = |text: &str| text.to_owned();
    assert_eq!(reason("1:2 0:1\n1:-0.5 0:1", &weighing), ((2, 3), RowError::NegativeWeight { text: t("-0.5") }));
    assert_eq!(reason("1:nan 0:1", &weighing), ((1, 3), RowError::Weight { text: t("nan") }));
    assert_eq!(reason("1:0.5 3:1", &options()), ((1, 1), RowError::LabelWithWeight { text: t("1:0.5") }));
    // Batches have no place for them.
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("rows"), text).unwrap();
    let batches = LibsvmBatchesOptions { read: weighing, ..LibsvmBatchesOptions::default() };
    let refused = LibsvmBatches::<f32>::open(&[folder.path().join("rows")], &batches);
    assert!(matches!(refused, Err(DataError::RowWeights)));
}

#[test]
fn rows_without_labels_are_those_of_the_labelled_text() {
    let labelled = read("0 1:0.5 3:1\n0\n0 1:1 2:1\n0 qid:4 7:1\n", &options()).unwrap();
    let unlabelled = LibsvmOptions { unlabelled: true, ..options() };
    for text in [
        "1:0.5 3:1\n\n1:1 2:1\nqid:4 7:1\n",
        "\u{feff}1:0.5 3:1\r\n \r\n1:1 2:1\r\nqid:4 7:1",
        "# head\n 1:0.5 3:1 # tail\n\t\n1:1  2:1\nqid:4\t7:1\n# end",
    ] {
        for threads in [1, 2] {
            let options = LibsvmOptions { threads, block_bytes: 6, ..unlabelled.clone() };
            assert_eq!(read(text, &options).unwrap(), labelled, "{text:?}");
        }
    }
    let label = RowError::LabelOfUnlabelled { text: "-1".to_owned() };
    assert_eq!(reason("1:1 2:1\n -1 1:1", &unlabelled), ((2, 2), label));
    assert!(matches!(read("", &unlabelled), Err(LibsvmError::Empty { .. })));
}

#[test]
fn repeated_features_are_added_when_asked_for() {
    let text = "1 1:1 3:1 3:1 4:2\n0 2:1\n";
    assert_eq!(reason(text, &options()), ((1, 11), RowError::DuplicateIndex { index: 3 }));
    let adding = LibsvmOptions { sum_duplicates: true, ..options() };
    let expected = [vec![(1, 1.0), (3, 2.0), (4, 2.0)], vec![(2, 1.0)]];
    assert_eq!(entries(&read(text, &adding).unwrap()), expected);
    assert_eq!(reason("1 3:1 1:1 3:1", &adding).1, RowError::UnsortedIndex { index: 1, previous: 3 });
    let sorting = LibsvmOptions { sort_rows: true, ..adding.clone() };
    assert_eq!(entries(&read("1 3:1 4:2 1:1 3:1\n0 2:1", &sorting).unwrap()), expected);
    // In the order of the row: 2^53 + 1 is 2^53, so 1 + 1 would have to come first.
    let large = "1 5:9007199254740992 2:1 5:1 5:1";
    assert_eq!(entries(&read(large, &sorting).unwrap()), [vec![(2, 1.0), (5, 9_007_199_254_740_992.0)]]);
    let overflow = reason("0 1:1\n1 2:1e308 2:1e308 3:1", &adding);
    assert_eq!(overflow, ((2, 11), RowError::SumNotFinite { index: 2 }));
}

#[test]
fn labels_become_classes_when_told_how() {
    let text = "1 1:0.5\n2 2:1\n1 1:1\n2.0 2:0.5\n";
    let two = LibsvmOptions { two_classes: true, ..options() };
    assert_eq!(reason(text, &two), ((2, 1), RowError::LabelOfNoClass { text: "2".to_owned() }));
    let positive = |positive| LibsvmOptions { positive: Some(positive), ..two.clone() };
    assert_eq!(read(text, &positive(2.0)).unwrap().labels, [0.0, 1.0, 0.0, 1.0]);
    assert_eq!(read(text, &positive(1.0)).unwrap().labels, [1.0, 0.0, 1.0, 0.0]);
    assert_eq!(read("0.1 1:1\n-3 1:1\n", &positive(0.1)).unwrap().labels, [1.0, 0.0]);
    let several = RowError::SeveralLabels { text: "0,2".to_owned() };
    assert_eq!(reason("0,2 1:1.5 3:2\n 2:1e-300\n", &positive(2.0)), ((1, 1), several));
}

#[test]
fn the_base_that_scikit_learn_writes_is_heeded() {
    let rows = "1 1:1.5 3:2\n-1 2:1e-300\n";
    let head = |base: &str| {
        format!(
            "# Generated by dump_svmlight_file from scikit-learn 1.9.1\n# Column indices are {base}-based\n#\n# mine\n"
        )
    };
    for (text, base, features) in [
        (rows.to_owned(), 1, 3),
        (head("zero") + rows, 0, 4),
        (head("one") + rows, 1, 3),
        // Only above the first row, and only these words.
        (format!("{rows}# Column indices are zero-based\n1 2:1"), 1, 3),
        (format!("# my Column indices are zero-based\n{rows}"), 1, 3),
    ] {
        for (threads, block_bytes) in [(1, 1), (2, 9), (1, 4096)] {
            let auto = LibsvmOptions { base: IndexBase::Auto, threads, block_bytes, ..options() };
            let reader = LibsvmReader::<_, f64, i64>::from_seekable("rows", Cursor::new(&text), &auto).unwrap();
            assert_eq!((reader.base(), reader.features()), (base, features), "{text}");
        }
    }
    let told = scan_stream("rows", Cursor::new(head("zero") + rows), &options()).unwrap();
    assert_eq!((told.stated_base, told.min_index), (Some(IndexBase::Zero), Some(1)));
    // What is asked for counts more, and a comment that lies is an error of its row.
    let one = LibsvmOptions { base: IndexBase::One, ..options() };
    assert_eq!(read(head("zero") + rows, &one).unwrap().indices, [0, 2, 1]);
    let lie = LibsvmOptions { base: IndexBase::Auto, ..options() };
    let text = head("one") + "1 0:1\n";
    let mut reader = LibsvmReader::<_, f64, i64>::from_seekable("rows", Cursor::new(&text), &lie).unwrap();
    let error = reader.read_rest(&mut CsrBatch::new()).unwrap_err();
    assert_eq!((error.position(), error.reason()), (Some((5, 3)), Some(&RowError::IndexBelowBase)));
}

#[test]
fn what_was_right_stays_so() {
    // A ranking file, a value that is none, and two entries that have run into each other.
    let ranking = "2 qid:10 1:0.03 2:0.0 46:0.07 #docid = GX029-35 inc = 1\n0 qid:10 1:0.1 #docid = GX1\n";
    assert_eq!(read(ranking, &options()).unwrap().labels, [2.0, 0.0]);
    let nan = RowError::ValueNotFinite { text: "nan".to_owned() };
    assert_eq!(reason("1 1:nan 2:1\n0 1:1\n", &options()), ((1, 5), nan));
    let joined = "0 1:9.7e-01 13:6.646450757980346680e-0114:8.746069669723510742e-01\n";
    assert_eq!(reason(joined, &options()).0, (1, 16));
}
