//! What MXNet 1.9.1 has done: data/module/generate.py.
use lacuna::infer::Stype;
use lacuna_models::module::Module;
use lacuna_runtime::array::Array;
use lacuna_runtime::data::Batch;
use lacuna_runtime::operator::Context;
use lacuna_runtime::symbol::{Apply, Symbol};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

#[derive(Deserialize)]
pub struct Known {
    pub batches: Vec<[Told; 2]>,
    pub first: BTreeMap<String, Told>,
    pub fits: BTreeMap<String, Fitted>,
}

#[derive(Deserialize)]
pub struct Fitted {
    pub steps: Vec<Step>,
    /// Log loss and accuracy.
    pub epochs: Vec<[f64; 2]>,
    pub output: Told,
    pub last: BTreeMap<String, Told>,
}

#[derive(Deserialize)]
pub struct Step {
    pub pulled: Told,
}

#[derive(Deserialize)]
pub struct Told {
    pub shape: Vec<usize>,
    pub data: Vec<f32>,
    pub indices: Option<Vec<i64>>,
    indptr: Option<Vec<i64>>,
}

impl Told {
    pub fn array(&self) -> Array {
        match (&self.indptr, &self.indices) {
            (Some(indptr), Some(indices)) => {
                Array::csr(Some([self.shape[0], self.shape[1]]), indptr.clone(), indices.clone(), self.data.clone())
                    .unwrap()
            }
            _ => Array::dense(&self.shape, self.data.clone()).unwrap(),
        }
    }
}

pub const FEATURES: usize = 60;

pub fn known() -> Known {
    serde_json::from_str(include_str!("../data/module/fits.json")).unwrap()
}

pub fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("data/module")
}

impl Known {
    pub fn batch(&self, number: usize) -> Batch {
        let [data, label] = &self.batches[number];
        Batch { data: vec![data.array()], label: vec![label.array()], pad: 0 }
    }

    /// The batches to train on, as one array each.
    pub fn arrays(&self) -> [Array; 2] {
        let (mut indptr, mut indices) = (vec![0], Vec::new());
        let (mut values, mut labels) = (Vec::<f32>::new(), Vec::<f32>::new());
        for [data, label] in &self.batches[..5] {
            let begin = indices.len() as i64;
            indptr.extend(data.indptr.as_ref().unwrap().iter().skip(1).map(|end| begin + end));
            indices.extend(data.indices.as_ref().unwrap());
            values.extend(&data.data);
            labels.extend(&label.data);
        }
        [
            Array::csr(Some([labels.len(), FEATURES]), indptr, indices, values).unwrap(),
            Array::dense(&[labels.len()], labels).unwrap(),
        ]
    }

    pub fn first(&self) -> Vec<(String, Array)> {
        let stored =
            |name: &str, array: Array| if name == "weight" { array.tostype(Stype::RowSparse).unwrap() } else { array };
        self.first.iter().map(|(name, told)| (name.clone(), stored(name, told.array()))).collect()
    }
}

pub fn graph() -> Symbol {
    let weight = Symbol::variable("weight").with_stype(Stype::RowSparse).with_shape(&[FEATURES, 2]);
    let bias = Symbol::variable("bias").with_shape(&[2]);
    let product = Symbol::variable("data").with_stype(Stype::Csr).dot(&weight).unwrap();
    let logits = Symbol::apply("broadcast_add", &[&product, &bias], &[]).unwrap();
    Apply::new("SoftmaxOutput").named("softmax").operand(&logits).symbol().unwrap()
}

pub fn module(known: &Known) -> Module {
    Module::bind(&graph(), &["data"], &["softmax_label"], &known.batch(0), Context::new()).unwrap()
}

/// The rows of the weight that a batch needs.
pub fn rows(batch: &Batch) -> Vec<(String, Vec<i64>)> {
    vec![("weight".to_owned(), batch.data[0].indices().unwrap().to_vec())]
}
