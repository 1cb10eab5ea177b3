//! The network of the tutorial: its variants, threads and checkpoints give the same bits.
#![allow(clippy::unwrap_used, reason = "tests")]
use lacuna_models::train::{Mlp, MlpProgress, MlpSettings, MlpTotals, MlpVariant, ProblemSize, SavedMlp, mlp_problem};
use lacuna_runtime::Cpu;
use lacuna_runtime::array::Array;
use lacuna_runtime::data::Batch;

fn settings(variant: MlpVariant) -> MlpSettings {
    MlpSettings {
        features: 500,
        hidden: vec![16, 4],
        variant,
        batch_size: 8,
        learning_rate: 0.5,
        seed: 3,
        ..MlpSettings::default()
    }
}

fn batches() -> Vec<Batch> {
    let problem = mlp_problem(1, ProblemSize { rows: 60, features: 500, density: 0.02 }).unwrap();
    let rows = |start: usize, end: usize| {
        let indptr: Vec<i64> =
            problem.indptr[start..=end].iter().map(|pointer| pointer - problem.indptr[start]).collect();
        let places = problem.indptr[start] as usize..problem.indptr[end] as usize;
        let data = Array::csr(
            Some([end - start, 500]),
            indptr,
            problem.indices[places.clone()].to_vec(),
            problem.values[places].to_vec(),
        );
        let label = Array::dense(&[end - start], problem.labels[start..end].to_vec());
        Batch { data: vec![data.unwrap()], label: vec![label.unwrap()], pad: 0 }
    };
    // The last one is shorter.
    (0..60).step_by(8).map(|start| rows(start, (start + 8).min(60))).collect()
}

fn train(network: &mut Mlp, batches: &mut [Batch], epochs: usize) -> Vec<f64> {
    let mut epoch = |_| {
        let mut totals = MlpTotals::default();
        batches.iter_mut().for_each(|batch| network.step(batch, &mut totals).unwrap());
        assert_eq!(totals.rows, 60);
        totals.loss / 60.0
    };
    (0..epochs).map(&mut epoch).collect()
}

#[test]
fn variants_and_threads_give_the_same_weights() {
    let mut data = batches();
    let before = data.clone();
    let mut first = Mlp::new(&settings(MlpVariant::RowSparse), 1).unwrap();
    let start = first.hash();
    let losses = train(&mut first, &mut data, 30);
    assert_eq!(data, before);
    assert!(losses[29] < losses[0] && first.hash() != start, "{losses:?}");
    for threads in [1, 2, 7] {
        for variant in [MlpVariant::RowSparse, MlpVariant::SparseDot] {
            let mut network = Mlp::new(&settings(variant), threads).unwrap();
            let other = Cpu::pool(threads).unwrap().install(|| train(&mut network, &mut data, 30));
            // A dense gradient has zeros where the other has nothing.
            assert_eq!((other, network.hash()), (losses.clone(), first.hash()), "{} {threads}", variant.name());
        }
    }
    // Its first weight is transposed and drawn as such; it learns as well.
    let mut dense = Mlp::new(&settings(MlpVariant::Dense), 1).unwrap();
    let dense = train(&mut dense, &mut data, 30);
    assert!(dense[29] < dense[0], "{dense:?}");
}

#[test]
fn a_saved_network_goes_on_with_the_same_bits() {
    let (mut data, settings) = (batches(), settings(MlpVariant::RowSparse));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("network.safetensors");
    let mut whole = Mlp::new(&settings, 1).unwrap();
    train(&mut whole, &mut data, 4);
    let mut half = Mlp::new(&settings, 1).unwrap();
    train(&mut half, &mut data, 2);
    let progress = MlpProgress { epochs: 2, batches: 0, rows: 0, loss: 0.0 };
    half.save(&path, &progress).unwrap();
    let saved = SavedMlp::read(&path).unwrap();
    assert_eq!((saved.progress, &saved.settings), (progress, &settings));
    let mut rest = saved.network(1).unwrap();
    assert_eq!(rest.hash(), half.hash());
    train(&mut rest, &mut data, 2);
    assert_eq!(rest.hash(), whole.hash());
}

#[test]
fn predictions_change_nothing_and_wrong_batches_are_refused() {
    let mut data = batches();
    let mut network = Mlp::new(&settings(MlpVariant::RowSparse), 1).unwrap();
    let before = network.hash();
    let (outputs, loss) = network.predict(&mut data[0]).unwrap();
    assert!(outputs.len() == 8 && outputs.iter().all(|output| (0.0..1.0).contains(output)) && loss > 0.0);
    let totals = &mut MlpTotals::default();
    let mut narrow = Batch {
        data: vec![Array::csr(Some([1, 7]), vec![0, 1], vec![3], vec![1.0_f32]).unwrap()],
        label: vec![Array::dense(&[1], vec![1.0_f32]).unwrap()],
        pad: 0,
    };
    assert_eq!(
        network.step(&mut narrow, totals).unwrap_err().to_string(),
        "data of shape [1, 7], but [1, 500] is needed"
    );
    let mut none = Batch::default();
    assert_eq!(
        network.step(&mut none, totals).unwrap_err().to_string(),
        "a batch has one array of data and one of labels, not 0 and 0"
    );
    let mut dense = Batch { data: vec![narrow.data[0].tostype(lacuna::infer::Stype::Dense).unwrap()], ..narrow };
    assert!(network.step(&mut dense, totals).is_err());
    assert_eq!(network.hash(), before);
    assert!(Mlp::new(&MlpSettings { hidden: vec![], ..settings(MlpVariant::RowSparse) }, 1).is_err());
}
