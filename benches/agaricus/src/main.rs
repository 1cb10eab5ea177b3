//! The logistic regression of the workload agaricus_lr with sprs: `agaricus-by-sprs data/agaricus.train.libsvm`.
use sprs::prod::{mul_acc_mat_vec_csc, mul_acc_mat_vec_csr};
use sprs::{CsMatBase, CsMatI};
use std::time::Instant;

const FEATURES: usize = 127;
const BATCH_ROWS: usize = 256;
const EPOCHS: usize = 10;
const LEARNING_RATE: f32 = 0.5;

type Csr = CsMatI<f32, u32, usize>;

fn read(path: &str) -> (Csr, Vec<f32>) {
    let text = std::fs::read_to_string(path).expect("a LibSVM file");
    let (mut labels, mut indptr, mut indices, mut values) = (vec![], vec![0], vec![], vec![]);
    for line in text.lines() {
        let mut words = line.split_ascii_whitespace();
        labels.push(words.next().expect("a label").parse().expect("a number"));
        for (index, value) in words.map(|word| word.split_once(':').expect("index:value")) {
            indices.push(index.parse().expect("an index"));
            values.push(value.parse().expect("a value"));
        }
        indptr.push(indices.len());
    }
    (CsMatI::new((labels.len(), FEATURES), indptr, indices, values), labels)
}

fn train(a: &Csr, labels: &[f32], weights: &mut [f32], scores: &mut [f32], gradient: &mut [f32]) {
    weights.fill(0.0);
    for _ in 0..EPOCHS {
        for start in (0..a.rows()).step_by(BATCH_ROWS) {
            let rows = start..a.rows().min(start + BATCH_ROWS);
            let labels = &labels[rows.clone()];
            let scores = &mut scores[..rows.len()];
            let batch = a.slice_outer(rows);
            scores.fill(0.0);
            mul_acc_mat_vec_csr(batch.view(), &*weights, &mut *scores);
            for (score, label) in scores.iter_mut().zip(labels) {
                *score = 1.0 / (1.0 + (-*score).exp()) - label;
            }
            gradient.fill(0.0);
            let transposed: CsMatBase<_, _, _, _, _, _> = batch.transpose_view();
            mul_acc_mat_vec_csc(transposed, &*scores, &mut *gradient);
            let step = LEARNING_RATE / scores.len() as f32;
            weights.iter_mut().zip(&*gradient).for_each(|(weight, gradient)| *weight -= step * gradient);
        }
    }
}

fn main() {
    let (a, labels) = read(&std::env::args().nth(1).expect("data/agaricus.train.libsvm"));
    let (mut weights, mut scores, mut gradient) = (vec![0.0; FEATURES], vec![0.0; BATCH_ROWS], vec![0.0; FEATURES]);
    let mut times: Vec<f64> = (0..500)
        .map(|_| {
            let start = Instant::now();
            train(&a, &labels, &mut weights, &mut scores, &mut gradient);
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    let mut found = vec![0.0; a.rows()];
    mul_acc_mat_vec_csr(a.view(), &weights[..], &mut found[..]);
    let wrong = found.iter().zip(&labels).filter(|&(&score, &label)| (score > 0.0) != (label > 0.5)).count();
    assert!(wrong * 50 < a.rows(), "{wrong} wrong");
    println!(
        "agaricus_lr,sprs,1,{:.5},{:.5},u32 indices; scatter into a dense gradient",
        times[0],
        times[times.len() / 2]
    );
}
