use super::memory_batches::epoch;
use super::{expected, floats, integers, list, size};
use lacuna_runtime::array::{Array, ArrayError, Dtype};
use lacuna_runtime::data::{Batch, Batches, DataError, LabelFiles, LibsvmBatches, LibsvmBatchesOptions};
use lacuna_runtime::libsvm::{IndexBase, LibsvmError, LibsvmOptions};
use serde_json::Value;
use std::path::PathBuf;
use tempfile::TempDir;

struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    }
}

fn options(batch_rows: usize, features: usize) -> LibsvmBatchesOptions {
    // MXNet ignores weights.
    let read = LibsvmOptions {
        batch_rows,
        features: Some(features),
        threads: 1,
        ignore_weights: true,
        ..LibsvmOptions::default()
    };
    LibsvmBatchesOptions { read, ..LibsvmBatchesOptions::default() }
}

fn open(path: &PathBuf, options: &LibsvmBatchesOptions) -> LibsvmBatches<f32> {
    LibsvmBatches::open(std::slice::from_ref(path), options).unwrap()
}

fn csr(value: &Value) -> Array {
    let shape = integers(&value["shape"]);
    let parts = (integers(&value["indptr"]), integers(&value["indices"]), floats(&value["data"]));
    Array::csr(Some([shape[0] as usize, shape[1] as usize]), parts.0, parts.1, parts.2).unwrap()
}

#[test]
fn batches_are_the_peers() {
    let (cases, texts, folder) = (expected("libsvm_iter"), expected("texts"), Folder::new());
    for case in list(&cases) {
        let names = case["text"].as_str().unwrap().split(';');
        let paths: Vec<_> = names.map(|name| folder.file(name, texts[name].as_str().unwrap())).collect();
        let mut options = options(size(&case["batch_size"]), size(&case["features"]));
        if case["indexing_mode"] == 1 {
            options.read.base = IndexBase::One;
        }
        if let Some(parts) = case["num_parts"].as_u64() {
            (options.parts, options.part) = (parts as usize, size(&case["part_index"]));
        }
        if let Some(labels) = case["label"].as_str() {
            options.label =
                Some(LabelFiles { paths: vec![folder.file("label", labels)], size: size(&case["label_size"]) });
        }
        let mut batches = LibsvmBatches::<f32>::open(&paths, &options).unwrap();
        let mut batch = Batch::default();
        for epoch in list(&case["epochs"]) {
            for expected in list(epoch) {
                assert!(batches.next_batch(&mut batch).unwrap());
                assert_eq!(batch.data, [csr(&expected["data"])], "{}", case["text"]);
                let label = &expected["label"];
                let label = if label.is_object() {
                    csr(label)
                } else {
                    Array::dense(&[list(label).len()], floats(label)).unwrap()
                };
                assert_eq!((&batch.label[0], batch.pad), (&label, size(&expected["pad"])), "{}", case["text"]);
            }
            assert!(!batches.next_batch(&mut batch).unwrap());
            batches.reset().unwrap();
        }
    }
}

const FOUR: &str = "1 0:1\n2 1:2\n3 2:3\n4 0:4 2:5\n";

#[test]
fn a_batch_is_filled_as_often_as_it_takes() {
    let path = Folder::new();
    let path = path.file("four", FOUR);
    let labels = |size: usize| {
        let mut batches = open(&path, &options(size, 3));
        (0..3)
            .map(|_| {
                let seen = epoch(&mut batches);
                batches.reset().unwrap();
                seen
            })
            .collect::<Vec<_>>()
    };
    // All rows are used for filling: the next epoch begins with the first one.
    assert!(labels(8).iter().all(|seen| *seen == [(vec![1.0, 2.0, 3.0, 4.0, 1.0, 2.0, 3.0, 4.0], 4)]));
    let seven = labels(7);
    assert_eq!(seven[0], [(vec![1.0, 2.0, 3.0, 4.0, 1.0, 2.0, 3.0], 3)]);
    assert_eq!(seven[1], [(vec![4.0, 1.0, 2.0, 3.0, 4.0, 1.0, 2.0], 6)]);
    assert_eq!(seven[2], [(vec![3.0, 4.0, 1.0, 2.0, 3.0, 4.0, 1.0], 5)]);
    assert_eq!(labels(10)[0][0].1, 6);
}

#[test]
fn a_reset_in_an_epoch_goes_back_to_the_first_row() {
    let folder = Folder::new();
    let mut batches = open(&folder.file("four", FOUR), &options(3, 3));
    let first = (vec![1.0, 2.0, 3.0], 0);
    assert_eq!(epoch(&mut batches)[0], first);
    batches.restart().unwrap();
    assert_eq!(epoch(&mut batches)[0], first);
    batches.reset().unwrap();
    // Inside the epoch that has begun behind the padding.
    let mut two = Batch::default();
    let mut batches = open(&folder.file("seven", &FOUR.repeat(2)), &options(3, 3));
    assert_eq!(epoch(&mut batches)[2], (vec![3.0, 4.0, 1.0], 1));
    batches.reset().unwrap();
    assert!(batches.next_batch(&mut two).unwrap());
    assert_eq!(two.label[0].data::<f32>(), Some(&[2.0, 3.0, 4.0][..]));
    batches.reset().unwrap();
    assert_eq!(epoch(&mut batches)[0], first);
}

#[test]
fn without_filling_the_last_batch_is_shorter() {
    let folder = Folder::new();
    let path = folder.file("four", FOUR);
    let mut batches = open(&path, &LibsvmBatchesOptions { round_batch: false, ..options(3, 3) });
    for _ in 0..2 {
        assert_eq!(epoch(&mut batches), [(vec![1.0, 2.0, 3.0], 0), (vec![4.0], 0)]);
        batches.reset().unwrap();
    }
}

#[test]
fn every_row_is_in_one_part_and_has_its_label() {
    let folder = Folder::new();
    // Lines of different lengths, of which the labels' are not in proportion.
    let line = |k: usize| format!("{k} {}\n", (0..k * 7 % 13).map(|c| format!("{c}:1 ")).collect::<String>());
    let (one, two): (String, String) = ((0..23).map(line).collect(), (23..40).map(line).collect());
    let files = [folder.file("one", &one), folder.file("two", two.trim_end())];
    let labels: String = (0..40).map(|k| format!("0 0:{k}{}\n", " 1:1".repeat(usize::from(k < 10)))).collect();
    let label = Some(LabelFiles { paths: vec![folder.file("labels", &labels)], size: 2 });
    for parts in [1, 2, 3, 7, 11] {
        for round_batch in [false, true] {
            let mut seen = Vec::new();
            for part in 0..parts {
                let options = LibsvmBatchesOptions { part, parts, label: label.clone(), round_batch, ..options(4, 13) };
                let mut batches = LibsvmBatches::<f64>::open(&files, &options).unwrap();
                let mut batch = Batch::default();
                while batches.next_batch(&mut batch).unwrap() {
                    let (data, label) =
                        (batch.data[0].as_csr::<f64>().unwrap(), batch.label[0].as_csr::<f64>().unwrap());
                    for row in 0..data.rows() {
                        let number = label.row(row).1[0];
                        assert_eq!(data.row(row).0.len(), number as usize * 7 % 13);
                        if row < data.rows() - batch.pad {
                            seen.push(number);
                        }
                    }
                }
            }
            assert_eq!(seen, (0..40).map(f64::from).collect::<Vec<_>>(), "{parts} parts");
        }
    }
}

#[test]
fn features_and_base_are_those_of_all_parts() {
    let folder = Folder::new();
    let path = folder.file("data", "1 1:1\n2 5:1\n3 2:1\n4 3:1\n");
    let mut options = options(2, 0);
    (options.read.features, options.read.base, options.part, options.parts) = (None, IndexBase::Auto, 1, 2);
    let mut batches = open(&path, &options);
    assert_eq!(batches.features(), 5);
    let mut batch = Batch::default();
    assert!(batches.next_batch(&mut batch).unwrap());
    assert_eq!((batch.data[0].shape(), batch.data[0].indices()), (&[2, 5][..], Some(&[2, 2][..])));
    assert_eq!((batch.label[0].data::<f32>(), batch.pad), (Some(&[4.0, 4.0][..]), 1));
    // A folder is all files in it.
    let mut batches = open(&folder.0.path().to_path_buf(), &LibsvmBatchesOptions { part: 0, parts: 1, ..options });
    assert_eq!(epoch(&mut batches).len(), 2);
}

#[test]
fn errors_name_the_line_of_the_file() {
    let folder = Folder::new();
    let path = folder.file("bad", &format!("{}5 0:1 0:2\n6 1:1\n", FOUR.repeat(2)));
    let mut options = options(2, 3);
    (options.part, options.parts) = (1, 2);
    let mut batches = open(&path, &options);
    let mut batch = Batch::default();
    let error = loop {
        match batches.next_batch(&mut batch) {
            Ok(more) => assert!(more),
            Err(error) => break error,
        }
    };
    assert_eq!(error.to_string(), format!("{}:9:7: feature index 0 appears twice", path.display()));
    assert_eq!(batches.next_batch(&mut batch).unwrap_err().to_string(), error.to_string());
    batches.reset().unwrap();
    assert!(batches.next_batch(&mut batch).unwrap());

    let path = folder.file("range", "1 0:1\n2 3:1\n");
    let mut batches = open(&path, &options_of(2));
    let error = batches.next_batch(&mut batch).unwrap_err().to_string();
    assert_eq!(error, format!("{}:2:3: feature index 3 is out of range: 3 features counted from 0", path.display()));
}

fn options_of(batch_rows: usize) -> LibsvmBatchesOptions {
    options(batch_rows, 3)
}

#[test]
fn refusals() {
    let folder = Folder::new();
    let path = folder.file("four", FOUR);
    let open = |options: LibsvmBatchesOptions| LibsvmBatches::<f32>::open(std::slice::from_ref(&path), &options);
    assert!(matches!(open(options_of(0)), Err(DataError::ZeroBatchSize)));
    assert!(matches!(
        open(LibsvmBatchesOptions { part: 2, parts: 2, ..options_of(1) }),
        Err(DataError::Part { part: 2, parts: 2 })
    ));
    assert!(matches!(open(LibsvmBatchesOptions { part: 0, parts: 0, ..options_of(1) }), Err(DataError::Part { .. })));
    assert!(matches!(
        LibsvmBatches::<f32>::open(&[folder.0.path().join("none")], &options_of(1)),
        Err(DataError::Io { .. })
    ));
    assert!(matches!(LibsvmBatches::<f32>::open(&[], &options_of(1)), Err(DataError::NoRows)));
    let first = |options: LibsvmBatchesOptions| {
        open(options).and_then(|mut batches| batches.next_batch(&mut Batch::default())).unwrap_err()
    };
    assert!(matches!(
        first(LibsvmBatchesOptions { part: 29, parts: 30, ..options_of(1) }),
        DataError::EmptyPart { part: 29, parts: 30 }
    ));

    let label = |text: &str| Some(LabelFiles { paths: vec![folder.file("label", text)], size: 2 });
    let error = first(LibsvmBatchesOptions { label: label("0 0:1\n0 1:1\n0\n"), ..options_of(4) });
    assert_eq!(error.to_string(), "the label file ends behind row 3, and there are more rows of data");
    let error = first(LibsvmBatchesOptions { label: label("0 0:1\n0 2:1\n"), ..options_of(2) });
    assert!(matches!(error, DataError::Libsvm(LibsvmError::Row { line: 2, column: 3, .. })));
    // Left-over labels do not matter, as in MXNet.
    let options = LibsvmBatchesOptions { label: label(&"0 0:1\n".repeat(9)), ..options_of(2) };
    let mut batches = open(options).unwrap();
    assert!(batches.next_batch(&mut Batch::default()).unwrap());

    assert!(matches!(first(options_of(usize::MAX)), DataError::Array(ArrayError::Memory { .. })));

    let empty = folder.file("empty", "\n# nothing\n");
    let error = LibsvmBatches::<f32>::open(&[empty], &options_of(1))
        .and_then(|mut batches| batches.next_batch(&mut Batch::default()));
    assert!(matches!(error, Err(DataError::Libsvm(LibsvmError::Empty { .. }))));
}

#[test]
fn arrays_share_their_memory_with_later_batches() {
    let folder = Folder::new();
    let mut batches = open(&folder.file("long", &FOUR.repeat(100)), &options(8, 3));
    let (mut batch, mut addresses) = (Batch::default(), std::collections::HashSet::new());
    for number in 0..150 {
        if !batches.next_batch(&mut batch).unwrap() {
            batches.reset().unwrap();
            continue;
        }
        assert_eq!(batch.data[0].dtype(), Dtype::F32);
        if number > 10 {
            addresses.insert((
                batch.data[0].data::<f32>().unwrap().as_ptr().addr(),
                batch.label[0].data::<f32>().unwrap().as_ptr().addr(),
            ));
        }
    }
    // Two of each, which take turns.
    assert!(addresses.len() <= 4, "{}", addresses.len());
}
