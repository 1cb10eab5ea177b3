//! The bits of the results against plain loops that use nothing of `lacuna`, and what must end a report.
#![allow(clippy::unwrap_used)]
use lacuna::dispatch::{Level, force};
use lacuna_bare_metal::{
    BATCH, COLUMNS, EPOCHS, Failure, Float, Hash, INDICES, INDPTR, Memory, OUTPUTS, ROWS, epoch, predict, readings,
    refusals, report,
};
use std::fmt;

/// The entries of a reading: feature and value.
fn entries<V: Float>(row: usize) -> impl Iterator<Item = (usize, V)> {
    (INDPTR[row] as usize..INDPTR[row + 1] as usize).map(|k| (INDICES[k] as usize, V::VALUES[k]))
}

/// Products in the order of `docs/numerics.md`: the entries of a row as they are stored, those of a column by ascending
/// row.
struct PlainLoops<V> {
    weights: Vec<V>,
    momentum: Vec<V>,
}

impl<V: Float> PlainLoops<V> {
    fn new() -> Self {
        Self { weights: vec![V::ZERO; COLUMNS * OUTPUTS], momentum: vec![V::ZERO; COLUMNS * OUTPUTS] }
    }

    fn prediction(&self, row: usize, output: usize) -> V {
        entries::<V>(row).fold(V::ZERO, |sum, (feature, value)| sum + value * self.weights[feature * OUTPUTS + output])
    }

    fn step(&mut self, rows: std::ops::Range<usize>) {
        let places = rows.clone().flat_map(|row| (0..OUTPUTS).map(move |output| (row, output)));
        let residuals: Vec<V> =
            places.map(|(row, output)| self.prediction(row, output) - V::TARGETS[row * OUTPUTS + output]).collect();
        for (feature, output) in (0..COLUMNS).flat_map(|feature| (0..OUTPUTS).map(move |output| (feature, output))) {
            let (mut gradient, mut occurs) = (V::ZERO, false);
            for row in rows.clone() {
                for (_, value) in entries::<V>(row).filter(|&(found, _)| found == feature) {
                    gradient += value * residuals[(row - rows.start) * OUTPUTS + output];
                    occurs = true;
                }
            }
            if occurs {
                let (weight, momentum) =
                    (&mut self.weights[feature * OUTPUTS + output], &mut self.momentum[feature * OUTPUTS + output]);
                let (decay, rate) = (V::LEARNING_RATE * V::WEIGHT_DECAY, V::LEARNING_RATE * V::PER_BATCH);
                *momentum = (V::MOMENTUM * *momentum - decay * *weight) - rate * gradient;
                *weight += *momentum;
            }
        }
    }
}

fn same_bits_as_plain_loops<V: Float>() {
    let (mut plain, mut memory) = (PlainLoops::<V>::new(), Memory::new());
    for _ in 0..EPOCHS {
        (0..ROWS).step_by(BATCH).for_each(|row| plain.step(row..row + BATCH));
        epoch(readings::<V>().unwrap(), &mut memory).unwrap();
        assert_eq!(
            (Hash::of(&memory.weights), Hash::of(&memory.momentum)),
            (Hash::of(&plain.weights), Hash::of(&plain.momentum))
        );
    }
    predict(readings::<V>().unwrap(), &mut memory).unwrap();
    let predictions: Vec<_> = (0..ROWS * OUTPUTS).map(|k| plain.prediction(k / OUTPUTS, k % OUTPUTS)).collect();
    assert_eq!(Hash::of(&memory.predictions), Hash::of(&predictions));
    assert_eq!((Hash::of(&plain.weights), Hash::of(&predictions)), V::EXPECTED);
}

#[test]
fn same_bits_as_plain_loops_at_every_level() {
    for level in Level::ALL.iter().copied().filter(|level| level.is_available()) {
        force(Some(level)).unwrap();
        same_bits_as_plain_loops::<f32>();
        same_bits_as_plain_loops::<f64>();
    }
    force(None).unwrap();
}

#[test]
fn it_learns_and_leaves_alone_what_does_not_occur() {
    let mut memory = Memory::<f64>::new();
    let losses: Vec<_> = (0..EPOCHS).map(|_| epoch(readings().unwrap(), &mut memory).unwrap()).collect();
    assert!(losses[losses.len() - 1] < 1e-5 * losses[0], "{losses:?}");
    let (seen, fan) = memory.weights.split_at((COLUMNS - 1) * OUTPUTS);
    assert!(seen.iter().all(|&weight| weight != 0.0));
    assert!(fan.iter().all(|weight| weight.to_bits() == 0));
}

#[test]
fn wrong_calls_are_refused_with_their_numbers_and_write_nothing() {
    let mut memory = Memory::<f32>::new();
    epoch(readings().unwrap(), &mut memory).unwrap();
    let before = memory.clone();
    let answers = refusals(readings().unwrap(), &mut memory).map(|answer| answer.unwrap_err().to_string());
    assert_eq!(
        answers,
        [
            "csr indices: row 0, entry 3: index 16 is not less than the number of columns, 16",
            "shape: output should have 8 rows, has 7",
            "capacity: scratch needs 90 elements, has 46",
        ]
    );
    assert_eq!(memory, before);
}

#[test]
fn another_bit_ends_the_report() {
    let mut text = String::new();
    assert_eq!(report(&mut text, &mut Memory::new(), &mut Memory::new()), Ok(()));
    assert_eq!(text.matches("hash").count(), 4);

    let mut double = Memory::<f64>::new();
    double.weights[0] = 1e-12;
    let failure = report(&mut text, &mut Memory::new(), &mut double).unwrap_err();
    assert!(
        matches!(failure, Failure::Bits { what: "weights", expected, .. } if expected == f64::EXPECTED.0),
        "{failure}"
    );
}

#[test]
fn an_output_that_fails_ends_the_report() {
    struct Full;
    impl fmt::Write for Full {
        fn write_str(&mut self, _: &str) -> fmt::Result {
            Err(fmt::Error)
        }
    }
    assert_eq!(report(&mut Full, &mut Memory::new(), &mut Memory::new()), Err(Failure::Output));
}
