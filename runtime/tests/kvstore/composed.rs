//! Optimizers without kernels of their own, beside what MXNet does in `user.json`.
use super::peer::difference;
use super::told::array;
use lacuna::infer::Stype;
use lacuna::random::{Stream, normal};
use lacuna_runtime::Cpu;
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::initializer;
use lacuna_runtime::kvstore::{KvStore, Optimizer};
use serde_json::Value;

fn create(class: &str, parameters: &[(&str, f64)]) -> Optimizer {
    Optimizer::create(class, parameters).unwrap()
}

/// The weight after gradients.
fn after(threads: usize, key: &str, optimizer: Optimizer, weight: &Array, gradients: &[Array]) -> Array {
    let mut store = KvStore::new(Cpu { threads });
    store.set_optimizer(optimizer);
    store.init(key, weight.clone()).unwrap();
    for gradient in gradients {
        store.push(key, &[gradient]).unwrap();
    }
    store.get(key).unwrap().clone()
}

fn numbers(array: &Array) -> Vec<f32> {
    array.tostype(Stype::Dense).unwrap().data::<f32>().unwrap().to_vec()
}

/// MXNet's step without its noise, and then the noise that the documentation promises.
#[test]
fn sgld_is_the_step_of_the_peer_and_noise() {
    let user: Value = serde_json::from_str(include_str!("../data/kvstore/user.json")).unwrap();
    let steps = user["langevin"].as_array().unwrap();
    assert_eq!(steps.len(), 3);
    for step in steps {
        let (weight, gradient, stepped) = (array(&step["weight"]), array(&step["gradient"]), array(&step["stepped"]));
        let mut parameters: Vec<(&str, f64)> = step["parameters"]
            .as_object()
            .unwrap()
            .iter()
            .map(|(name, number)| (&**name, number.as_f64().unwrap()))
            .collect();
        let rate = parameters.iter().find(|(name, _)| *name == "learning_rate").unwrap().1;
        parameters.push(("seed", 42.0));
        let found = after(2, "w", create("sgld", &parameters), &weight, &[gradient]);
        let mut noise = vec![0.0_f32; 12];
        let stream = Stream::new(42 ^ initializer::named(42, "w").stream, 1);
        normal(stream, 0.0, rate.sqrt() as f32, &mut noise).unwrap();
        let expected: Vec<f32> = numbers(&stepped).iter().zip(&noise).map(|(step, noise)| step + noise).collect();
        assert_eq!(difference(&found, &Array::dense(&[4, 3], expected).unwrap()), 0.0);
    }
}

/// Of 20,000 numbers: mean 0, variance lr, and no other bits on other threads or in rows that are stored otherwise.
#[test]
fn the_noise_of_sgld() {
    let shape = [400, 50];
    let zeros = Array::zeros(Stype::Dense, &shape, Dtype::F32).unwrap();
    let noise = |threads, key: &str, rate: f64, seed: f64, steps: usize| {
        let sgld = create("sgld", &[("learning_rate", rate), ("seed", seed)]);
        numbers(&after(threads, key, sgld, &zeros, &vec![zeros.clone(); steps]))
    };
    for rate in [0.04, 0.0025] {
        let found = noise(1, "w", rate, 0.0, 1);
        let n = found.len() as f64;
        let mean = found.iter().map(|&x| f64::from(x)).sum::<f64>() / n;
        let variance = found.iter().map(|&x| f64::from(x).powi(2)).sum::<f64>() / n;
        // Four standard deviations of the means of so many normal numbers and of their squares.
        assert!(mean.abs() < 4.0 * (rate / n).sqrt(), "{mean}");
        assert!((variance / rate - 1.0).abs() < 4.0 * (2.0 / n).sqrt(), "{variance} for {rate}");
    }
    let first = noise(1, "w", 0.04, 0.0, 1);
    assert_eq!(first, noise(3, "w", 0.04, 0.0, 1));
    // A key, a seed and a step have noise of their own.
    let second: Vec<f32> = noise(1, "w", 0.04, 0.0, 2).iter().zip(&first).map(|(both, first)| both - first).collect();
    for other in [noise(1, "v", 0.04, 0.0, 1), noise(1, "w", 0.04, 1.0, 1), second] {
        let product = other.iter().zip(&first).map(|(a, b)| f64::from(a * b)).sum::<f64>() / 20_000.0;
        assert!(product.abs() < 4.0 * 0.04 / 20_000_f64.sqrt(), "{product}");
    }
    // Rows of a gradient get what they get of a whole one.
    let rows = Array::row_sparse(&shape, vec![3, 77, 399], vec![0.0_f32; 150]).unwrap();
    for weight in [zeros.clone(), rows.clone()] {
        let sgld = create("sgld", &[("learning_rate", 0.04)]);
        let found = numbers(&after(2, "w", sgld, &weight, std::slice::from_ref(&rows)));
        for row in 0..400 {
            let place = row * 50..(row + 1) * 50;
            let expected = if [3, 77, 399].contains(&row) { &first[place.clone()] } else { &[0.0; 50][..] };
            assert_eq!(&found[place], expected, "row {row}");
        }
    }
}

/// By hand: MXNet's class has no momentum that works.
#[test]
fn dcasgd_with_a_momentum() {
    let dcasgd = create("dcasgd", &[("learning_rate", 0.5), ("momentum", 0.5), ("lamda", 0.25), ("wd", 0.5)]);
    let one = |number: f32| Array::dense(&[1], vec![number]).unwrap();
    // m = -0.5 (2 + 0.5 * 4) = -2, w = 2, d = -2
    let step = |gradients: &[f32]| {
        numbers(&after(1, "w", dcasgd, &one(4.0), &gradients.iter().map(|&g| one(g)).collect::<Vec<_>>()))
    };
    assert_eq!(step(&[2.0]), [2.0]);
    // m = 0.5 * -2 - 0.5 (4 + 0.5 * 2 + 0.25 * 16 * -2) = -1 + 1.5 = 0.5
    assert_eq!(step(&[2.0, 4.0]), [2.5]);
}

/// The step of LAMB is as long as lr says of the whole weight, wherever it goes.
#[test]
fn lazy_steps_of_lamb_have_the_norm_of_the_whole_weight() {
    let weight = Array::dense(&[5, 2], (1..11).map(|k| k as f32 / 4.0).collect()).unwrap();
    let gradient = Array::row_sparse(&[5, 2], vec![1, 3], vec![0.5_f32, -2.0, 1.0, 0.25]).unwrap();
    let lamb = create("lamb", &[("learning_rate", 0.125)]);
    let (before, found) = (numbers(&weight), numbers(&after(3, "w", lamb, &weight, &[gradient])));
    let norm = |numbers: &[f32]| numbers.iter().map(|&x| f64::from(x).powi(2)).sum::<f64>().sqrt();
    let moved: Vec<f32> = found.iter().zip(&before).map(|(new, old)| new - old).collect();
    assert!((norm(&moved) / (0.125 * norm(&before)) - 1.0).abs() < 1e-5);
    for row in [0, 2, 4] {
        assert_eq!(moved[2 * row..2 * row + 2], [0.0, 0.0]);
    }
}

/// What would have to write a row that is not there is refused before anything is written.
#[test]
fn rows_that_are_not_stored() {
    let weight = Array::row_sparse(&[5, 1], vec![1, 2], vec![1.0_f32, 2.0]).unwrap();
    let [first, wrong] = [vec![1, 2], vec![1, 4]].map(|ids| Array::row_sparse(&[5, 1], ids, vec![1.0_f32; 2]).unwrap());
    for (class, more) in [
        ("dcasgd", vec![]),
        ("sgld", vec![]),
        ("lbsgd", vec![("batch_scale", 2.0)]),
        ("lbsgd", vec![]),
        ("lars", vec![("momentum", 0.5)]),
        ("lamb", vec![]),
    ] {
        let mut store = KvStore::new(Cpu { threads: 1 });
        store.set_optimizer(create(class, &more));
        store.init("w", weight.clone()).unwrap();
        store.push("w", &[&first]).unwrap();
        let states = |store: &KvStore| store.states("w").map(|(_, state)| state.clone()).collect::<Vec<_>>();
        let before = (store.get("w").unwrap().clone(), states(&store));
        assert!(store.push("w", &[&wrong]).unwrap_err().to_string().contains('4'), "{class}");
        assert_eq!((store.get("w").unwrap().clone(), states(&store), store.steps("w")), (before.0, before.1, 1));
    }
}
