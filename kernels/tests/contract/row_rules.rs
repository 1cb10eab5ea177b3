//! Optimizers that look at whole rows: what they refuse beside other optimizers, and sums over rows of every length.
use lacuna::error::Operand;
use lacuna::optim::{
    GroupAdaGrad, Lamb, Lars, RowAdaGrad, RowAdam, RowLamb, Update, group_adagrad, lamb, lars, row_adagrad, row_adam,
    row_lamb,
};
use lacuna::reduce::square_sum_rows;
use lacuna::{Dense, DenseMut, KernelError, RowSparse, RowSparseMut, RowsMut, scalar};

fn dense(rows: usize, columns: usize, data: &mut [f32]) -> RowsMut<'_, f32, i32> {
    DenseMut::new(rows, columns, data).unwrap().into()
}

#[test]
fn a_state_of_one_number_a_row_has_one() {
    let gradient = RowSparse::new(2, 3, &[1], &[1.0, 2.0, 3.0]).unwrap();
    let (mut weight, mut history) = ([1.0; 6], [2.0; 6]);
    let hyper = GroupAdaGrad::new(1.0, 0.0);
    for (rows, columns, axis, expected, found) in [(2, 3, 1, 1, 3), (2, 2, 1, 1, 2), (2, 0, 1, 1, 0), (3, 1, 0, 2, 3)] {
        let refusal = Err(KernelError::Shape { operand: Operand::State(1), axis, expected, found });
        let history = &mut history[..rows * columns];
        assert_eq!(group_adagrad(&hyper, gradient, dense(2, 3, &mut weight), dense(rows, columns, history)), refusal);
        assert_eq!(
            scalar::group_adagrad(&hyper, gradient, dense(2, 3, &mut weight), dense(rows, columns, history)),
            refusal
        );
    }
    let stored = RowSparseMut::new(2, 1, &[0], &mut history[..1]).unwrap();
    let missing = Err(KernelError::MissingRow { operand: Operand::State(1), row: 1 });
    assert_eq!(group_adagrad(&hyper, gradient, dense(2, 3, &mut weight), stored.into()), missing);
    // It stands behind the mean, which has all elements.
    let (mut mean, refused) =
        ([2.0; 6], KernelError::Shape { operand: Operand::State(2), axis: 1, expected: 1, found: 3 });
    let hyper = RowAdam::new(1.0, 0.5, 0.5, 0.0, 1.0, 1.0);
    let result =
        row_adam(&hyper, gradient, dense(2, 3, &mut weight), dense(2, 3, &mut mean), dense(2, 3, &mut history));
    assert_eq!((result, weight, mean, history), (Err(refused), [1.0; 6], [2.0; 6], [2.0; 6]));
}

#[test]
fn rows_without_elements_stay() {
    let gradient = RowSparse::new(2, 0, &[1], &[]).unwrap();
    for update in [Update::Lazy, Update::Standard] {
        let mut history = [2.0; 2];
        let hyper = RowAdaGrad { weight_decay: 1.0, update, ..RowAdaGrad::new(1.0, 0.0) };
        row_adagrad(&hyper, gradient, dense(2, 0, &mut []), dense(2, 1, &mut history)).unwrap();
        assert_eq!(history, [2.0; 2]);
    }
}

/// The history of a first step is the sum of squares over the number of elements, by its bits.
#[test]
fn the_sum_over_a_row_is_that_of_the_reduction() {
    for length in (1..70).chain([1023, 1024, 1025, 1041, 2047, 2049, 3100, 5000]) {
        let values: Vec<f32> = (0..length).map(|k| (k as f32 * 0.37).sin() * 3.0_f32.powi(k as i32 % 9)).collect();
        let (mut sum, mut weight, mut history) = ([0.0], vec![1.0; length], [0.0]);
        square_sum_rows(Dense::new(1, length, &values).unwrap(), &mut sum).unwrap();
        let gradient = RowSparse::new(1, length, &[0], &values).unwrap();
        group_adagrad(&GroupAdaGrad::new(1.0, 1.0), gradient, dense(1, length, &mut weight), dense(1, 1, &mut history))
            .unwrap();
        assert_eq!(history[0].to_bits(), (sum[0] / length as f32).to_bits(), "{length}");
    }
}

/// A norm of 0 has no ratio: then the learning rate is that of the element's step alone.
#[test]
fn norms_of_zero() {
    let gradient = RowSparse::new(2, 2, &[0, 1], &[2.0, -2.0, 0.0, 0.0]).unwrap();
    let (mut weight, mut momentum) = ([0.0, 0.0, 1.0, 2.0], [0.0; 4]);
    let hyper = Lars { weight_decay: 0.5, ..Lars::new(0.25, 0.5, 0.001, 0.0) };
    lars(&hyper, gradient, dense(2, 2, &mut weight), dense(2, 2, &mut momentum)).unwrap();
    assert_eq!((weight, momentum), ([-0.5, 0.5, 0.875, 1.75], [-0.5, 0.5, -0.125, -0.25]));
    let (mut weight, mut mean, mut variance) = ([0.0, 0.0, 1.0, 2.0], [0.0; 4], [0.0; 4]);
    let hyper = Lamb::new(0.5, 0.5, 0.75, 1.0, 1.0, 1.0, -1.0, -1.0);
    lamb(&hyper, gradient, dense(2, 2, &mut weight), dense(2, 2, &mut mean), dense(2, 2, &mut variance)).unwrap();
    assert_eq!((weight, mean, variance), ([-0.25, 0.25, 1.0, 2.0], [1.0, -1.0, 0.0, 0.0], [1.0, 1.0, 0.0, 0.0]));
    let (mut weight, mut mean, mut variance) = ([0.0, 0.0, 1.0, 2.0], [0.0; 4], [0.0; 2]);
    let hyper = RowLamb::new(0.5, 0.5, 0.75, 1.0, 1.0, 1.0);
    row_lamb(&hyper, gradient, dense(2, 2, &mut weight), dense(2, 2, &mut mean), dense(2, 1, &mut variance)).unwrap();
    assert_eq!((weight, mean, variance), ([-0.25, 0.25, 1.0, 2.0], [1.0, -1.0, 0.0, 0.0], [1.0, 0.0]));
}

/// The norm of the direction is one of the new mean and variance: `v = 16`, `m = (2, -2)`, `d = m / (4 + 0) + 0.25 w`,
/// in a row whose weight has norm 5.
#[test]
fn a_second_sum_takes_what_the_first_gave() {
    let gradient = RowSparse::new(1, 2, &[0], &[4.0, -4.0]).unwrap();
    let (mut weight, mut mean, mut variance) = ([3.0, 4.0], [0.0; 2], [16.0]);
    let hyper = RowLamb { weight_decay: 0.25, ..RowLamb::new(1.0, 0.5, 0.5, 0.0, 1.0, 1.0) };
    row_lamb(&hyper, gradient, dense(1, 2, &mut weight), dense(1, 2, &mut mean), dense(1, 1, &mut variance)).unwrap();
    let (direction, rate) = ([1.25_f32, 0.5], 5.0 / (1.25_f32 * 1.25 + 0.25).sqrt());
    assert_eq!((weight, mean, variance), ([3.0 - rate * direction[0], 4.0 - rate * direction[1]], [2.0, -2.0], [16.0]));
}

#[test]
fn corrections_of_a_step() {
    let hyper = RowAdam::new(1.0, 0.5, 0.75, 0.0, 1.0, 1.0).bias_corrected(3);
    assert_eq!((hyper.correction1, hyper.correction2), (0.875, 0.578125));
    let hyper = RowLamb::new(1.0, 0.5, 0.75, 0.0, 1.0, 1.0).bias_corrected(3);
    assert_eq!((hyper.correction1, hyper.correction2), (0.875, 0.578125));
    let hyper = Lamb::new(1.0, 0.5, 0.75, 0.0, 1.0, 1.0, -1.0, 2.0).bias_corrected(1);
    assert_eq!((hyper.correction1, hyper.correction2, hyper.upper_bound), (0.5, 0.25, 2.0));
}
