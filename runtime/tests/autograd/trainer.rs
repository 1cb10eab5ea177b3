//! A trainer whose states go through a file, and one with a schedule.
use lacuna::infer::Stype;
use lacuna_runtime::array::file::{Format, save};
use lacuna_runtime::array::{Array, Dtype};
use lacuna_runtime::autograd::{GradientRequest, Tape, Variable};
use lacuna_runtime::optimizer::{Multipliers, Optimizer, Trainer};
use lacuna_runtime::schedule::{Decay, LearningRateSchedule};

/// A tape with a dense and a row_sparse parameter, and their sum for some ids.
fn tape() -> (Tape, [Variable; 2]) {
    let mut tape = Tape::new();
    let rows = Array::row_sparse(&[5, 2], (0..5).collect(), (0..10).map(|k| k as f32 / 4.0).collect()).unwrap();
    let dense = Array::dense(&[3, 2], vec![0.5_f32, 1.0, -1.5, 2.0, 0.25, -1.0]).unwrap();
    let weight = tape.parameter(rows, GradientRequest::Write, Stype::RowSparse).unwrap();
    let other = tape.parameter(dense, GradientRequest::Write, Stype::Dense).unwrap();
    let ids = tape.constant(Array::dense(&[3], vec![1_i64, 4, 1]).unwrap());
    let looked_up = tape.embedding(ids, weight).unwrap();
    let product = tape.apply(lacuna_runtime::operator::Multiply, &[looked_up, other]).unwrap();
    tape.backward(product).unwrap();
    (tape, [weight, other])
}

fn trainer(class: &str, tape: &Tape, variables: [Variable; 2]) -> Trainer {
    let mut trainer = Trainer::new(Optimizer::create(class, &[("learning_rate", 0.5)]).unwrap());
    trainer.add(tape, variables[0]).unwrap();
    trainer.add_with(tape, variables[1], Multipliers { learning_rate: 0.5, weight_decay: 0.0 }).unwrap();
    trainer
}

fn step(tape: &mut Tape, trainer: &mut Trainer) {
    trainer.step(tape, 2).unwrap();
    tape.replay().unwrap();
}

#[test]
fn states_in_a_file_go_on_with_the_same_bits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("states.safetensors");
    for class in Optimizer::mxnet_names() {
        let (mut tape, variables) = tape();
        let mut one = trainer(class, &tape, variables);
        (0..2).for_each(|_| step(&mut tape, &mut one));
        one.save_states(&path).unwrap();
        let mut other = trainer(class, &tape, variables);
        other.load_states(&path).unwrap();
        assert_eq!(other.steps(), 2);
        let before = variables.map(|variable| tape.value(variable).unwrap().clone());
        step(&mut tape, &mut one);
        let expected = variables.map(|variable| tape.value(variable).unwrap().clone());
        assert_ne!(before, expected);
        for (variable, value) in variables.into_iter().zip(before) {
            tape.set(variable, value).unwrap();
        }
        step(&mut tape, &mut other);
        assert_eq!(variables.map(|variable| tape.value(variable).unwrap().clone()), expected, "{class}");
        assert!(one.states().eq(other.states()), "{class}");
    }
}

#[test]
fn files_that_do_not_fit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("states.safetensors");
    let (mut tape, variables) = tape();
    let mut adam = trainer("adam", &tape, variables);
    step(&mut tape, &mut adam);
    adam.save_states(&path).unwrap();
    let load = |trainer: &mut Trainer| trainer.load_states(&path).map_err(|error| error.to_string());
    let mut none = trainer("sgd", &tape, variables);
    assert_eq!(load(&mut none), Err("`0/mean` in the file: sgd has no such state".to_owned()));
    let mut other = trainer("ftrl", &tape, variables);
    assert_eq!(load(&mut other), Err("`0/z` is missing in the file of states, or of another form".to_owned()));
    assert!(other.load_states(folder.path().join("none")).is_err());
    let mut turned = trainer("adam", &tape, [variables[1], variables[0]]);
    assert!(load(&mut turned).is_err());
    assert_eq!((none.steps(), other.steps(), turned.steps()), (0, 0, 0));
    for steps in [Array::dense(&[1], vec![-1_i64]), Array::zeros(Stype::Dense, &[1], Dtype::F32)] {
        save(&path, Format::Safetensors, &[("steps".to_owned(), steps.unwrap())]).unwrap();
        let refused = "`steps` is missing in the file of states, or of another form";
        assert_eq!(none.load_states(&path).unwrap_err().to_string(), refused);
    }
}

#[test]
fn a_schedule_is_of_the_step() {
    let learnt = |schedule: bool| {
        let (mut tape, variables) = tape();
        let mut trainer = trainer("sgd", &tape, variables);
        for rate in [0.5, 0.25, 0.125] {
            if schedule {
                let decay = Decay::Factor { step: 1, factor: 0.5, minimum: 0.0 };
                trainer.set_schedule(Some(LearningRateSchedule::new(0.5, decay).unwrap()));
                let refused = trainer.set_learning_rate(1.0).unwrap_err().to_string();
                assert_eq!(refused, "the learning rate cannot be set to 1: there is a schedule, which decides it");
            } else {
                trainer.set_learning_rate(rate).unwrap();
            }
            assert_eq!(trainer.learning_rate(), rate);
            step(&mut tape, &mut trainer);
        }
        variables.map(|variable| tape.value(variable).unwrap().clone())
    };
    assert_eq!(learnt(true), learnt(false));
}
