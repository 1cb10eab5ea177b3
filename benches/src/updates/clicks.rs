//! A problem with many features of which most are rare, as the clicks that tables of embeddings are made for.
use lacuna_benches_operands::seeded::{random, zipf};
use lacuna_runtime::libsvm::CsrBatch;
use rand::RngExt;

/// Rows of `fields` features, each from a power law of its own; the label is drawn by a hidden linear model.
pub fn clicks(rows: usize, features: usize, fields: usize) -> CsrBatch<f32, i32> {
    let mut random = random("clicks");
    let hidden: Vec<f32> = (0..features).map(|_| random.random::<f32>() * 2.0 - 1.0).collect();
    let mut batch = CsrBatch { features, ..CsrBatch::new() };
    for _ in 0..rows {
        let mut row: Vec<usize> = (0..fields).map(|_| zipf(&mut random, features)).collect();
        row.sort_unstable();
        row.dedup();
        let score: f32 = row.iter().map(|&feature| hidden[feature]).sum();
        batch.labels.push(if random.random::<f32>() < 1.0 / (1.0 + (-score).exp()) { 1.0 } else { 0.0 });
        batch.indices.extend(row.iter().map(|&feature| feature as i32));
        batch.values.extend(row.iter().map(|_| 1.0));
        batch.indptr.push(batch.indices.len() as i32);
    }
    batch
}
