//! One result for all threads and blocks: that of a reader said again in the plainest way.

use quickcheck::{Arbitrary, Gen, QuickCheck};

use super::rows;
use crate::{CsrBatch, LibsvmError, LibsvmOptions, LibsvmReader};

/// Mostly good text, with some damage.
#[derive(Clone, Debug)]
struct Text(Vec<u8>);

impl Arbitrary for Text {
    fn arbitrary(g: &mut Gen) -> Self {
        let pick = |g: &mut Gen, from: &[&str]| g.choose(from).map_or("", |s| *s).to_string();
        let mut text = pick(g, &["", "", "", "\u{feff}"]);
        for _ in 0..usize::arbitrary(g) % 12 {
            text += &pick(g, &["", "", "", " ", "\t", "\r\n", "#\n", "# 1 2:3\r\n", "# 1 2:3\r"]);
            text += &pick(g, &["1", "-1", "+0.5", "1e-3", "7:2", "1:0", "0:1e-3", "1:-3"]);
            text += &pick(g, &["", "", "", "", " qid:12"]);
            let mut index = 0;
            for _ in 0..usize::arbitrary(g) % 9 {
                text += &pick(g, &[" ", " ", " ", " ", " ", "\t", "  "]);
                index += 1 + u32::arbitrary(g) % [3, 3, 3, 1000, 10_000_000][usize::arbitrary(g) % 5];
                if u8::arbitrary(g) % 32 == 0 {
                    index = u32::arbitrary(g) % 9;
                }
                let number = match u8::arbitrary(g) % 6 {
                    0 => f64::arbitrary(g).to_string(),
                    1 => format!("{:e}", f32::arbitrary(g)),
                    2 => "1".to_string(),
                    digits => format!("{:.*}", digits as usize, i32::arbitrary(g) as f64 / 1e5),
                };
                text += &format!("{index}:{number}");
            }
            text += &pick(g, &["", "", "", "", "", "", " ", "#", " # 9:9 "]);
            text += &pick(g, &["\n", "\n", "\n", "\n", "\r\n", "#\r"]);
        }
        let mut text = text.into_bytes();
        for _ in 0..usize::arbitrary(g) % 3 {
            if !text.is_empty() && bool::arbitrary(g) {
                let at = usize::arbitrary(g) % text.len();
                let byte = *g.choose(b"\n\r\t #:-+.,e0x9\0\xff").unwrap();
                if bool::arbitrary(g) { text[at] = byte } else { text.insert(at, byte) }
            }
        }
        Self(text)
    }
}

/// Label, weight, and entries.
type Row = (f64, f64, Vec<(i64, f64)>);

/// The rows before the first error, and its place: the grammar said again in the plainest way.
fn reference(text: &[u8], options: &LibsvmOptions) -> (Vec<Row>, Option<(u64, u64)>) {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut rows = Vec::new();
    for (line, bytes) in reference_lines(text).into_iter().enumerate() {
        match reference_row(&bytes, options) {
            Ok(row) => rows.extend(row),
            Err(at) => return (rows, Some((line as u64 + 1, at as u64 + 1))),
        }
    }
    (rows, None)
}

/// A line ends with a line feed, or with a carriage return in its comment, or with both.
fn reference_lines(text: &[u8]) -> Vec<Vec<u8>> {
    let (mut lines, mut line, mut bytes) = (Vec::new(), Vec::new(), text.iter().copied().peekable());
    while let Some(byte) = bytes.next() {
        let ends_comment = byte == b'\r' && line.contains(&b'#');
        if ends_comment {
            bytes.next_if_eq(&b'\n');
        }
        if ends_comment || byte == b'\n' {
            lines.push(std::mem::take(&mut line));
        } else {
            line.push(byte);
        }
    }
    // Nothing behind the last line feed is no line.
    lines.extend((!line.is_empty()).then_some(line));
    lines
}

fn reference_row(line: &[u8], options: &LibsvmOptions) -> Result<Option<Row>, usize> {
    let &LibsvmOptions { sort_rows, sum_duplicates, row_weights, unlabelled, .. } = options;
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let has_comment = line.contains(&b'#');
    let line = line.split(|&byte| byte == b'#').next().unwrap_or_default();
    let mut tokens = Vec::new();
    let mut at = 0;
    for token in line.split_inclusive(|byte| b" \t\r".contains(byte)) {
        let (last, start) = token.split_last().unwrap();
        let blank = b" \t\r".contains(last);
        let word = if blank { start } else { token };
        if !word.is_empty() {
            tokens.push((at, String::from_utf8_lossy(word).into_owned()));
        }
        at += token.len();
        if *last == b'\r' {
            tokens.push((at - 1, "\r".to_string()));
        }
    }
    let number = |text: &str| text.parse::<f64>().ok().filter(|x| x.is_finite());
    let mut tokens = tokens.into_iter().peekable();
    let (mut value_of_label, mut value_of_weight) = (0.0, 1.0);
    match tokens.peek().cloned() {
        None if unlabelled && !has_comment => return Ok(Some((0.0, 1.0, Vec::new()))),
        None => return Ok(None),
        Some((at, first)) if unlabelled => first.contains(':').then_some(()).ok_or(at)?,
        Some((at, label)) => {
            let (value, weight) = label.split_once(':').unwrap_or((&label, "1"));
            value_of_label = number(value).ok_or(at)?;
            let weight = number(weight).filter(|&weight| weight >= 0.0 || !row_weights);
            value_of_weight = weight.ok_or(at + value.len() + 1)?;
            tokens.next();
        }
    }
    if !row_weights {
        value_of_weight = 1.0;
    }
    if let Some((at, text)) = tokens.next_if(|(_, token)| token.starts_with("qid:")) {
        let digits = &text[4..];
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(at + 4);
        }
    }
    let (mut entries, mut repeated) = (Vec::<(i64, f64)>::new(), None);
    for (at, token) in tokens {
        let (index, value) = token.split_once(':').ok_or(at)?;
        let good = !index.is_empty() && index.bytes().all(|byte| byte.is_ascii_digit());
        let index_value = index.parse::<i64>().ok().filter(|_| good).ok_or(at)?;
        let repeats_last = sum_duplicates && entries.last().is_some_and(|last| last.0 == index_value);
        if !sort_rows && !repeats_last && entries.last().is_some_and(|last| last.0 >= index_value) {
            return Err(at);
        }
        let value = number(value).ok_or(at + index.len() + 1)?;
        match entries.iter_mut().find(|entry| entry.0 == index_value) {
            None => entries.push((index_value, value)),
            Some(_) if !sum_duplicates => repeated = repeated.or(Some(at)),
            Some((_, sum)) => {
                *sum += value;
                repeated = repeated.or((!sum.is_finite()).then_some(at));
            }
        }
    }
    entries.sort_by_key(|entry| entry.0);
    repeated.map_or(Ok(Some((value_of_label, value_of_weight, entries))), Err)
}

/// CsrBatch after batch, then the place of the error; checks what belongs to each batch.
fn stream(text: &[u8], options: &LibsvmOptions) -> (Vec<Row>, Option<(u64, u64)>) {
    let mut reader = LibsvmReader::<_, f64, i64>::from_stream("text", text, options).unwrap();
    let (mut all, mut batch, mut features) = (Vec::new(), CsrBatch::new(), 0);
    loop {
        match reader.read_batch(&mut batch) {
            Ok(true) => {
                let weights = if options.row_weights { batch.weights.clone() } else { vec![1.0; batch.rows()] };
                assert_eq!(weights.len(), batch.rows());
                let rows = rows(&batch).into_iter().zip(weights);
                all.extend(rows.map(|((label, entries), weight)| (label, weight, entries)));
            }
            Ok(false) => return (all, None),
            Err(LibsvmError::Empty { .. }) => return (Vec::new(), None),
            Err(error) => return (all, Some(error.position().unwrap())),
        }
        features = batch.indices.iter().fold(features, |most, &index| most.max(index as usize + 1));
        assert_eq!(batch.features, features);
    }
}

/// A row by the bits of its numbers.
type RowBits = (u64, u64, Vec<(i64, u64)>);

fn bits(rows: &[Row]) -> Vec<RowBits> {
    let entries = |entries: &[(i64, f64)]| entries.iter().map(|entry| (entry.0, entry.1.to_bits())).collect();
    rows.iter().map(|row| (row.0.to_bits(), row.1.to_bits(), entries(&row.2))).collect()
}

/// Threads, block size and batch size leave rows, bits and the place of the error alone, and they are the reference's.
fn same_for_all(text: &[u8]) -> bool {
    let kinds = [[false; 4], [true, false, false, false], [false, true, true, false], [true, true, false, true]];
    for [sort_rows, sum_duplicates, row_weights, unlabelled] in kinds {
        let (ignore_weights, more) = (true, LibsvmOptions::default());
        let kind = LibsvmOptions { sort_rows, sum_duplicates, row_weights, ignore_weights, unlabelled, ..more };
        let (expected, expected_error) = reference(text, &kind);
        for batch_rows in [1, 2, 3, 1000] {
            // The batch with the error in it is not delivered.
            let delivered = match expected_error {
                Some(_) => expected.len() / batch_rows * batch_rows,
                None => expected.len(),
            };
            for (threads, block_bytes) in [(1, 1), (1, 7), (1, 64), (1, 4096), (2, 1), (2, 33), (3, 16), (7, 4096)] {
                let options = LibsvmOptions { threads, block_bytes, batch_rows, ..kind.clone() };
                let (all, error) = stream(text, &options);
                assert_eq!(error, expected_error, "{options:?} {}", text.escape_ascii());
                assert_eq!(bits(&all), bits(&expected[..delivered]), "{options:?} {}", text.escape_ascii());
            }
        }
    }
    true
}

#[test]
fn one_result_for_all_threads_and_blocks() {
    let tests = std::env::var("QUICKCHECK_TESTS").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    QuickCheck::new().tests(tests).max_tests(tests * 2).quickcheck((|text: Text| same_for_all(&text.0)) as fn(_) -> _);
}

#[test]
fn any_bytes_are_rows_or_an_error() {
    QuickCheck::new().tests(300).quickcheck((|text: Vec<u8>| same_for_all(&text)) as fn(_) -> _);
}
