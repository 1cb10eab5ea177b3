//! Storage-type inference against what MXNet itself infers: `fixtures/inference.txt`, a line for each operator,
//! parameters and storage types.
#![allow(clippy::unwrap_used, clippy::expect_used)]
use lacuna::infer::{Axis, Call, Device, InferError, Mode, Operator, Parameters, Stype, TakeMode, infer, nearest};
use serde_json::Value;
use std::fs;

const LINES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/inference.txt");

/// A line of the file.
struct Line {
    text: String,
    operator: Operator,
    parameters: Parameters,
    inputs: Vec<Stype>,
    /// Outputs and mode; `None` for what MXNet refuses.
    expected: Option<(Vec<Stype>, Mode)>,
}

fn stypes(letters: &str) -> Vec<Stype> {
    let stype = |letter| match letter {
        'D' => Stype::Dense,
        'C' => Stype::Csr,
        'R' => Stype::RowSparse,
        other => panic!("{other} is no storage type"),
    };
    letters.chars().map(stype).collect()
}

fn parameters(json: &str) -> Parameters {
    let values: Value = serde_json::from_str(json).unwrap();
    let mut parameters = Parameters::default();
    for (name, value) in values.as_object().unwrap() {
        let (flag, number, text) = (value.as_bool(), value.as_f64(), value.as_str());
        match name.as_str() {
            "transpose_a" => parameters.transpose_a = flag.unwrap(),
            "transpose_b" => parameters.transpose_b = flag.unwrap(),
            "forward_stype" => parameters.forward_stype = Stype::named(text.unwrap()),
            "stype" => parameters.stype = Stype::named(text.unwrap()),
            "scalar" => parameters.scalar = number.unwrap(),
            "a_min" => parameters.a_min = number.unwrap(),
            "a_max" => parameters.a_max = number.unwrap(),
            "c" => parameters.c = number.unwrap(),
            "ord" => parameters.ord = value.as_u64().unwrap() as u32,
            "axis" => {
                parameters.axis = match value.as_array() {
                    Some(axes) if axes.len() == 1 => Axis::One(axes[0].as_i64().unwrap()),
                    Some(_) => Axis::Several,
                    None => Axis::One(value.as_i64().unwrap()),
                }
            }
            "keepdims" => parameters.keepdims = flag.unwrap(),
            "exclude" => parameters.exclude = flag.unwrap(),
            "mode" => {
                parameters.mode = match text.unwrap() {
                    "wrap" => TakeMode::Wrap,
                    "raise" => TakeMode::Raise,
                    _ => TakeMode::Clip,
                }
            }
            "step" => parameters.has_step = true,
            "dim" => parameters.dim = value.as_i64().unwrap(),
            "no_bias" => parameters.no_bias = flag.unwrap(),
            "sparse_grad" => parameters.sparse_grad = flag.unwrap(),
            // They say nothing about storage types.
            "a" | "b" | "begin" | "end" | "input_dim" | "output_dim" | "num_hidden" | "shape" => {}
            other => panic!("the parameter {other}"),
        }
    }
    parameters
}

fn lines() -> Vec<Line> {
    let text = fs::read_to_string(LINES).unwrap();
    let line = |text: &str| {
        let (call, found) = text.split_once(" -> ").unwrap();
        let (operator, rest) = call.split_once(' ').unwrap();
        let (json, inputs) = rest.rsplit_once(' ').unwrap();
        let expected = found.split_once(' ').map(|(outputs, mode)| (stypes(outputs), Mode::named(mode).unwrap()));
        assert!(expected.is_some() || found == "refused", "{text}");
        let operator = Operator::named(operator).unwrap_or_else(|| panic!("{operator} has no rule"));
        Line { text: text.to_owned(), operator, parameters: parameters(json), inputs: stypes(inputs), expected }
    };
    text.lines().filter(|line| !line.starts_with('#')).map(line).collect()
}

impl Line {
    fn call<'a>(&self, inputs: &'a [Stype]) -> Call<'a> {
        Call { operator: self.operator, parameters: self.parameters, device: Device::Cpu, inputs }
    }

    fn infer(&self) -> Result<(Vec<Stype>, Mode), InferError> {
        let mut outputs = vec![None; self.operator.outputs(self.inputs.len(), &self.parameters)];
        let mode = infer(&self.call(&self.inputs), &mut outputs)?;
        Ok((outputs.into_iter().map(|output| output.expect("every output has a storage type")).collect(), mode))
    }

    /// The intended difference: for a range without 0, MXNet's inference refuses what its documents promise.
    fn is_clip_without_zero(&self) -> bool {
        self.operator.name() == "clip" && !(self.parameters.a_min <= 0.0 && 0.0 <= self.parameters.a_max)
    }
}

#[test]
fn every_operator_infers_what_the_peer_infers() {
    let lines = lines();
    assert!(lines.len() > 2000, "only {} lines", lines.len());
    let mut wrong = Vec::new();
    for line in &lines {
        let found = line.infer();
        let dense = line.inputs.iter().all(|input| *input == Stype::Dense);
        let same = match (&line.expected, &found) {
            (None, _) if line.is_clip_without_zero() => found == Ok((vec![Stype::Dense], Mode::Fallback)),
            (None, Err(InferError::NotImplemented)) => true,
            // Where nothing is sparse, MXNet's mode names its dense library.
            (Some((outputs, _)), Ok((found, _))) if dense && outputs.iter().all(|output| *output == Stype::Dense) => {
                outputs == found
            }
            (Some(expected), Ok(found)) => expected == found,
            _ => false,
        };
        if !same {
            wrong.push(format!("{}: found {found:?}", line.text));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), lines.len(), wrong.join("\n"));
}

#[test]
fn the_nearest_path_is_one_and_converts_no_operand_without_need() {
    let mut found = 0;
    for line in lines() {
        let (mut outputs, mut inputs) =
            (vec![None; line.operator.outputs(line.inputs.len(), &line.parameters)], line.inputs.clone());
        let own = line.infer();
        let near = nearest(&line.call(&line.inputs), &mut outputs, &mut inputs).unwrap();
        match own {
            Ok((_, Mode::Sparse | Mode::Dense)) => assert_eq!(near, None, "{}", line.text),
            _ => {
                let Some(mode) = near else { continue };
                found += 1;
                let mut again = vec![None; outputs.len()];
                assert_eq!(infer(&line.call(&inputs), &mut again), Ok(mode), "{}", line.text);
                assert_eq!(again, outputs, "{}", line.text);
                // One operand less converted, and there is no path.
                for place in (0..inputs.len()).filter(|&place| inputs[place] != line.inputs[place]) {
                    let mut fewer = inputs.clone();
                    fewer[place] = line.inputs[place];
                    let known = infer(&line.call(&fewer), &mut vec![None; outputs.len()]);
                    assert!(!matches!(known, Ok(Mode::Sparse | Mode::Dense)), "{}: {fewer:?}", line.text);
                }
            }
        }
    }
    assert!(found > 500, "{found}");
}

#[test]
fn outputs_of_the_caller_keep_their_storage_type() {
    let add = Operator::named("elemwise_add").unwrap();
    let call = |inputs| Call { operator: add, parameters: Parameters::default(), device: Device::Cpu, inputs };
    let mut outputs = [Some(Stype::Dense)];
    assert_eq!(infer(&call(&[Stype::Csr, Stype::Csr]), &mut outputs), Ok(Mode::Fallback));
    assert_eq!(outputs, [Some(Stype::Dense)]);
    let fill = Call { operator: Operator::named("_random_uniform").unwrap(), inputs: &[], ..call(&[]) };
    assert_eq!(infer(&fill, &mut [Some(Stype::RowSparse)]), Ok(Mode::Sparse));
    assert_eq!(infer(&fill, &mut [Some(Stype::Csr)]), Ok(Mode::Fallback));
    assert_eq!(infer(&fill, &mut [None]), Ok(Mode::Dense));
}

/// What the master table of the operators marks as without a kernel for GPUs.
#[test]
fn a_gpu_lacks_some_paths_and_casts_where_the_result_is_sparse() {
    let found = |name, parameters, inputs: &[Stype]| {
        let operator = Operator::named(name).unwrap();
        let mut outputs = [None];
        let mode = infer(&Call { operator, parameters, device: Device::Gpu, inputs }, &mut outputs).unwrap();
        (outputs[0].unwrap(), mode)
    };
    let (d, c, r) = (Stype::Dense, Stype::Csr, Stype::RowSparse);
    let plain = Parameters::default();
    for name in ["elemwise_add", "elemwise_sub", "elemwise_mul"] {
        assert_eq!(found(name, plain, &[c, c]), (c, Mode::Fallback), "{name}");
        assert_eq!(found(name, plain, &[r, r]), (r, Mode::Sparse), "{name}");
    }
    assert_eq!(found("sum", Parameters { axis: Axis::One(1), ..plain }, &[c]), (d, Mode::Fallback));
    assert_eq!(found("norm", plain, &[c]), (d, Mode::Sparse));
    assert_eq!(found("_plus_scalar", plain, &[r]), (d, Mode::Fallback));
    assert_eq!(found("take", plain, &[c, d]), (c, Mode::Fallback));
    assert_eq!(found("dot", plain, &[d, c]), (d, Mode::Sparse));
    assert_eq!(found("dot", Parameters { transpose_b: true, ..plain }, &[d, c]), (d, Mode::Sparse));
    assert_eq!(found("FullyConnected", Parameters { no_bias: true, ..plain }, &[d, r]), (d, Mode::Fallback));
}

#[test]
fn optimizers_are_lazy_or_standard() {
    let update = |name, inputs: &[Stype]| {
        let operator = Operator::named(name).unwrap();
        let mut outputs = [None];
        let mode =
            infer(&Call { operator, parameters: Parameters::default(), device: Device::Cpu, inputs }, &mut outputs)
                .unwrap();
        (outputs[0].unwrap(), mode)
    };
    let (d, c, r) = (Stype::Dense, Stype::Csr, Stype::RowSparse);
    assert_eq!(update("sgd_update", &[d, r]), (d, Mode::Sparse));
    assert_eq!(update("sgd_update", &[r, r]), (r, Mode::Sparse));
    assert_eq!(update("sgd_update", &[d, d]), (d, Mode::Dense));
    assert_eq!(update("sgd_update", &[d, c]), (d, Mode::Fallback));
    assert_eq!(update("adam_update", &[r, r, r, r]), (r, Mode::Sparse));
    assert_eq!(update("adam_update", &[r, r, d, d]), (r, Mode::Sparse));
    assert_eq!(update("adam_update", &[d, r, r, r]), (d, Mode::Fallback));
    assert_eq!(update("adam_update", &[r, d, r, r]), (d, Mode::Fallback));
}

#[test]
fn a_wrong_number_of_operands_or_outputs_is_told() {
    let dot = Operator::named("dot").unwrap();
    let call = |inputs| Call { operator: dot, parameters: Parameters::default(), device: Device::Cpu, inputs };
    let mut outputs = [None, None];
    let one_too_many = infer(&call(&[Stype::Csr, Stype::Dense]), &mut outputs);
    assert_eq!(one_too_many, Err(InferError::Outputs { expected: 1, found: 2 }));
    assert_eq!(outputs, [None, None]);
    assert_eq!(infer(&call(&[Stype::Csr]), &mut outputs[..1]), Err(InferError::Inputs { expected: 2, found: 1 }));
    assert_eq!(
        nearest(&call(&[Stype::Csr, Stype::Csr]), &mut [None], &mut []),
        Err(InferError::Inputs { expected: 2, found: 0 })
    );
    assert_eq!(Operator::named("no_such_operator"), None);
    for error in [
        InferError::NotImplemented,
        InferError::Inputs { expected: 1, found: 2 },
        InferError::Outputs { expected: 1, found: 2 },
    ] {
        assert!(!error.to_string().is_empty());
    }
}
