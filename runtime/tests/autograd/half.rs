//! Tables of 16 bits on a tape: `half.json`, and what has no kernel.
use half::{bf16, f16};
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::autograd::{GradientRequest, Tape, Variable};
use lacuna_runtime::operator::{Cast, Multiply};
use lacuna_runtime::optimizer::{Optimizer, Trainer};
use serde_json::Value;

fn numbers(value: &Value) -> Vec<f32> {
    value.as_array().unwrap().iter().map(|number| number.as_f64().unwrap() as f32).collect()
}

fn wide(array: &Array) -> Vec<f32> {
    array.tostype(Stype::Dense).unwrap().astype(Dtype::F32).unwrap().data::<f32>().unwrap().to_vec()
}

/// A table, and the product of its rows, in `float32`, with factors.
struct Looked {
    tape: Tape,
    table: Variable,
    ids: Variable,
    factors: Variable,
}

impl Looked {
    fn new(first: Vec<f32>, dtype: Dtype) -> Self {
        let mut tape = Tape::new();
        let table = Array::dense(&[5, 2], first).unwrap().astype(dtype).unwrap();
        let table = tape.parameter(table, GradientRequest::Write, Stype::RowSparse).unwrap();
        let ids = tape.constant(Array::default());
        let factors = tape.constant(Array::default());
        Self { tape, table, ids, factors }
    }

    fn step(&mut self, trainer: &mut Trainer, ids: Vec<i64>, factors: Vec<f32>) {
        let tape = &mut self.tape;
        tape.clear();
        tape.set(self.ids, Array::dense(&[ids.len()], ids).unwrap()).unwrap();
        tape.set(self.factors, Array::dense(&[factors.len() / 2, 2], factors).unwrap()).unwrap();
        let rows = tape.embedding(self.ids, self.table).unwrap();
        let rows = tape.apply(Cast { dtype: Dtype::F32 }, &[rows]).unwrap();
        let product = tape.apply(Multiply, &[rows, self.factors]).unwrap();
        tape.backward(product).unwrap();
        trainer.step(tape, 1).unwrap();
    }
}

fn apart(found: &[f32], expected: &[f32]) -> f32 {
    assert_eq!(found.len(), expected.len());
    found.iter().zip(expected).map(|(a, b)| (a - b).abs() / a.abs().max(b.abs()).max(1.0)).fold(0.0, f32::max)
}

#[test]
fn steps_of_a_table_are_those_of_the_peer() {
    let cases: Value = serde_json::from_str(include_str!("../data/autograd/half.json")).unwrap();
    for case in cases.as_array().unwrap() {
        let mut parameters: Vec<(&str, f64)> = case["parameters"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, number)| (&**name, number.as_f64().unwrap()))
            .collect();
        // MXNet's gradients are dense.
        parameters.push(("lazy_update", 0.0));
        let optimizer = Optimizer::create(case["optimizer"].as_str().unwrap(), &parameters).unwrap();
        let mut looked = Looked::new(numbers(&case["first"]), Dtype::F16);
        let mut trainer = Trainer::new(optimizer);
        trainer.add(&looked.tape, looked.table).unwrap();
        for step in case["steps"].as_array().unwrap() {
            let ids = step["ids"].as_array().unwrap().iter().map(|id| id.as_i64().unwrap()).collect();
            looked.step(&mut trainer, ids, numbers(&step["factors"]));
            let gradient = looked.tape.gradient(looked.table).unwrap();
            assert_eq!((gradient.stype(), gradient.dtype()), (Stype::RowSparse, Dtype::F16));
            assert_eq!(wide(gradient), numbers(&step["gradient"]));
            let table = looked.tape.value(looked.table).unwrap();
            assert_eq!(table.dtype(), Dtype::F16);
            // A copy that is one unit apart may be rounded to the number beside it.
            assert!(apart(&wide(table), &numbers(&step["table"])) <= 1.0 / 1024.0, "{}", case["name"]);
        }
        let master = trainer.states().next().unwrap().last().unwrap();
        // As for `user.json`: four units.
        assert!(apart(&wide(master), &numbers(&case["master"])) <= 4e-7, "{}", case["name"]);
        assert_eq!(looked.tape.value(looked.table).unwrap(), &master.astype(Dtype::F16).unwrap());
    }
}

/// Lazy steps of both types, and states that go through a file.
#[test]
fn states_with_master_copies_go_on_with_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("states.safetensors");
    for dtype in [Dtype::F16, Dtype::Bf16] {
        for class in Optimizer::mxnet_names() {
            let optimizer = Optimizer::create(class, &[("learning_rate", 0.125)]).unwrap();
            let first: Vec<f32> = (0..10).map(|k| k as f32 / 3.0 + 0.25).collect();
            let mut one = Looked::new(first, dtype);
            let mut trainer = Trainer::new(optimizer);
            trainer.add(&one.tape, one.table).unwrap();
            one.step(&mut trainer, vec![1, 3], vec![0.5, -1.0, 2.0, 0.25]);
            trainer.save_states(&path).unwrap();
            let mut other = Looked::new(wide(one.tape.value(one.table).unwrap()), dtype);
            let mut again = Trainer::new(optimizer);
            again.add(&other.tape, other.table).unwrap();
            again.load_states(&path).unwrap();
            for (looked, trainer) in [(&mut one, &mut trainer), (&mut other, &mut again)] {
                looked.step(trainer, vec![3, 4], vec![-0.5, 1.0, 0.25, 2.0]);
            }
            assert_eq!(one.tape.value(one.table).unwrap(), other.tape.value(other.table).unwrap(), "{class}");
            assert!(trainer.states().eq(again.states()), "{class}");
        }
    }
}

/// By hand: a gradient is rounded once in each cast and once in the sum of equal ids.
#[test]
fn casts_round_to_nearest() {
    let mut tape = Tape::new();
    let x = Array::dense(&[3], vec![1.0 + 1.0 / 2048.0, 1.0 + 3.0 / 2048.0, 70000.0_f32]).unwrap();
    let x = tape.parameter(x, GradientRequest::Write, Stype::Dense).unwrap();
    let half = tape.apply(Cast { dtype: Dtype::F16 }, &[x]).unwrap();
    let brain = tape.apply(Cast { dtype: Dtype::Bf16 }, &[x]).unwrap();
    let expected = [f16::ONE, f16::from_f32(1.0 + 2.0 / 1024.0), f16::INFINITY];
    assert_eq!(tape.value(half).unwrap().data::<f16>(), Some(&expected[..]));
    let expected = [bf16::ONE, bf16::ONE, bf16::from_f32(70144.0)];
    assert_eq!(tape.value(brain).unwrap().data::<bf16>(), Some(&expected[..]));
    let wide = tape.apply(Cast { dtype: Dtype::F64 }, &[half]).unwrap();
    tape.backward(wide).unwrap();
    assert_eq!(tape.gradient(x).unwrap().data::<f32>(), Some(&[1.0_f32; 3][..]));
}

#[test]
fn what_has_no_kernel() {
    let mut tape = Tape::new();
    let half = Array::dense(&[2], vec![f16::ONE; 2]).unwrap();
    let x = tape.parameter(half.clone(), GradientRequest::Write, Stype::Dense).unwrap();
    let product = tape.apply(Multiply, &[x, x]).unwrap_err().to_string();
    assert!(product.contains("float16"), "{product}");
    let root = tape.backward(x).map_err(|error| error.to_string());
    assert!(root.is_err_and(|text| text.contains("float16")));
    let integers = tape.constant(Array::dense(&[2], vec![1_i64, 2]).unwrap());
    let refused = tape.apply(Cast { dtype: Dtype::F32 }, &[integers]).unwrap_err().to_string();
    assert!(refused.starts_with("Cast") && refused.contains("int64"), "{refused}");
    let refused = tape.apply(Cast { dtype: Dtype::I64 }, &[x]).unwrap_err().to_string();
    assert!(refused.starts_with("Cast") && refused.contains("int64"), "{refused}");
}
