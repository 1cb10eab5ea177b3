//! LibSVM text: the grammar, every error with its place, the round trip and the committed data.

use std::path::Path;

use lacuna_runtime::libsvm::{
    CsrBatch, IndexBase, LibsvmError, LibsvmOptions, LibsvmReader, LibsvmWriteError, RowError, read_all, scan, write,
};
use quickcheck::QuickCheck;

type Rows = CsrBatch<f64, i64>;

fn options() -> LibsvmOptions {
    LibsvmOptions { threads: 1, ..LibsvmOptions::default() }
}

fn read(text: impl AsRef<[u8]>, options: &LibsvmOptions) -> Result<Rows, LibsvmError> {
    let mut batch = CsrBatch::new();
    LibsvmReader::from_stream("text", text.as_ref(), options)?.read_rest(&mut batch)?;
    Ok(batch)
}

fn rows(batch: &Rows) -> Vec<(f64, Vec<(i64, f64)>)> {
    let row = |r: usize| {
        let entries = batch.indptr[r] as usize..batch.indptr[r + 1] as usize;
        let indices = batch.indices[entries.clone()].iter().copied();
        (batch.labels[r], indices.zip(batch.values[entries].iter().copied()).collect())
    };
    (0..batch.rows()).map(row).collect()
}

#[test]
fn grammar() {
    let two = vec![(1.0, vec![(0, 0.5), (3, -2.0)]), (-1.0, vec![(1, 4.0)])];
    for text in [
        "1 0:0.5 3:-2\n-1 1:4\n",
        "1 0:0.5 3:-2\n-1 1:4",
        "1 0:0.5 3:-2\r\n-1 1:4\r\n",
        "1 0:0.5 3:-2\r\n-1 1:4\r",
        "\u{feff}1 0:0.5 3:-2\n-1 1:4",
        "\n\n  \n1 0:0.5 3:-2\n\t\n-1 1:4\n\n\r\n",
        "\t 1\t0:0.5   3:-2 \t\n -1 1:4  ",
        "# head\n1 0:0.5 3:-2 # tail 7:7\n  # \u{fc}ber\r\n-1 1:4#end",
        "# head\r1 0:0.5 3:-2 # tail 7:7\r-1 1:4 #\r",
        "# head\r\r\n1 0:0.5 3:-2#\r# tail 7:7\r\n-1 1:4",
        "1 qid:7 0:0.5 3:-2\n-1  qid:0\t1:4\n",
        "+1 0:+.5 3:-2.\n-1.0e0 00001:0.4E+1\n",
        "1 0:5e-1 3:-0.2e1\n-10e-1 1:400000000000000000000000e-23\n",
    ] {
        assert_eq!(rows(&read(text, &options()).unwrap()), two, "{text:?}");
    }
    let ignoring = LibsvmOptions { ignore_weights: true, ..options() };
    assert_eq!(rows(&read("1:0.25 0:0.5 3:-2\n-1:2  qid:0\t1:4\n", &ignoring).unwrap()), two);
    let batch = read("1\n2 # none\n3 5:0 6:-0\n", &options()).unwrap();
    assert_eq!(batch.indptr, [0, 0, 0, 2], "rows without entries, zeros kept");
    assert_eq!((batch.indices.as_slice(), batch.features), ([5, 6].as_slice(), 7));
    assert_eq!(batch.values[1].to_bits(), (-0.0f64).to_bits());
    let batch = read("1 5000000000:1 9223372036854775807:2", &options()).unwrap();
    assert_eq!(batch.indices, [5_000_000_000, i64::MAX]);
}

#[test]
fn base_one_and_sorting() {
    let one = LibsvmOptions { base: IndexBase::One, sort_rows: true, ..options() };
    let batch = read("1 4:4 1:1 2:2\n0 9:1\n", &one).unwrap();
    assert_eq!(rows(&batch), [(1.0, vec![(0, 1.0), (1, 2.0), (3, 4.0)]), (0.0, vec![(8, 1.0)])]);
    assert_eq!(batch.features, 9);
    let error = read("0 1:1\n 1 4:4 3:1 2:2 3:5 4:4 # 1:1", &one).unwrap_err();
    assert_eq!(error.position(), Some((2, 16)));
    assert_eq!(error.reason(), Some(&RowError::DuplicateIndex { index: 3 }));
}

#[test]
fn every_error_has_its_place() {
    use RowError::*;
    let t = |text: &str| text.to_string();
    let cases: Vec<(&str, (u64, u64), RowError)> = vec![
        ("1 0:1\nabc 0:1", (2, 1), Label { text: t("abc") }),
        ("  1x 0:1", (1, 3), Label { text: t("1x") }),
        (":1 0:1", (1, 1), Label { text: t("") }),
        ("nan 0:1", (1, 1), LabelNotFinite { text: t("nan") }),
        ("-1e999 0:1", (1, 1), LabelNotFinite { text: t("-1e999") }),
        ("1,2 0:1", (1, 1), SeveralLabels { text: t("1,2") }),
        // Neither the first feature of a row without a label nor a weight is lost.
        ("1 0:1\n 1:0.5 3:1", (2, 2), LabelWithWeight { text: t("1:0.5") }),
        ("1:x 0:1", (1, 1), LabelWithWeight { text: t("1:x") }),
        ("1 qid: 0:1", (1, 7), QueryId { text: t("") }),
        ("1 qid:-3 0:1", (1, 7), QueryId { text: t("-3") }),
        ("1 0:1 qid:3", (1, 7), Index { text: t("qid") }),
        ("1 x:1", (1, 3), Index { text: t("x") }),
        ("1 :1", (1, 3), Index { text: t("") }),
        ("1 +2:1", (1, 3), Index { text: t("+2") }),
        ("1 2.0:1", (1, 3), Index { text: t("2.0") }),
        ("1 0:1 -3:1", (1, 7), NegativeIndex { text: t("-3") }),
        ("1 0:1 10:1", (1, 7), IndexOutOfRange { index: 10, features: 10, base: 0 }),
        ("1 99999999999:1", (1, 3), IndexOutOfRange { index: 99_999_999_999, features: 10, base: 0 }),
        ("1 5", (1, 3), MissingValue { text: t("5") }),
        ("1 0:1 hello # 5", (1, 7), MissingValue { text: t("hello") }),
        ("1 0:1 5: 6:1", (1, 9), EmptyValue { text: t("5:") }),
        ("1 0:1\t5:", (1, 9), EmptyValue { text: t("5:") }),
        ("1 5:1:2", (1, 5), Value { text: t("1:2") }),
        ("1 5:1,5", (1, 5), Value { text: t("1,5") }),
        ("1 5:\u{e9}", (1, 5), Value { text: t("\\xc3\\xa9") }),
        ("1 5:0x1p3", (1, 5), Value { text: t("0x1p3") }),
        ("1 5:NaN", (1, 5), ValueNotFinite { text: t("NaN") }),
        ("1 5:-inf", (1, 5), ValueNotFinite { text: t("-inf") }),
        ("1 5:1e309", (1, 5), ValueNotFinite { text: t("1e309") }),
        ("1 3:1 3:1", (1, 7), DuplicateIndex { index: 3 }),
        ("1 3:1 7:1 5:1", (1, 11), UnsortedIndex { index: 5, previous: 7 }),
        ("1 3:1\r4:1\n", (1, 6), CarriageReturn),
        ("1 3:1\n\r\r\n", (2, 1), CarriageReturn),
        ("\u{feff}\u{feff}1", (1, 1), Label { text: t("\\xef\\xbb\\xbf1") }),
        ("\u{feff}1 3", (1, 3), MissingValue { text: t("3") }),
        ("# c\r\n\r\n1\r\n\t1 5:x\r\n", (4, 6), Value { text: t("x") }),
        ("# c\r1 # d\r1 5:x\r\n", (3, 5), Value { text: t("x") }),
    ];
    let limited = LibsvmOptions { features: Some(10), ..options() };
    for (text, position, reason) in cases {
        for padding in ["", " # so that the entry does not stand at the end of the text"] {
            let error = read(format!("{text}{padding}"), &limited).unwrap_err();
            assert_eq!((error.position(), error.reason()), (Some(position), Some(&reason)), "{text:?}");
        }
    }
    let one = LibsvmOptions { base: IndexBase::One, ..limited };
    let error = read("1 1:1\n1 10:1 11:1", &one).unwrap_err();
    let reason = IndexOutOfRange { index: 11, features: 10, base: 1 };
    assert_eq!((error.position(), error.reason()), (Some((2, 8)), Some(&reason)));
    let error = read("1 0:1", &one).unwrap_err();
    assert_eq!((error.position(), error.reason()), (Some((1, 3)), Some(&IndexBelowBase)));
    for text in ["1 9223372036854775808:1", "1 99999999999999999999999:1"] {
        let error = read(text, &options()).unwrap_err();
        let text = text[2..text.len() - 2].to_string();
        assert_eq!(error.reason(), Some(&IndexTooLarge { text, max: i64::MAX as u64 }));
    }
    let mut narrow = LibsvmReader::<_, f32, i32>::from_stream("x", &b"1 2147483648:1"[..], &options()).unwrap();
    let error = narrow.read_batch(&mut CsrBatch::new()).unwrap_err();
    assert!(error.to_string().starts_with("x:1:3: feature index 2147483648 does not fit"), "{error}");
    let mut narrow = LibsvmReader::<_, f32, u32>::from_stream("x", &b"1 4294967295:1e39"[..], &options()).unwrap();
    let error = narrow.read_batch(&mut CsrBatch::new()).unwrap_err();
    assert_eq!(error.to_string(), "x:1:14: value `1e39` is not a finite number of this type");
}

#[test]
fn round_trip() {
    fn same(labels: Vec<f32>, cells: Vec<(u8, u16, f32)>) -> bool {
        let labels: Vec<f32> = labels.into_iter().filter(|x| x.is_finite()).chain([1.0]).collect();
        let mut by_row = vec![std::collections::BTreeMap::new(); labels.len()];
        for (row, index, value) in cells {
            if value.is_finite() {
                by_row[usize::from(row) % labels.len()].insert(u32::from(index), value);
            }
        }
        let (mut indptr, mut indices, mut values) = (vec![0u32], Vec::new(), Vec::new());
        for row in by_row {
            indices.extend(row.keys());
            values.extend(row.values());
            indptr.push(indices.len() as u32);
        }
        for base in [IndexBase::Zero, IndexBase::One] {
            let mut text = Vec::new();
            write(&mut text, &labels, &indptr, &indices, &values, base).unwrap();
            let mut batch = CsrBatch::<f32, u32>::new();
            let options = LibsvmOptions { base, ..options() };
            let mut reader = LibsvmReader::from_stream("text", text.as_slice(), &options).unwrap();
            assert!(reader.read_rest(&mut batch).unwrap());
            let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(&batch.labels), bits(&labels));
            assert_eq!((&batch.indptr, &batch.indices), (&indptr, &indices));
            assert_eq!(bits(&batch.values), bits(&values));
        }
        true
    }
    QuickCheck::new().tests(2000).quickcheck(same as fn(_, _) -> _);
}

#[test]
fn writer_refuses() {
    use LibsvmWriteError::*;
    let attempt = |labels: &[f64], indptr: &[i32], indices: &[i32], values: &[f64]| {
        let mut text = Vec::new();
        let error = write(&mut text, labels, indptr, indices, values, IndexBase::Zero).unwrap_err();
        assert!(text.is_empty());
        error
    };
    let nan = f64::NAN;
    assert!(matches!(attempt(&[1.0], &[0], &[], &[]), RowPointers { labels: 1, indptr: 1 }));
    assert!(matches!(attempt(&[1.0], &[0, 1], &[0], &[]), Entries { indices: 1, values: 0 }));
    assert!(matches!(attempt(&[1.0], &[0, 1], &[], &[]), Pointer { row: 0, entries: 0 }));
    assert!(matches!(attempt(&[1.0], &[1, 1], &[0], &[1.0]), Pointer { row: 0, .. }));
    assert!(matches!(attempt(&[1.0; 2], &[0, 2, 1], &[0], &[1.0]), Pointer { row: 1, .. }));
    assert!(matches!(attempt(&[1.0, nan], &[0, 0, 0], &[], &[]), Label { row: 1 }));
    let two = |a, b, value| attempt(&[1.0; 2], &[0, 0, 2], &[a, b], &[1.0, value]);
    assert!(matches!(two(0, 1, f64::INFINITY), Value { row: 1, entry: 1 }));
    assert!(matches!(two(3, 3, 1.0), Index { row: 1, entry: 1 }));
    assert!(matches!(two(-1, 3, 1.0), Index { row: 1, entry: 0 }));
    let auto = write(&mut Vec::new(), &[1.0], &[0, 0], &[], &[], IndexBase::Auto);
    assert!(matches!(auto, Err(AutoBase)));
}

/// The numbers of `data/README.md`, counted there by awk.
#[test]
fn committed_data() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data");
    let cases = [
        ("agaricus.train.libsvm", 6513, 143_286, 3140.0, 8_857_667.0),
        ("agaricus.test.libsvm", 1611, 35_442, 776.0, 2_191_751.0),
    ];
    for (name, rows, entries, positive, weighted) in cases {
        let path = folder.join(name);
        let scan = scan(&path, &options()).unwrap();
        assert_eq!((scan.rows, scan.entries), (rows, entries));
        assert_eq!((scan.min_index, scan.max_index), (Some(1), Some(126)));
        let auto = LibsvmOptions { base: IndexBase::Auto, ..LibsvmOptions::default() };
        let batch: CsrBatch<f32, i32> = read_all(&path, &auto).unwrap();
        assert_eq!((batch.rows() as u64, batch.features), (rows, 126));
        assert_eq!(batch.labels.iter().sum::<f32>(), positive);
        let entries = batch.indices.iter().zip(&batch.values);
        assert_eq!(entries.map(|(&i, &v)| f64::from(i + 1) * f64::from(v)).sum::<f64>(), weighted);
        let one = LibsvmOptions { base: IndexBase::One, threads: 3, block_bytes: 5000, ..auto };
        assert_eq!(read_all::<f32, i32>(&path, &one).unwrap(), batch);
    }
}
