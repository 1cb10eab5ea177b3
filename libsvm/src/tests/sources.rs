//! Passes over a source, and sources that fail.

use std::{
    io::{self, Cursor, Read},
    path::Path,
};

use super::{options, read};
use crate::{CsrBatch, IndexBase, LibsvmError, LibsvmOptions, LibsvmReader, read_all, scan};

#[test]
fn inputs_without_rows() {
    for text in ["", "\n", "# only\n\r\n \t", "\u{feff}"] {
        for threads in [1, 2] {
            let options = LibsvmOptions { threads, ..options() };
            let mut reader = LibsvmReader::<_, f64, i64>::from_stream("none", text.as_bytes(), &options).unwrap();
            for _ in 0..2 {
                let error = reader.read_batch(&mut CsrBatch::new()).unwrap_err();
                assert!(matches!(error, LibsvmError::Empty { .. }));
                assert_eq!(error.to_string(), "none: no rows");
            }
        }
    }
}

#[test]
fn misuse() {
    let empty = LibsvmOptions { batch_rows: 0, ..options() };
    assert!(matches!(read("1", &empty), Err(LibsvmError::ZeroBatchRows)));
    let auto = LibsvmOptions { base: IndexBase::Auto, ..options() };
    assert!(matches!(read("1", &auto), Err(LibsvmError::AutoBaseOfStream { .. })));
    let mut stream = LibsvmReader::<_, f32, i32>::from_stream("s", Cursor::new("1"), &options()).unwrap();
    assert!(matches!(stream.reset(), Err(LibsvmError::NotSeekable { .. })));
}

#[test]
fn passes_batches_and_features() {
    let text = "1 2:1\n2 9:1\n3\n# pause\n4 4:1\n5 20:1\n";
    let small = LibsvmOptions { batch_rows: 2, ..options() };
    let sizes = |reader: &mut LibsvmReader<Cursor<&str>, f32, u32>| {
        let mut batch = CsrBatch::new();
        let mut sizes = Vec::new();
        while reader.read_batch(&mut batch).unwrap() {
            sizes.push((batch.labels[0], batch.rows(), batch.features));
        }
        assert!(!reader.read_batch(&mut batch).unwrap());
        assert_eq!((batch.rows(), batch.indptr.as_slice()), (0, [0].as_slice()));
        sizes
    };
    for threads in [1, 2] {
        let small = LibsvmOptions { threads, ..small.clone() };
        let mut reader = LibsvmReader::from_stream("s", Cursor::new(text), &small).unwrap();
        assert_eq!(sizes(&mut reader), [(1.0, 2, 10), (3.0, 2, 10), (5.0, 1, 21)]);
        let mut reader = LibsvmReader::from_seekable("s", Cursor::new(text), &small).unwrap();
        for _ in 0..3 {
            assert_eq!(sizes(&mut reader), [(1.0, 2, 21), (3.0, 2, 21), (5.0, 1, 21)]);
            reader.reset().unwrap();
            assert!(reader.read_batch(&mut CsrBatch::new()).unwrap());
            reader.reset().unwrap();
        }
        let auto = LibsvmOptions { base: IndexBase::Auto, ..small.clone() };
        let mut reader = LibsvmReader::from_seekable("s", Cursor::new(text), &auto).unwrap();
        assert_eq!((reader.base(), reader.features()), (1, 20));
        assert_eq!(sizes(&mut reader)[2], (5.0, 1, 20));
        // Only rows before the error decide.
        let text = "1 2:1\n2 5:1\n3 0:1 x";
        let reader = LibsvmReader::<_, f32, i32>::from_seekable("s", Cursor::new(text), &auto);
        assert_eq!(reader.unwrap().base(), 1);
        // The second pass returns the error, and only the error.
        let text = "1 2:1\n2 0:1\n3 7:1 x";
        let mut reader = LibsvmReader::from_seekable("s", Cursor::new(text), &auto).unwrap();
        let mut batch = CsrBatch::<f32, i32>::new();
        assert!(reader.read_batch(&mut batch).unwrap());
        assert_eq!((batch.indices.as_slice(), batch.features), ([2, 0].as_slice(), 3));
        assert_eq!(reader.read_batch(&mut batch).unwrap_err().position(), Some((3, 7)));
    }
}

/// Gives its bytes in small portions, then fails.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let bytes = self.0.len().min(out.len()).min(5);
        if bytes == 0 {
            return Err(io::Error::other("cable out"));
        }
        out[..bytes].copy_from_slice(&self.0[..bytes]);
        self.0 = &self.0[bytes..];
        Ok(bytes)
    }
}

#[test]
fn input_failures() {
    for (threads, block_bytes) in [(1, 1), (1, 1000), (2, 3), (2, 1000)] {
        let options = LibsvmOptions { threads, block_bytes, batch_rows: 1, ..options() };
        let source = Failing(b"1 0:1\n2 0:2\n3 0:3");
        let mut reader = LibsvmReader::<_, f32, i32>::from_stream("wire", source, &options).unwrap();
        let mut batch = CsrBatch::new();
        for label in [1.0, 2.0] {
            assert!(reader.read_batch(&mut batch).unwrap());
            assert_eq!(batch.labels, [label]);
        }
        for _ in 0..2 {
            let error = reader.read_batch(&mut batch).unwrap_err();
            // The chain of sources has each of them once.
            assert_eq!(format!("{:#}", anyhow::Error::from(error)), "wire: cannot be read: cable out");
            assert_eq!(batch.rows(), 0);
        }
    }
    let missing = Path::new("no/such/file.libsvm");
    for error in [
        LibsvmReader::<_, f32, i32>::open(missing, &options()).unwrap_err(),
        read_all::<f32, i32>(missing, &options()).unwrap_err(),
        scan(missing, &options()).unwrap_err(),
    ] {
        assert!(matches!(error, LibsvmError::Io { .. }));
        assert!(error.to_string().starts_with("no/such/file.libsvm: "), "{error}");
    }
    let folder = tempfile::tempdir().unwrap();
    let error = LibsvmReader::<_, f32, i32>::open(folder.path(), &options()).map(drop).unwrap_err();
    assert!(matches!(error, LibsvmError::Io { .. }), "{error}");
}
