//! A language model on several ranks: states, dropout and noise of each slice, and files that do not know the ranks.
use super::ranks::{OnRanks, expect_blamed, on_ranks};
use super::some::{text, text_file};
use lacuna::optim::Sgd;
use lacuna_models::model::{Evaluation, LanguageModel, LanguageModelOptions, ModelError, newest_generation};
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::data::Batch;
use lacuna_runtime::exchange::{Exchange, Local};
use lacuna_runtime::kvstore::RankOptions;
use lacuna_runtime::optimizer::Optimizer;
use std::path::Path;
use std::sync::Arc;

const WORDS: usize = 30;

fn options(rows: usize) -> LanguageModelOptions {
    let mut options = LanguageModelOptions::new(WORDS);
    (options.embedding, options.hidden, options.projection, options.layers) = (5, 6, 4, 2);
    (options.batch_size, options.samples, options.dropout) = (rows, 12, 0.25);
    options
}

/// Windows of different lengths.
fn windows(rows: usize) -> Vec<Batch> {
    (0..5).map(|number| text(number, rows, 7 - number as usize, WORDS)).collect()
}

fn saved(model: &LanguageModel, rank: usize) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("model");
    model.save(&path).unwrap();
    if rank == 0 { std::fs::read(&path).unwrap() } else { Vec::new() }
}

/// What a rank gives: losses, what it says of a text, and on the first one the file.
type Trained = (Vec<u64>, Evaluation, Vec<u8>);

/// An epoch begins within; an evaluation comes after each step; before the step of this number a model goes through what
/// all ranks save there.
fn trained(options: &LanguageModelOptions, ranks: Option<OnRanks>, split: Option<(usize, &Path)>) -> Trained {
    let rank = ranks.as_ref().map_or(0, |(exchange, _)| exchange.rank());
    let mut model = LanguageModel::with_ranks(options, 3, ranks.clone()).unwrap();
    let (_file, mut rows) = text_file(WORDS, 3, 5);
    let (mut losses, mut found) = (Vec::new(), Evaluation::default());
    for (number, batch) in windows(options.batch_size).iter().enumerate() {
        if let Some((_, path)) = split.filter(|(before, _)| *before == number) {
            model.save(path).unwrap();
            // Of the same seed, which decides about noise and dropout.
            model = LanguageModel::with_ranks(options, 3, ranks.clone()).unwrap();
            model.step(batch).unwrap();
            model.load(path).unwrap();
        }
        if number == 3 {
            model.begin().unwrap();
        }
        losses.push(model.step(batch).unwrap().to_bits());
        found = model.evaluate(&mut rows).unwrap();
    }
    assert_eq!(model.steps(), 5);
    (losses, found, saved(&model, rank))
}

fn alone(slices: usize) -> Option<OnRanks> {
    Some((Arc::new(Local), RankOptions { slices, sharded_from: 1 }))
}

#[test]
fn bits_do_not_depend_on_the_ranks() {
    // With 5 rows some of the slices have none.
    for rows in [10, 5] {
        let options = options(rows);
        let expected = trained(&options, alone(8), None);
        for ranks in [1, 2, 3, 4, 8] {
            // All tables are cut, the encoder and the decoder's weight with its bias, the encoder alone, or none.
            for sharded_from in [1, 100, 130, usize::MAX] {
                let cut = RankOptions { slices: 8, sharded_from };
                let found = on_ranks(ranks, |exchange| trained(&options, Some((exchange, cut)), None));
                for (rank, (losses, evaluation, file)) in found.iter().enumerate() {
                    assert_eq!((losses, evaluation), (&expected.0, &expected.1), "rank {rank} of {ranks}");
                    assert!(rank > 0 || *file == expected.2, "{ranks} ranks, from {sharded_from}");
                }
            }
        }
    }
}

#[test]
fn one_slice_is_the_plain_step() {
    assert_eq!(trained(&options(10), alone(1), None), trained(&options(10), None, None));
}

#[test]
fn slices_are_the_same_step_but_for_dropout_and_rounding() {
    let mut options = options(10);
    (options.dropout, options.dtype) = (0.0, Dtype::F64);
    options.optimizer = Optimizer::Sgd(Sgd::new(0.3));
    // One that limits the gradients of the layers, and one that does not.
    for clip in [0.1, 10.0] {
        options.clip = Some(clip);
        let numbers = |ranks| {
            let mut model = LanguageModel::with_ranks(&options, 3, ranks).unwrap();
            let losses: Vec<f64> = windows(10).iter().map(|batch| model.step(batch).unwrap()).collect();
            let (_file, mut rows) = text_file(WORDS, 3, 5);
            let loss = model.evaluate(&mut rows).unwrap().loss;
            let parameters = model.parameters().flat_map(|(_, array)| array.data::<f64>().unwrap().to_vec());
            losses.into_iter().chain([loss]).chain(parameters.collect::<Vec<_>>()).collect::<Vec<f64>>()
        };
        let plain = numbers(None);
        for slices in [2, 4, 8, 16] {
            let found = numbers(alone(slices));
            assert_eq!(found.len(), plain.len());
            for (found, expected) in found.iter().zip(&plain) {
                assert!((found - expected).abs() <= 1e-12 * expected.abs().max(0.1), "{found}, not {expected}");
            }
        }
    }
}

#[test]
fn dropout_differs_between_slices_and_noise_does_not() {
    let mut options = options(8);
    options.dropout = 0.5;
    let mut model = LanguageModel::with_ranks(&options, 3, alone(4)).unwrap();
    let mut plain = LanguageModel::new(&options, 3).unwrap();
    // Eight times the same row: with one mask for each slice, their states would be the same.
    let row = text(1, 1, 6, WORDS);
    let eight = |array: &Array| Array::concat_rows(&[array; 8]).unwrap();
    let batch =
        Batch { data: row.data.iter().map(eight).collect(), label: row.label.iter().map(eight).collect(), pad: 0 };
    model.step(&batch).unwrap();
    plain.step(&batch).unwrap();
    assert_eq!(model.noise(), plain.noise());
    let bytes = saved(&model, 0);
    let file = safetensors::SafeTensors::deserialize(&bytes).unwrap();
    let state = file.tensor("lstm0_state_c").unwrap();
    assert_eq!(state.shape(), [8, 6]);
    let of_slices: Vec<&[u8]> = state.data().chunks(2 * 6 * 4).collect();
    for (place, one) in of_slices.iter().enumerate() {
        assert!(of_slices.iter().skip(place + 1).all(|other| one != other), "{place}");
    }
}

#[test]
fn saved_and_loaded() {
    let options = options(10);
    let expected = trained(&options, alone(4), None);
    for ranks in [1, 3] {
        for name in ["file", "shards/"] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join(name);
            let cut = RankOptions { slices: 4, sharded_from: 1 };
            let found = on_ranks(ranks, |exchange| trained(&options, Some((exchange, cut)), Some((2, &path))));
            assert!(found[0].2 == expected.2, "{ranks} {name}");
            assert_eq!(path.is_dir(), name.ends_with('/'));
        }
    }
}

#[test]
fn generations_go_on_with_other_ranks() {
    let (options, folder) = (options(10), tempfile::tempdir().unwrap());
    let step = |exchange: Arc<dyn Exchange>, number: usize, path: &Path| {
        let rank = exchange.rank();
        let cut = RankOptions { slices: 8, sharded_from: 1 };
        let mut model = LanguageModel::with_ranks(&options, number as u64, Some((exchange, cut))).unwrap();
        if number > 0 {
            model.load(path).unwrap();
        }
        model.step(&windows(10)[number]).unwrap();
        model.save(path).unwrap();
        saved(&model, rank)
    };
    let (alone, shards) = (folder.path().join("alone"), folder.path().join("shards/"));
    let (mut expected, mut found) = (Vec::new(), Vec::new());
    for (number, ranks) in [3, 8, 1, 2, 4].into_iter().enumerate() {
        expected = step(Arc::new(Local), number, &alone);
        found = on_ranks(ranks, |exchange| step(exchange, number, &shards)).swap_remove(0);
    }
    assert!(found == expected);
    assert!(newest_generation(&shards).unwrap().ends_with("generation-00000005"));
    // One process without slices reads it, too.
    LanguageModel::new(&options, 1).unwrap().load(&shards).unwrap();
}

#[test]
fn ranks_come_after_steps_too() {
    let options = options(10);
    let expected = trained(&options, alone(4), None).2;
    let found = on_ranks(2, |exchange| {
        let rank = exchange.rank();
        let mut model = LanguageModel::new(&options, 3).unwrap();
        let (mut own, windows) = (Some(exchange), windows(10));
        let cut = RankOptions { slices: 4, sharded_from: 1 };
        // As one process with slices, then on two ranks, which take states, rows and counts.
        model.set_ranks(Arc::new(Local), cut).unwrap();
        for (number, batch) in windows.iter().enumerate() {
            if number == 2 {
                let folder = tempfile::tempdir().unwrap();
                let path = folder.path().join("model");
                model.save(&path).unwrap();
                model = LanguageModel::new(&options, 3).unwrap();
                model.load(&path).unwrap();
                model.set_ranks(own.take().unwrap(), cut).unwrap();
            }
            if number == 3 {
                model.begin().unwrap();
            }
            model.step(batch).unwrap();
        }
        saved(&model, rank)
    });
    assert!(found[0] == expected);
}

#[test]
fn ranks_come_after_plain_steps() {
    let (options, windows) = (options(10), windows(10));
    let run = |exchange: Arc<dyn Exchange>| {
        let rank = exchange.rank();
        let mut model = LanguageModel::new(&options, 3).unwrap();
        let (_file, mut rows) = text_file(WORDS, 3, 5);
        model.step(&windows[0]).unwrap();
        model.step(&windows[1]).unwrap();
        model.set_ranks(exchange, RankOptions { slices: 4, sharded_from: 1 }).unwrap();
        let losses: Vec<_> = windows.iter().skip(2).map(|batch| model.step(batch).unwrap().to_bits()).collect();
        (losses, model.evaluate(&mut rows).unwrap(), saved(&model, rank))
    };
    let expected = run(Arc::new(Local));
    for ranks in [2, 3] {
        assert!(on_ranks(ranks, run)[0] == expected, "{ranks}");
    }
}

#[test]
fn rows_of_tables_are_counted() {
    let mut options = options(10);
    options.vocabulary = 1000;
    let moved = on_ranks(2, |exchange| {
        let cut = RankOptions { slices: 2, sharded_from: 1 };
        let mut model = LanguageModel::with_ranks(&options, 3, Some((exchange, cut))).unwrap();
        model.step(&windows(10)[0]).unwrap();
        model.moved().unwrap()
    });
    for [pulled, pushed] in moved {
        assert!(pulled.bytes > 0 && pulled.bytes < pulled.whole, "{pulled:?}");
        assert!(pushed.bytes > 0 && pushed.bytes < pushed.whole, "{pushed:?}");
    }
    assert!(LanguageModel::new(&options, 3).unwrap().moved().is_none());
}

#[test]
fn what_is_refused_changes_nothing() {
    let options = options(10);
    let [first, second] = [0, 1].map(|number| text(number, 10, 6, WORDS));
    let mut model = LanguageModel::with_ranks(&options, 3, alone(4)).unwrap();
    model.step(&first).unwrap();
    let before = saved(&model, 0);
    // A norm that is no number: of weights of the second layer, behind which all slices have new states.
    let weight = model.parameter("lstm1_h2r_weight").unwrap().clone();
    let mut broken = weight.clone();
    broken.data_mut::<f32>().unwrap()[0] = f32::NAN;
    model.set_parameter("lstm1_h2r_weight", broken).unwrap();
    let refused = model.step(&second).unwrap_err();
    assert!(matches!(refused, ModelError::Norm { .. }), "{refused}");
    model.set_parameter("lstm1_h2r_weight", weight).unwrap();
    assert!(saved(&model, 0) == before);
    assert_eq!(model.gradient("lstm1_h2r_weight"), None);
    // A batch that one rank refuses.
    let found = on_ranks(3, |exchange| {
        let rank = exchange.rank();
        let cut = RankOptions { slices: 4, sharded_from: 1 };
        let mut model = LanguageModel::with_ranks(&options, 3, Some((exchange, cut))).unwrap();
        let mut batch = first.clone();
        if rank == 1 {
            batch.label.clear();
        }
        model.step(&batch).unwrap_err()
    });
    expect_blamed(found, "the model takes 1 label arrays, and the batch has 0");
}

#[test]
fn other_ranks_are_refused() {
    let wrong = LanguageModel::with_ranks(&options(10), 3, alone(3)).unwrap_err();
    let told = "3 slices for 1 rank: the slices are a power of two, and at least one for each rank";
    assert_eq!(wrong.to_string(), told);
    let mut model = LanguageModel::new(&options(10), 3).unwrap();
    let wrong = model.set_ranks(Arc::new(Local), RankOptions { slices: 0, sharded_from: 1 }).unwrap_err();
    assert!(wrong.to_string().starts_with("0 slices for 1 rank"), "{wrong}");
    // It goes on as it was.
    model.step(&windows(10)[0]).unwrap();
}
