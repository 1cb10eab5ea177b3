//! Rows and plans that are kept for the next operator are those of the values that it is given.
use lacuna::infer::Stype::{Dense, RowSparse};
use lacuna_runtime::array::Array;
use lacuna_runtime::autograd::{GradientRequest, Tape, Variable};
use lacuna_runtime::operator::Interaction;

/// One row, of columns 0 and 2: the gradient of `v` is `x_0 x_2 v_2` in row 0 and `x_0 x_2 v_0` in row 2.
fn x(first: f32, columns: [i64; 2]) -> Array {
    Array::csr(Some([1, 3]), vec![0, 2], columns.to_vec(), vec![first, 3.0]).unwrap()
}

fn v(numbers: [f32; 6]) -> Array {
    Array::dense(&[3, 2], numbers.to_vec()).unwrap()
}

const FIRST: [f32; 6] = [1.0, 10.0, 20.0, 30.0, 5.0, 7.0];

fn taped() -> (Tape, Variable, Variable) {
    let mut tape = Tape::new();
    let x = tape.constant(x(2.0, [0, 2]));
    let v = tape.parameter(v(FIRST), GradientRequest::Write, RowSparse).unwrap();
    (tape, x, v)
}

fn expect(tape: &Tape, v: Variable, rows: [i64; 2], numbers: [f32; 4]) {
    let gradient = tape.gradient(v).unwrap();
    assert_eq!((gradient.indices(), gradient.data::<f32>()), (Some(&rows[..]), Some(&numbers[..])));
}

#[test]
fn nothing_changes() {
    let (mut tape, x, v) = taped();
    let y = tape.apply(Interaction, &[x, v]).unwrap();
    tape.backward(y).unwrap();
    expect(&tape, v, [0, 2], [30.0, 42.0, 6.0, 60.0]);
}

#[test]
fn a_value_changes_before_the_way_back() {
    let (mut tape, x, v) = taped();
    let y = tape.apply(Interaction, &[x, v]).unwrap();
    tape.value_mut(v).unwrap().data_mut::<f32>().unwrap()[1] = 1.0;
    tape.backward(y).unwrap();
    expect(&tape, v, [0, 2], [30.0, 42.0, 6.0, 6.0]);
    tape.value_mut(x).unwrap().data_mut::<f32>().unwrap()[0] = 1.0;
    tape.backward(y).unwrap();
    expect(&tape, v, [0, 2], [15.0, 21.0, 3.0, 3.0]);
    tape.set(v, self::v([1.0; 6])).unwrap();
    tape.backward(y).unwrap();
    expect(&tape, v, [0, 2], [3.0; 4]);
}

#[test]
fn another_pattern_of_the_same_size() {
    let (mut tape, x, v) = taped();
    let y = tape.apply(Interaction, &[x, v]).unwrap();
    tape.backward(y).unwrap();
    tape.set(x, self::x(2.0, [0, 1])).unwrap();
    tape.replay().unwrap();
    tape.backward(y).unwrap();
    expect(&tape, v, [0, 1], [120.0, 180.0, 6.0, 60.0]);
    // And the first once more, of another batch of its pattern.
    tape.set(x, self::x(1.0, [0, 2])).unwrap();
    tape.replay().unwrap();
    tape.backward(y).unwrap();
    expect(&tape, v, [0, 2], [15.0, 21.0, 3.0, 30.0]);
}

#[test]
fn two_tables_and_one_batch() {
    let (mut tape, x, first) = taped();
    let second = tape.parameter(v([1.0, 2.0, 3.0, 4.0, 5.0, 6.0]), GradientRequest::Write, RowSparse).unwrap();
    let one = tape.apply(Interaction, &[x, first]).unwrap();
    let other = tape.apply(Interaction, &[x, second]).unwrap();
    let sum = tape.add(one, other).unwrap();
    tape.backward(sum).unwrap();
    expect(&tape, first, [0, 2], [30.0, 42.0, 6.0, 60.0]);
    expect(&tape, second, [0, 2], [30.0, 36.0, 6.0, 12.0]);
}

#[test]
fn a_table_that_is_computed_anew_in_the_same_memory() {
    let mut tape = Tape::new();
    let x = tape.constant(x(2.0, [0, 2]));
    let half = tape.parameter(v(FIRST), GradientRequest::Write, Dense).unwrap();
    let zeros = tape.constant(v([0.0; 6]));
    // Of `half + half` the rows are twice as large, and the gradient comes twice.
    for (other, factor) in [(zeros, 1.0), (half, 4.0)] {
        tape.clear();
        let table = tape.add(half, other).unwrap();
        let y = tape.apply(Interaction, &[x, table]).unwrap();
        tape.backward(y).unwrap();
        let expected = [30.0, 42.0, 0.0, 0.0, 6.0, 60.0].map(|number| number * factor);
        assert_eq!(tape.gradient(half).unwrap().data::<f32>(), Some(&expected[..]));
    }
}
