//! What data/symbol/generate.py wrote.
use lacuna::infer::Stype;
use lacuna_runtime::array::Array;
use serde::Deserialize;
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub struct Case {
    pub title: String,
    pub json: String,
    pub given: BTreeMap<String, Vec<usize>>,
    pub null: Vec<String>,
    pub list_arguments: Vec<String>,
    pub list_outputs: Vec<String>,
    #[serde(default)]
    pub list_auxiliary_states: Vec<String>,
    pub argument_shapes: Vec<Vec<usize>>,
    pub output_shapes: Vec<Vec<usize>>,
    pub argument_stypes: Vec<String>,
    pub gradient_stypes: BTreeMap<String, String>,
    #[serde(default)]
    pub inputs: BTreeMap<String, Told>,
    #[serde(default)]
    pub outputs: Vec<Told>,
    #[serde(default)]
    pub heads: Vec<Told>,
    #[serde(default)]
    pub gradients: BTreeMap<String, Told>,
    /// Auxiliary states, and what the backward pass makes of them.
    #[serde(default)]
    pub states: BTreeMap<String, Told>,
    #[serde(default)]
    pub next_states: BTreeMap<String, Told>,
    pub listing: String,
}

impl Case {
    pub fn shapes(&self) -> Vec<(&str, &[usize])> {
        self.given.iter().map(|(name, shape)| (&**name, &**shape)).collect()
    }

    /// The arguments with gradients.
    pub fn wanted(&self) -> Vec<&str> {
        self.list_arguments.iter().filter(|name| !self.null.contains(name)).map(|name| &**name).collect()
    }
}

#[derive(Deserialize)]
pub struct Told {
    pub stype: String,
    pub shape: Vec<usize>,
    data: Vec<f32>,
    #[serde(default)]
    indices: Vec<i64>,
    #[serde(default)]
    indptr: Vec<i64>,
}

impl Told {
    pub fn array(&self) -> Array {
        let (shape, data) = (&*self.shape, self.data.clone());
        match Stype::named(&self.stype).unwrap() {
            Stype::Dense => Array::dense(shape, data),
            Stype::Csr => Array::csr(Some([shape[0], shape[1]]), self.indptr.clone(), self.indices.clone(), data),
            Stype::RowSparse => Array::row_sparse(shape, self.indices.clone(), data),
        }
        .unwrap()
    }
}

pub fn all() -> Vec<Case> {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../data/symbol/cases.json")).unwrap();
    assert_eq!(cases.len(), 285);
    cases
}
