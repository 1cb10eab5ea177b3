//! The layers of language models, each alone: results and gradients with the bits of the host.
use super::device;
use super::some::{assert_same, dense, ids, there};
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::autograd::{GradientRequest, Variable};
use lacuna_runtime::device::Device;
use lacuna_runtime::layer::{Lstmp, LstmpState, Network, SampledSoftmax};

/// What a network has made, and every gradient, of a head that differs in each element.
fn everything(context: &Device, dtype: Dtype, record: impl Fn(&mut Network) -> Variable) -> Vec<(String, Array)> {
    let mut network = Network::new(4).with_dtype(dtype);
    network.set_context(context).unwrap();
    let output = record(&mut network);
    let value = network.tape.value(output).unwrap().clone();
    let head = dense(77, value.shape(), dtype).as_in_context(context).unwrap();
    network.tape.backward_from(output, &head).unwrap();
    let mut all = vec![("the result".to_owned(), value)];
    all.extend(
        network
            .parameters()
            .map(|(name, variable)| (name.to_owned(), network.tape.gradient(variable).unwrap().clone())),
    );
    all
}

fn compare(what: &str, dtype: Dtype, record: impl Fn(&mut Network, &Device) -> Variable) {
    let run = |context: &Device| everything(context, dtype, |network| record(network, context));
    let (found, expected) = (run(device()), run(&Device::cpu()));
    assert_eq!(found.len(), expected.len());
    for ((name, found), (_, expected)) in found.iter().zip(&expected) {
        assert_eq!(found.context(), *device());
        assert_same(&format!("{what} of {dtype}: {name}"), found, expected);
    }
}

/// Operands that are not parameters of the layer get gradients by a table, of which they are rows.
fn rows(network: &mut Network, context: &Device, seed: u64, shape: [usize; 2], dtype: Dtype) -> Variable {
    let table = dense(seed, &shape, dtype).as_in_context(context).unwrap();
    network.tape.parameter(table, GradientRequest::Write, Stype::Dense).unwrap()
}

#[test]
fn steps_of_lstmp() {
    for dtype in [Dtype::F32, Dtype::F64] {
        for [steps, batch, inputs, hidden, projection] in
            [[3, 2, 4, 5, 3], [1, 1, 1, 1, 1], [4, 1, 3, 2, 1], [2, 5, 1, 1, 4], [1, 3, 2, 6, 2]]
        {
            let what =
                format!("{steps} steps of {batch} rows, {inputs} inputs, {hidden} hidden units, {projection} outputs");
            compare(&what, dtype, |network, context| {
                let x = rows(network, context, 1, [steps * batch, inputs], dtype);
                let mut state = |seed, columns| {
                    network.tape.constant(dense(seed, &[batch, columns], dtype).as_in_context(context).unwrap())
                };
                let state = LstmpState { r: state(2, projection), c: state(3, hidden) };
                let layer = Lstmp { name: "lstm".into(), hidden, projection };
                // Two layers, the second on the results of the first.
                let first = layer.forward(network, x, state).unwrap();
                layer.carry(network, first, state).unwrap();
                let second = Lstmp { name: "second".into(), hidden, projection };
                second.forward(network, first.output, state).unwrap().output
            });
        }
    }
}

/// The states of the next window, carried without the host.
#[test]
fn states_are_carried() {
    let run = |context: &Device| {
        let mut network = Network::new(4);
        network.set_context(context).unwrap();
        let mut constant = |array: Array| network.tape.constant(array.as_in_context(context).unwrap());
        let x = constant(dense(1, &[6, 4], Dtype::F32));
        let state =
            LstmpState { r: constant(dense(2, &[2, 3], Dtype::F32)), c: constant(dense(3, &[2, 5], Dtype::F32)) };
        let layer = Lstmp { name: "lstm".into(), hidden: 5, projection: 3 };
        let unrolled = layer.forward(&mut network, x, state).unwrap();
        for _ in 0..2 {
            layer.carry(&mut network, unrolled, state).unwrap();
            network.tape.replay().unwrap();
        }
        [state.r, state.c, unrolled.output].map(|variable| network.tape.value(variable).unwrap().clone())
    };
    for (found, expected) in run(device()).iter().zip(&run(&Device::cpu())) {
        assert_eq!(found.context(), *device());
        assert_same("a state", found, expected);
    }
}

#[test]
fn softmax_among_noise() {
    const CLASSES: usize = 9;
    for dtype in [Dtype::F32, Dtype::F64] {
        for [count, length, noise] in [[3, 4, 5], [1, 1, 1], [6, 1, 2], [1, 5, 40], [33, 3, 7]] {
            compare(&format!("{count} rows of {length} among {noise}"), dtype, |network, context| {
                let x = rows(network, context, 1, [count, length], dtype);
                // Some of the noise are labels; the last row counts only where it is alone.
                let classes = network.tape.constant(ids(5, count + noise, CLASSES).as_in_context(context).unwrap());
                let factors =
                    (0..count).map(|row| if row + 1 == count && row > 0 { 0.0 } else { 0.5 + row as f64 }).collect();
                let factors = Array::dense(&[count], factors).unwrap().astype(dtype).unwrap();
                let factors = network.tape.constant(factors.as_in_context(context).unwrap());
                SampledSoftmax { name: "decoder".into(), classes: CLASSES }
                    .forward(network, x, classes, factors)
                    .unwrap()
            });
        }
    }
}

#[test]
fn refusals() {
    let tail = "as_in_context gives a copy there";
    let mut network = Network::new(4);
    network.set_context(device()).unwrap();
    let mut constant = |array: Array| network.tape.constant(array);
    let x = constant(there(&dense(1, &[6, 4], Dtype::F32)));
    let (r, c) = (constant(there(&dense(2, &[2, 3], Dtype::F32))), constant(there(&dense(3, &[2, 5], Dtype::F32))));
    let here = constant(dense(2, &[2, 3], Dtype::F32));
    let (narrow, doubles) =
        (constant(there(&dense(2, &[2, 2], Dtype::F32))), constant(there(&dense(2, &[2, 3], Dtype::F64))));
    let sparse = constant(there(&super::some::csr(1, [2, 3], Dtype::F32)));
    let layer = Lstmp { name: "lstm".into(), hidden: 5, projection: 3 };
    let mut refused = |r| layer.forward(&mut network, x, LstmpState { r, c }).unwrap_err().to_string();
    assert_eq!(refused(here), format!("Lstmp: operand 4 is on cpu(0), and the first on ptx-vm: {tail}"));
    assert_eq!(
        refused(narrow),
        "Lstmp: operand 4 has shape [2, 2], but a column for each row of operand 3, and a row, is needed"
    );
    assert_eq!(refused(doubles), "Lstmp: operand 4 is float64, but float32 is needed");
    assert_eq!(
        refused(sparse),
        "Lstmp has no kernel for ptx-vm with operands stored as [default, default, default, default, csr, default]: \
            as_in_context gives copies on the host"
    );
    layer.forward(&mut network, x, LstmpState { r, c }).unwrap();

    let [classes, factors, one] = [ids(1, 8, 9), dense(1, &[6], Dtype::F32), dense(1, &[1], Dtype::F32)]
        .map(|array| network.tape.constant(there(&array)));
    let here = network.tape.constant(dense(1, &[6], Dtype::F32));
    let softmax = SampledSoftmax { name: "decoder".into(), classes: 9 };
    let mut refused = |classes, factors| softmax.forward(&mut network, x, classes, factors).unwrap_err().to_string();
    assert_eq!(
        refused(classes, here),
        format!("SampledSoftmax: operand 4 is on cpu(0), and the first on ptx-vm: {tail}")
    );
    assert_eq!(
        refused(classes, one),
        "SampledSoftmax: operand 4 has shape [1], but an element for each row of the first is needed"
    );
    assert_eq!(refused(factors, factors), "Embedding: operand 0 is float32, but int64 is needed");
    softmax.forward(&mut network, x, classes, factors).unwrap();
}
