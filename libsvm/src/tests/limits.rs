//! Limits of index types, of lines and of memory.

use super::{options, read};
use crate::{CsrBatch, IndexBase, LibsvmError, LibsvmOptions, LibsvmReader, RowError};

/// One-byte indices make the limits of an index type reachable.
#[test]
fn more_entries_than_the_index_type_counts() {
    let wide = (0..100).map(|i| format!(" {i}:1")).collect::<String>();
    let text = format!("1{wide}\n# pause\n2{wide}\n3{wide}\n4 x\n");
    for (threads, block_bytes) in [(1, 1 << 16), (1, 1), (3, 1), (2, 1000), (2, 1 << 16)] {
        let options = LibsvmOptions { threads, block_bytes, batch_rows: 3, ..Default::default() };
        let mut reader = LibsvmReader::<_, f32, u8>::from_stream("limit", text.as_bytes(), &options).unwrap();
        let error = reader.read_batch(&mut CsrBatch::new()).unwrap_err();
        assert_eq!(error.position(), Some((4, 1)));
        assert_eq!(error.reason(), Some(&RowError::TooManyEntries { max: 255 }));

        let options = LibsvmOptions { batch_rows: 2, ..options };
        let mut reader = LibsvmReader::<_, f32, u8>::from_stream("limit", text.as_bytes(), &options).unwrap();
        let mut batch = CsrBatch::new();
        assert!(reader.read_batch(&mut batch).unwrap());
        assert_eq!((batch.indptr.as_slice(), batch.features), ([0, 100, 200].as_slice(), 100));
        let error = reader.read_batch(&mut batch).unwrap_err();
        assert_eq!(error.position(), Some((5, 3)));
    }
}

#[test]
fn largest_index_of_a_type() {
    let read = |text: &str, base| {
        let options = LibsvmOptions { base, ..Default::default() };
        let mut batch = CsrBatch::<f32, u8>::new();
        let mut reader = LibsvmReader::from_stream("limit", text.as_bytes(), &options)?;
        reader.read_batch(&mut batch)?;
        Ok::<_, LibsvmError>((batch.indices[0], batch.features))
    };
    assert_eq!(read("1 255:1", IndexBase::Zero).unwrap(), (255, 256));
    assert_eq!(read("1 256:1", IndexBase::One).unwrap(), (255, 256));
    for (text, base) in [("1 256:1", IndexBase::Zero), ("1 257:1", IndexBase::One)] {
        let error = read(text, base).unwrap_err();
        let text = text[2..5].to_string();
        assert_eq!(error.reason(), Some(&RowError::IndexTooLarge { text, max: 255 }));
    }
}

/// Nothing grows after the first pass, and nothing is of the size of the input.
#[cfg(feature = "threads")]
#[test]
fn memory_is_bounded() {
    let line = |i: usize| format!("{i} {}:0.25 {}:-1.5 {}:3\n", i % 7, 10 + i % 90, 100 + i % 900);
    let text = (0..50_000).map(line).collect::<String>();
    for threads in [1, 2] {
        let block_bytes = 8192;
        let options =
            LibsvmOptions { threads, block_bytes, batch_rows: 300, features: Some(1000), ..Default::default() };
        let source = std::io::Cursor::new(text.as_bytes());
        let mut reader = LibsvmReader::<_, f32, i32>::from_seekable("memory", source, &options).unwrap();
        let mut batch = CsrBatch::new();
        let mut capacities = Vec::new();
        for _ in 0..3 {
            while reader.read_batch(&mut batch).unwrap() {}
            reader.reset().unwrap();
            let entries = |rows: &crate::line::Rows<f32, i32>| rows.indices.capacity() + rows.values.capacity();
            capacities.push((
                batch.labels.capacity() + batch.indptr.capacity(),
                batch.indices.capacity() + batch.values.capacity(),
                reader.pieces.iter().map(|piece| entries(&piece.rows)).sum::<usize>() + entries(&reader.rows),
                reader.blocks.capacity(),
            ));
        }
        assert_eq!(capacities[0], capacities[1]);
        assert_eq!(capacities[0], capacities[2]);
        assert_eq!(capacities[0].3, 2 * threads * block_bytes);
        assert!(capacities[0].1 < 10 * 3 * 300 && capacities[0].2 < 2 * threads * block_bytes);
    }
}

#[test]
fn long_lines() {
    let long = (0..500).map(|i| format!(" {i}:0.5")).collect::<String>();
    let text = format!("1\n2{long}\n3\n");
    let length = 1 + long.len() + 1;
    for (threads, block_bytes) in [(1, 1), (1, 64), (2, 100), (3, 1 << 20)] {
        let enough = LibsvmOptions { threads, block_bytes, max_line_bytes: length, ..options() };
        assert_eq!(read(&text, &enough).unwrap().indptr, [0, 0, 500, 500]);
        let error = read(&text, &LibsvmOptions { max_line_bytes: length - 1, ..enough }).unwrap_err();
        assert_eq!(error.position(), Some((2, 1)));
        assert_eq!(error.reason(), Some(&RowError::LineTooLong { max: length as u64 - 1 }));
    }
}
