//! Models and batches, the same in every run.
use lacuna_models::model::{
    FactorizationMachine, FactorizationMachineOptions, LinearClassifier, LinearClassifierOptions, MatrixFactorization,
    MatrixFactorizationOptions, WideDeep, WideDeepOptions,
};
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::data::{Batch, TextWindows, Vocabulary};

pub const FEATURES: usize = 500;
pub const USERS: usize = 90;
pub const ITEMS: usize = 40;

pub fn machine(seed: u64) -> FactorizationMachine {
    FactorizationMachine::new(&FactorizationMachineOptions::new(FEATURES, 5), seed).unwrap()
}

pub fn factorization(seed: u64) -> MatrixFactorization {
    MatrixFactorization::new(&MatrixFactorizationOptions::new(USERS, ITEMS, 6), seed).unwrap()
}

pub const TABLES: [usize; 2] = [30, 20];
pub const CONTINUOUS: usize = 6;

pub fn classifier(seed: u64) -> LinearClassifier {
    LinearClassifier::new(&LinearClassifierOptions::new(FEATURES), seed).unwrap()
}

pub fn wide_deep(seed: u64) -> WideDeep {
    WideDeep::new(&WideDeepOptions::new(FEATURES, &TABLES, CONTINUOUS), seed).unwrap()
}

/// Numbers below `end`, of a sequence that starts at `seed`.
fn numbers(seed: u64, count: usize, end: usize) -> Vec<usize> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % end
    };
    (0..count).map(|_| next()).collect()
}

fn floats(seed: u64, count: usize, dtype: Dtype) -> Array {
    let values = numbers(seed, count, 1000).iter().map(|&number| number as f64 / 500.0 - 1.0).collect();
    Array::dense(&[count], values).unwrap().astype(dtype).unwrap()
}

/// Rows with none to 15 entries, and labels 0 and 1.
pub fn clicks(seed: u64, rows: usize, features: usize, dtype: Dtype) -> Batch {
    let mut indptr = vec![0];
    let mut indices = Vec::new();
    for (row, count) in numbers(seed, rows, 16).into_iter().enumerate() {
        let mut columns = numbers(seed * 1000 + row as u64, count, features);
        columns.sort_unstable();
        columns.dedup();
        indices.extend(columns.iter().map(|&column| column as i64));
        indptr.push(indices.len() as i64);
    }
    let values = floats(seed + 7, indices.len(), Dtype::F64).data::<f64>().unwrap().to_vec();
    let x = Array::csr(Some([rows, features]), indptr, indices, values).unwrap().astype(dtype).unwrap();
    let labels = numbers(seed + 8, rows, 2).iter().map(|&label| label as f64).collect();
    Batch { data: vec![x], label: vec![Array::dense(&[rows], labels).unwrap().astype(dtype).unwrap()], pad: 0 }
}

/// Users, items, and scores between -1 and 1.
pub fn scores(seed: u64, rows: usize, users: usize, items: usize, dtype: Dtype) -> Batch {
    let ids =
        |seed, end| Array::dense(&[rows], numbers(seed, rows, end).iter().map(|&id| id as i64).collect()).unwrap();
    Batch { data: vec![ids(seed, users), ids(seed + 1, items)], label: vec![floats(seed + 2, rows, dtype)], pad: 0 }
}

/// Wide rows and labels as those of [`clicks`], ids for two tables, and continuous columns.
pub fn census(seed: u64, rows: usize, features: usize, tables: [usize; 2], continuous: usize, dtype: Dtype) -> Batch {
    let Batch { mut data, label, pad } = clicks(seed, rows, features, dtype);
    let ids =
        |seed, end| Array::dense(&[rows], numbers(seed, rows, end).iter().map(|&id| id as i64).collect()).unwrap();
    data.extend([ids(seed + 20, tables[0]), ids(seed + 21, tables[1])]);
    let values = floats(seed + 22, rows * continuous, Dtype::F64).data::<f64>().unwrap().to_vec();
    data.push(Array::dense(&[rows, continuous], values).unwrap().astype(dtype).unwrap());
    Batch { data, label, pad }
}

/// Words and those behind them; the second half of the last row does not count.
pub fn text(seed: u64, rows: usize, steps: usize, words: usize) -> Batch {
    let words: Vec<_> =
        numbers(seed, rows * (steps + 1), words * words).iter().map(|&word| word.isqrt() as i64).collect();
    let columns = |begin: usize| {
        let rows: Vec<_> = words.chunks(steps + 1).flat_map(|row| row[begin..begin + steps].to_vec()).collect();
        Array::dense(&[rows.len() / steps, steps], rows).unwrap()
    };
    let mut mask = vec![1.0_f32; rows * steps];
    mask[rows * steps - steps / 2..].fill(0.0);
    Batch { data: vec![columns(0), Array::dense(&[rows, steps], mask).unwrap()], label: vec![columns(1)], pad: 0 }
}

/// Eleven sentences of eight words that count up, in a file that lives as long as the folder.
pub fn text_file(words: usize, rows: usize, steps: usize) -> (tempfile::TempDir, TextWindows) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text");
    let sentence =
        |first: usize| (first..first + 8).map(|word| format!("w{}", word % (words - 2))).collect::<Vec<_>>().join(" ");
    std::fs::write(&path, (0..11).map(|number| sentence(number * 5) + "\n").collect::<String>()).unwrap();
    let mut list = "<S> 9\n<UNK> 9\n".to_owned();
    (0..words - 2).for_each(|word| list += &format!("w{word} 1\n"));
    let vocabulary = Vocabulary::parse("words", list.as_bytes()).unwrap();
    (folder, TextWindows::new(vocabulary, vec![path], rows, steps).unwrap())
}
