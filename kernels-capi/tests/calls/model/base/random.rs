//! Random numbers.
use super::super::record::{Field, Record};
use super::Builder;
use lacuna_capi::Kind;
use lacuna_capi::status::OperandCode;

/// Passes a stream.
pub fn stream(b: &mut Builder) {
    let fields = ["seed", "stream", "first"].map(|name| (name, Field::Word(b.random.bits()))).to_vec();
    b.record(Record { kind: Kind::Stream, fields });
}

/// Ids of classes, and how often they are expected.
fn classes(name: &str, b: &mut Builder) {
    let (classes, length) = (b.random.one_of(&[1, 2, 30, 1000]), b.random.one_of(&[0, 1, 3, 70]));
    if name.starts_with("expected") {
        let ids: Vec<_> = (0..length).map(|_| b.random.within(0..classes) as i64).collect();
        let list = b.integers(b.index, &ids, OperandCode::Ids, false);
        b.list(list, length);
        b.size(classes);
        let tries = b.random.one_of(&[0, 1, 20, 5000]);
        b.size(tries);
    } else {
        let length = if name == "log_uniform" { length } else { length.min(classes) };
        stream(b);
        b.size(classes);
        let room = b.integers(b.index, &vec![-9; length], OperandCode::Output, true);
        b.list(room, length);
        if name == "log_uniform_unique" {
            return b.answer();
        }
    }
    let values = b.values(length);
    let out = b.reals(&values, OperandCode::Values, true);
    b.list(out, length);
}

/// Patterns, with more room than they need.
fn patterns(name: &str, b: &mut Builder) {
    let room = |b: &mut Builder, length: usize| {
        let array = b.integers(b.index, &vec![-9; length], OperandCode::Output, true);
        b.list(array, length);
    };
    let (rows, columns) = (b.random.one_of(&[0, 1, 3, 9]), b.random.one_of(&[2, 17, 40]));
    if name == "power_law_pattern" {
        b.size(columns);
        room(b, rows + 1);
        // The second row has four columns, or both.
        let more = b.random.one_of(&[0, 1, 2]) * usize::from(rows > 1 && columns > 2);
        return room(b, 2 * rows + more);
    }
    stream(b);
    b.size(columns);
    let density = b.random.one_of(&[0.0, 0.125, 0.5, 1.0]);
    b.scalar_of(density);
    if name == "uniform_pattern" {
        room(b, rows + 1);
        room(b, rows * columns);
    } else {
        room(b, columns);
    }
    b.answer();
}

pub fn build(name: &str, b: &mut Builder) {
    if name.ends_with("_pattern") || name == "row_ids" {
        return patterns(name, b);
    }
    if name.starts_with("log_uniform") || name.starts_with("expected") {
        return classes(name, b);
    }
    stream(b);
    let eighths = |b: &mut Builder, most: usize| b.random.within(0..most + 1) as f64 * 0.125;
    match name {
        "uniform" => {
            let (low, width) = (eighths(b, 20) - 1.0, eighths(b, 20));
            [low, low + width].into_iter().for_each(|bound| b.scalar_of(bound));
        }
        "normal" => {
            b.scalar();
            let deviation = eighths(b, 20);
            b.scalar_of(deviation);
        }
        "bernoulli" => {
            let probability = eighths(b, 8);
            b.scalar_of(probability);
            b.scalar();
        }
        name => panic!("{name} has no good call yet"),
    }
    let length = b.random.one_of(&[0, 1, 3, 16, 70]);
    let values = b.values(length);
    let out = b.reals(&values, OperandCode::Values, true);
    b.list(out, length);
}
