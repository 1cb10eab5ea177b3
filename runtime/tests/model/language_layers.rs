//! The layers of language models, each alone.
use lacuna::infer::Stype;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::autograd::Variable;
use lacuna_runtime::layer::{Dropout, Layer, LayerError, Lstmp, LstmpState, Network, SampledSoftmax};
use lacuna_runtime::operator::{self, Context};

/// Numbers between -1 and 1.
fn numbers(seed: u64, shape: &[usize]) -> Array {
    let count: usize = shape.iter().product();
    let values =
        (1..=count as u64).map(|place| ((place * 7919 + seed * 104_729) % 2003) as f64 / 1001.0 - 1.0).collect();
    Array::dense(shape, values).unwrap()
}

fn lstmp() -> Lstmp {
    Lstmp { name: "lstm".into(), hidden: 5, projection: 3 }
}

/// A network, and the result that it has recorded.
type Made = (Network, Variable);
type Change<'a> = &'a dyn Fn(&mut Network);

/// Gradients of all parameters under a gradient of the result that differs in each element, beside differences.
fn check(make: &dyn Fn(Change<'_>) -> Made) {
    let total = |change: Change<'_>| {
        let (network, result) = make(change);
        let result = network.tape.value(result).unwrap();
        let weights = numbers(77, result.shape());
        result.data::<f64>().unwrap().iter().zip(weights.data::<f64>().unwrap()).map(|(x, w)| x * w).sum::<f64>()
    };
    let (mut network, result) = make(&|_| {});
    let head = numbers(77, network.tape.value(result).unwrap().shape());
    network.tape.backward_from(result, &head).unwrap();
    for (name, variable) in network.parameters() {
        let gradient = network.tape.gradient(variable).unwrap().tostype(Stype::Dense).unwrap();
        let found = gradient.data::<f64>().unwrap();
        assert!(found.iter().any(|&number| number != 0.0), "{name}");
        for (place, &found) in found.iter().enumerate() {
            let moved = |step: f64| {
                total(&|network| {
                    let variable = network.named(name).unwrap();
                    network.tape.value_mut(variable).unwrap().data_mut::<f64>().unwrap()[place] += step;
                })
            };
            let expected = (moved(1e-6) - moved(-1e-6)) / 2e-6;
            assert!(
                (found - expected).abs() <= 1e-7 * expected.abs().max(1.0),
                "{name}, element {place}: {found}, not {expected}"
            );
        }
    }
}

/// Records, then changes parameters, then runs again.
fn made(record: &dyn Fn(&mut Network) -> Variable, change: Change<'_>) -> Made {
    let mut network = Network::new(4).with_dtype(Dtype::F64);
    let result = record(&mut network);
    change(&mut network);
    network.tape.replay().unwrap();
    (network, result)
}

#[test]
fn gradients_are_those_of_differences() {
    let recurrent = |network: &mut Network| {
        let mut constant = |seed, shape: &[usize]| network.tape.constant(numbers(seed, shape));
        let (x, r, c) = (constant(1, &[6, 4]), constant(2, &[2, 3]), constant(3, &[2, 5]));
        lstmp().forward(network, x, LstmpState { r, c }).unwrap().output
    };
    check(&|change| made(&recurrent, change));
    let softmax = |network: &mut Network| {
        // Rows of a table, so that the gradient of the input is checked too.
        let rows = network.tape.constant(Array::dense(&[3], vec![1_i64, 0, 1]).unwrap());
        let table = network
            .parameter("table", &[2, 4], lacuna_runtime::initializer::Initializer::Uniform { scale: 0.5 }, Stype::Dense)
            .unwrap();
        let x = network.tape.embedding(rows, table).unwrap();
        let classes = network.tape.constant(Array::dense(&[8], vec![5_i64, 2, 5, 0, 2, 2, 8, 1]).unwrap());
        let factors = network.tape.constant(Array::dense(&[3], vec![0.5, 1.0, 2.0]).unwrap());
        SampledSoftmax { name: "decoder".into(), classes: 9 }.forward(network, x, classes, factors).unwrap()
    };
    check(&|change| made(&softmax, change));
}

#[test]
fn step_by_step_the_bits_are_those_of_all_at_once() {
    let (mut network, x) = (Network::new(4).with_dtype(Dtype::F64), numbers(1, &[6, 4]));
    let zeros = |columns| Array::zeros(Stype::Dense, &[2, columns], Dtype::F64).unwrap();
    let mut state = || LstmpState { r: network.tape.constant(zeros(3)), c: network.tape.constant(zeros(5)) };
    let (whole, cell) = (state(), state());
    let all = network.tape.constant(x.clone());
    let unrolled = lstmp().forward(&mut network, all, whole).unwrap();
    let expected = network.tape.value(unrolled.output).unwrap().clone();
    lstmp().carry(&mut network, unrolled, whole).unwrap();
    let mut found = Vec::new();
    for step in 0..3 {
        let rows = network.tape.constant(x.slice_rows(Some(2 * step), Some(2 * step + 2)).unwrap());
        let one = lstmp().forward(&mut network, rows, cell).unwrap();
        found.extend_from_slice(network.tape.value(one.output).unwrap().data::<f64>().unwrap());
        lstmp().carry(&mut network, one, cell).unwrap();
    }
    assert_eq!(expected.data::<f64>(), Some(&*found));
    for (one, other) in [(whole.r, cell.r), (whole.c, cell.c)] {
        assert_eq!(network.tape.value(one).unwrap(), network.tape.value(other).unwrap());
    }
    assert_eq!(network.tape.value(whole.r).unwrap().data::<f64>(), Some(&found[12..]));
}

#[test]
fn dropout_leaves_out_its_share_and_another_in_each_step() {
    let dropped = |step: i64, name: &str, threads: usize| {
        let dropout = operator::Dropout { probability: 0.25, seed: 9, name: name.into() };
        let (x, step) =
            (Array::dense(&[40_000], vec![3.0_f32; 40_000]).unwrap(), Array::dense(&[1], vec![step]).unwrap());
        let mut context = Context::with_threads(threads);
        context.training = true;
        context.run(&dropout, &[&x, &step]).unwrap()
    };
    let first = dropped(0, "a", 1);
    let values = first.data::<f32>().unwrap();
    assert!(values.iter().all(|&value| value == 0.0 || value == 4.0));
    // Five standard deviations of the share.
    let share = values.iter().filter(|&&value| value == 0.0).count() as f64 / 40_000.0;
    assert!((share - 0.25).abs() < 5.0 * (0.25_f64 * 0.75 / 40_000.0).sqrt(), "{share}");
    assert_eq!(dropped(0, "a", 3), first);
    assert_ne!(dropped(1, "a", 1), first);
    assert_ne!(dropped(0, "b", 1), first);
    // The gradient goes where the number went.
    let mut network = Network::new(1);
    network.tape.context_mut().training = true;
    let x = network.parameter("x", &[64], lacuna_runtime::initializer::Initializer::One, Stype::Dense).unwrap();
    let step = network.tape.constant(Array::dense(&[1], vec![5_i64]).unwrap());
    let dropout = Dropout { name: "d".into(), probability: 0.5, step };
    let y = dropout.forward(&mut network, x).unwrap();
    network.tape.backward(y).unwrap();
    assert_eq!(network.tape.gradient(x).unwrap(), network.tape.value(y).unwrap());
}

#[test]
fn what_does_not_fit_is_refused() {
    let told = |result: Result<Variable, LayerError>| result.unwrap_err().to_string();
    let recurrent = |x: Array, r: Array, c: Array| {
        let mut network = Network::new(1).with_dtype(Dtype::F64);
        let [x, r, c] = [x, r, c].map(|array| network.tape.constant(array));
        told(lstmp().forward(&mut network, x, LstmpState { r, c }).map(|unrolled| unrolled.output))
    };
    let of = |shape: &[usize]| numbers(1, shape);
    assert_eq!(
        recurrent(of(&[5, 4]), of(&[2, 3]), of(&[2, 5])),
        "Lstmp: operand 0 has shape [5, 20], but four columns for each of operand 3, and a multiple of the rows of \
            operand 4, is needed"
    );
    assert_eq!(
        recurrent(of(&[4, 4]), of(&[2, 4]), of(&[2, 5])),
        "Lstmp: operand 4 has shape [2, 4], but a column for each row of operand 3, and a row, is needed"
    );
    assert_eq!(
        recurrent(of(&[4, 4]), of(&[2, 3]), of(&[1, 5])),
        "Lstmp: operand 5 has shape [1, 5], but a row for each of operand 4, and a column for each of operand 3, is \
            needed"
    );
    assert_eq!(
        recurrent(of(&[4, 4]), of(&[2, 3]).astype(Dtype::F32).unwrap(), of(&[2, 5])),
        "Lstmp: operand 4 is float32, but float64 is needed"
    );
    let softmax = |classes: Vec<i64>, factors: usize| {
        let mut network = Network::new(1).with_dtype(Dtype::F64);
        let x = network.tape.constant(of(&[2, 3]));
        let classes = network.tape.constant(Array::dense(&[classes.len()], classes).unwrap());
        let factors = network.tape.constant(of(&[factors]));
        told(SampledSoftmax { name: "s".into(), classes: 4 }.forward(&mut network, x, classes, factors))
    };
    assert_eq!(
        softmax(vec![1, 2], 2),
        "SampledSoftmax: operand 1 has shape [2, 3], but more rows than the first has, and as many columns, is needed"
    );
    assert_eq!(
        softmax(vec![1, 2, 3], 3),
        "SampledSoftmax: operand 4 has shape [3], but an element for each row of the first is needed"
    );
    assert_eq!(softmax(vec![1, 2, 4], 2), "Embedding: element 2 is 4, which is not an integer from 0 to 4 (exclusive)");
    let dropout = operator::Dropout { probability: 1.0, seed: 0, name: "d".into() };
    let step = Array::dense(&[1], vec![0_i64]).unwrap();
    assert_eq!(
        Context::new().run(&dropout, &[&of(&[2]), &step]).unwrap_err().to_string(),
        "Dropout: the probability is 1, which is not from 0 to 1 (exclusive)"
    );
}
