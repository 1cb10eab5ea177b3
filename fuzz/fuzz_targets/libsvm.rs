//! The LibSVM reader, on any threads and blocks, against a parser that is written line by line.
#![no_main]
use lacuna_libsvm::compression::Compression;
use lacuna_libsvm::{CsrBatch, IndexBase, LibsvmError, LibsvmOptions, LibsvmReader};
use libfuzzer_sys::arbitrary::{self, Arbitrary};
use libfuzzer_sys::fuzz_target;

#[derive(Arbitrary, Debug)]
struct Input<'a> {
    one_based: bool,
    sort_rows: bool,
    features: Option<u16>,
    batch_rows: u8,
    threads: u8,
    block_bytes: u8,
    text: &'a [u8],
}

type Row = (f64, Vec<(u64, f64)>);

fuzz_target!(|input: Input| {
    let options = LibsvmOptions {
        batch_rows: usize::from(input.batch_rows) + 1,
        features: input.features.map(usize::from),
        base: if input.one_based { IndexBase::One } else { IndexBase::Zero },
        sort_rows: input.sort_rows,
        ignore_weights: true,
        threads: 1 + usize::from(input.threads % 4),
        block_bytes: 1 + usize::from(input.block_bytes),
        ..LibsvmOptions::default()
    };
    // No line of what is compressed is text; it may only be refused, or read.
    let compression = Compression::of(input.text);
    let (expected, bad_line) = parsed(&input);
    let mut reader =
        LibsvmReader::<_, f64, i32>::from_stream("fuzz", input.text, &options).expect("the options are good");
    let (mut batch, mut rows) = (CsrBatch::new(), Vec::new());
    let error = loop {
        match reader.read_batch(&mut batch) {
            Ok(true) => rows.extend(rows_of(&batch)),
            Ok(false) => break None,
            Err(error) => break Some(error),
        }
    };
    if compression.is_some() {
        return;
    }
    match (bad_line, &error) {
        (None, None) => assert!(!expected.is_empty() && same(&rows, &expected), "{rows:?} {expected:?}"),
        (None, Some(LibsvmError::Empty { .. })) => assert!(expected.is_empty()),
        (Some(line), Some(LibsvmError::Row { line: found, .. })) => {
            assert_eq!(*found, line as u64 + 1);
            // Whole batches only, and all that lie before the bad row.
            assert!(
                rows.len() == expected.len() / options.batch_rows * options.batch_rows
                    && same(&rows, &expected[..rows.len()])
            );
        }
        _ => panic!("line {bad_line:?} is bad, but the reader says {error:?}"),
    }
});

fn rows_of(batch: &CsrBatch<f64, i32>) -> impl Iterator<Item = Row> + '_ {
    (0..batch.rows()).map(|row| {
        let entries = batch.indptr[row] as usize..batch.indptr[row + 1] as usize;
        (batch.labels[row], entries.map(|k| (batch.indices[k] as u64, batch.values[k])).collect())
    })
}

/// Equal rows, numbers by their bits.
fn same(a: &[Row], b: &[Row]) -> bool {
    let key = |row: &Row| (row.0.to_bits(), row.1.iter().map(|&(id, value)| (id, value.to_bits())).collect::<Vec<_>>());
    a.iter().map(key).eq(b.iter().map(key))
}

/// The rows up to the first bad line, and its number from 0.
fn parsed(input: &Input) -> (Vec<Row>, Option<usize>) {
    let text = input.text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(input.text);
    let (mut rows, mut rest) = (Vec::new(), Some(text));
    for number in 0.. {
        let Some(text) = rest else { break };
        let line;
        (line, rest) = first_line(text);
        match row(input, line) {
            Ok(row) => rows.extend(row),
            Err(()) => return (rows, Some(number)),
        }
    }
    (rows, None)
}

/// Up to a line feed, or a carriage return in a comment; and what follows.
fn first_line(text: &[u8]) -> (&[u8], Option<&[u8]>) {
    let mut comment = false;
    for (at, byte) in text.iter().enumerate() {
        let rest = &text[at + 1..];
        match byte {
            b'#' => comment = true,
            b'\n' => return (&text[..at], Some(rest)),
            b'\r' if comment => return (&text[..at], Some(rest.strip_prefix(b"\n").unwrap_or(rest))),
            _ => {}
        }
    }
    (text, None)
}

fn row(input: &Input, line: &[u8]) -> Result<Option<Row>, ()> {
    let line = match line.iter().position(|&byte| byte == b'#') {
        Some(comment) => &line[..comment],
        None => line.strip_suffix(b"\r").unwrap_or(line),
    };
    if line.contains(&b'\r') {
        return Err(());
    }
    let mut tokens = line.split(|&byte| byte == b' ' || byte == b'\t').filter(|token| !token.is_empty()).peekable();
    let Some(first) = tokens.next() else { return Ok(None) };
    let mut parts = first.splitn(2, |&byte| byte == b':');
    let label = number(parts.next().ok_or(())?)?;
    parts.next().map(number).transpose()?;
    if let Some(query) = tokens.peek().and_then(|token| token.strip_prefix(b"qid:")) {
        if query.is_empty() || !query.iter().all(u8::is_ascii_digit) {
            return Err(());
        }
        tokens.next();
    }
    let mut entries = Vec::<(u64, f64)>::new();
    for token in tokens {
        let colon = token.iter().position(|&byte| byte == b':').ok_or(())?;
        let index = std::str::from_utf8(&token[..colon]).map_err(drop)?;
        if !index.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(());
        }
        let index: u64 = index.parse().map_err(drop)?;
        let id = index.checked_sub(u64::from(input.one_based)).ok_or(())?;
        let end = input.features.map_or(i32::MAX as u64 + 1, u64::from);
        let ascends = entries.last().is_none_or(|last| last.0 < id);
        if id >= end || !(ascends || input.sort_rows) || entries.iter().any(|entry| entry.0 == id) {
            return Err(());
        }
        entries.push((id, number(&token[colon + 1..])?));
    }
    entries.sort_unstable_by_key(|entry| entry.0);
    Ok(Some((label, entries)))
}

fn number(text: &[u8]) -> Result<f64, ()> {
    let number: f64 = std::str::from_utf8(text).map_err(drop)?.parse().map_err(drop)?;
    if number.is_finite() { Ok(number) } else { Err(()) }
}
