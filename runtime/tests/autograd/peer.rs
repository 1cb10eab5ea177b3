//! Results and gradients as MXNet 1.9.1 computes them: data/autograd/generate.py.
use super::operators::named;
use lacuna::infer::Stype;
use lacuna_runtime::array::Array;
use lacuna_runtime::autograd::{GradientRequest, Tape};
use lacuna_runtime::operator::Fallback;
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    title: String,
    operator: String,
    inputs: Vec<Told>,
    wanted: Vec<Option<String>>,
    head: Option<Told>,
    output: Told,
    gradients: Vec<Option<Told>>,
}

#[derive(Deserialize)]
struct Told {
    stype: String,
    shape: Vec<usize>,
    data: Vec<f32>,
    #[serde(default)]
    indices: Vec<i64>,
    #[serde(default)]
    indptr: Vec<i64>,
}

fn stype(name: &str) -> Stype {
    match name {
        "csr" => Stype::Csr,
        "row_sparse" => Stype::RowSparse,
        _ => Stype::Dense,
    }
}

impl Told {
    fn array(&self) -> Array {
        let (shape, data) = (&*self.shape, self.data.clone());
        match stype(&self.stype) {
            Stype::Dense => Array::dense(shape, data),
            Stype::Csr => Array::csr(Some([shape[0], shape[1]]), self.indptr.clone(), self.indices.clone(), data),
            Stype::RowSparse => Array::row_sparse(shape, self.indices.clone(), data),
        }
        .unwrap()
    }
}

/// Equal shapes, and elements within two units in the last place of a number of size 1 or larger: products and sums of
/// the cases are exact.
fn compare(title: &str, expected: &Told, found: &Array) {
    assert_eq!(found.shape(), expected.shape, "{title}");
    assert_eq!(found.stype(), stype(&expected.stype), "{title}");
    let [expected, found] = [&expected.array(), found].map(|array| array.tostype(Stype::Dense).unwrap());
    let pairs = expected.data::<f32>().unwrap().iter().zip(found.data::<f32>().unwrap());
    for (place, (expected, found)) in pairs.enumerate() {
        let near = (expected - found).abs() <= 2.4e-7 * expected.abs().max(1.0);
        assert!(near || (expected.is_nan() && found.is_nan()), "{title}: element {place} is {found}, not {expected}");
    }
}

#[test]
fn results_and_gradients_are_the_peers() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("../data/autograd/cases.json")).unwrap();
    assert!(cases.len() > 50);
    for threads in [1, 3] {
        for case in &cases {
            let mut tape = Tape::new();
            tape.context_mut().cpu.threads = threads;
            // MXNet falls back where a gradient is not on the pattern of its array.
            tape.context_mut().fallback = Fallback::Dense;
            let mut variables = Vec::new();
            for (input, wanted) in case.inputs.iter().zip(&case.wanted) {
                let array = input.array();
                variables.push(match wanted {
                    Some(wanted) => tape.parameter(array, GradientRequest::Write, stype(wanted)).unwrap(),
                    None => tape.constant(array),
                });
            }
            let output = tape
                .apply_boxed(named(&case.operator), &variables)
                .unwrap_or_else(|error| panic!("{}: {error}", case.title));
            // MXNet's sum of all elements has one dimension of length 1, as here.
            compare(&case.title, &case.output, tape.value(output).unwrap());
            match &case.head {
                Some(head) => tape.backward_from(output, &head.array()),
                None => tape.backward(output),
            }
            .unwrap_or_else(|error| panic!("{}: {error}", case.title));
            for (variable, gradient) in variables.iter().zip(&case.gradients) {
                if let Some(gradient) = gradient {
                    compare(&format!("gradient, {}", case.title), gradient, tape.gradient(*variable).unwrap());
                }
            }
        }
    }
}
