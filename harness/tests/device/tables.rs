//! Updates of tables of `f16` and `bf16`: the bits of the CPU in weights and states.
use crate::sixteen_bits::{Narrow, SHAPES, assert_same, for_each_type, values};
use crate::{gpu, indices};
use half::{bf16, f16};
use lacuna::optim::{Adam, Rounding, RoundingStream, RowAdaGrad, Sgd, update_mixed, update_rows_mixed};
use lacuna::{Dense, DenseMut, Index, KernelError, RowSparse};
use lacuna_cuda::{DeviceDense, DeviceRowSparse, DeviceRows, DeviceRowsMut, Error, Gpu, Pattern, optim};
use lacuna_harness::backend::AnyDriver;
use lacuna_testing::Random;

/// Rows that an update touches: some, all, none.
const TOUCHED: [&[usize]; 3] = [&[0, 2, 3, 8], &[0, 1, 2, 3, 4, 5, 6, 7, 8], &[]];

/// One step of a table of nine rows with dense states of these lengths, here and there: the same bits in all of them.
fn step_of_a_table<V: Narrow, I: Index, const STATES: usize>(
    rounding: Rounding,
    lengths: impl Fn(usize) -> [usize; STATES],
    here: impl Fn(RowSparse<V, I>, DenseMut<V>, [DenseMut<f32>; STATES]) -> Result<(), KernelError>,
    there: impl Fn(
        &Gpu<AnyDriver>,
        DeviceRows<AnyDriver, f32, I>,
        DeviceRowsMut<AnyDriver, f32, I>,
        [DeviceRowsMut<AnyDriver, f32, I>; STATES],
    ) -> Result<(), Error>,
) {
    let (gpu, mut numbers) = (gpu(), Random::seeded(13));
    for ((columns, stride), touched) in
        SHAPES.into_iter().chain([(0, 0)]).flat_map(|shape| TOUCHED.map(|rows| (shape, rows)))
    {
        let (ids, lengths) = (indices::<I>(touched.iter().copied()), lengths(columns));
        let (table, data) = (values::<V>(&mut numbers, 9 * stride), values::<V>(&mut numbers, touched.len() * columns));
        let states =
            lengths.map(|length| (0..9 * length).map(|_| numbers.below(900) as f32 / 700.0).collect::<Vec<_>>());

        let (mut expected, mut expected_states) = (table.clone(), states.clone());
        let mut views = expected_states.iter_mut().zip(lengths);
        let views = states.each_ref().map(|_| {
            let (state, length) = views.next().unwrap();
            DenseMut::new(9, length, state).unwrap()
        });
        let weight = DenseMut::with_stride(9, columns, stride, &mut expected).unwrap();
        here(RowSparse::new(9, columns, &ids, &data).unwrap(), weight, views).unwrap();

        let pattern = Pattern::upload(&gpu, 9, &ids).unwrap();
        let widened: Vec<f32> = data.iter().map(|number| number.load()).collect();
        let gradient = DeviceRowSparse::with_pattern(&gpu, &pattern, columns, &widened).unwrap();
        let mut weight = DeviceDense::upload(&gpu, Dense::with_stride(9, columns, stride, &table).unwrap()).unwrap();
        let mut places = states.iter().zip(lengths);
        let mut states_there = states.each_ref().map(|_| {
            let (state, length) = places.next().unwrap();
            DeviceDense::upload(&gpu, Dense::new(9, length, state).unwrap()).unwrap()
        });
        let mut rows = optim::load_rows(&gpu, &weight, &pattern).unwrap();
        there(&gpu, (&gradient).into(), (&mut rows).into(), states_there.each_mut().map(Into::into)).unwrap();
        optim::store_rows(&gpu, &rows, &mut weight, rounding).unwrap();
        gpu.finish().unwrap();

        let what = format!("rows {touched:?} of {columns} columns of {stride}, {rounding:?}");
        let mut found = vec![V::ZERO; 9 * stride];
        weight.download(&gpu, DenseMut::with_stride(9, columns, stride, &mut found).unwrap()).unwrap();
        let elements = |of: &[V]| -> Vec<V> { (0..9).flat_map(|row| of[row * stride..][..columns].to_vec()).collect() };
        assert_same(&what, &elements(&found), &elements(&expected));
        for ((state, expected), length) in states_there.iter().zip(&expected_states).zip(lengths) {
            let mut found = vec![0.0; 9 * length];
            state.download(&gpu, DenseMut::new(9, length, &mut found).unwrap()).unwrap();
            let differs =
                |(one, other): (&f32, &f32)| one.to_bits() != other.to_bits() && !(one.is_nan() && other.is_nan());
            assert!(!found.iter().zip(expected).any(differs), "{what}: a state of {}", V::NAME);
        }
    }
}

fn updates<V: Narrow, I: Index>() {
    let stream = RoundingStream { seed: 7 << 40 | 1, parameter: 3, step: 1 << 33, first_row: u64::MAX - 3 };
    for rounding in [Rounding::Nearest, Rounding::Stochastic(stream)] {
        let (sgd, adam) = (Sgd::new(0.01), Adam { weight_decay: 0.01, ..Adam::with_defaults(0.03) });
        step_of_a_table::<V, I, 0>(
            rounding,
            |_| [],
            |gradient, weight, []| update_mixed(&sgd, gradient, weight.into(), None, [], rounding),
            |gpu, gradient, weight, []| optim::sgd(gpu, &sgd, gradient, weight),
        );
        step_of_a_table::<V, I, 2>(
            rounding,
            |columns| [columns; 2],
            |gradient, weight, states| {
                update_mixed(&adam, gradient, weight.into(), None, states.map(Into::into), rounding)
            },
            |gpu, gradient, weight, [mean, variance]| optim::adam(gpu, &adam, gradient, weight, mean, variance),
        );
        // One number a row, from the squares of its gradient.
        let by_rows = RowAdaGrad::with_defaults(0.03);
        step_of_a_table::<V, I, 1>(
            rounding,
            |_| [1],
            |gradient, weight, [history]| {
                update_rows_mixed(&by_rows, gradient, weight.into(), None, [], [history.into()], rounding)
            },
            |gpu, gradient, weight, [history]| optim::row_adagrad(gpu, &by_rows, gradient, weight, history),
        );
    }
}

#[test]
fn updates_of_tables() {
    for_each_type!(updates());
}

/// Ids that are no rows are left out, and a table of another shape is refused before anything is begun.
#[test]
fn rows_that_a_table_does_not_have() {
    let gpu = gpu();
    let table = [bf16::ONE; 6];
    let mut weight = DeviceDense::upload(&gpu, Dense::new(3, 2, &table).unwrap()).unwrap();
    let pattern = Pattern::upload(&gpu, 3, &[1_i64, 3]).unwrap();
    let gradient = DeviceRowSparse::with_pattern(&gpu, &pattern, 2, &[-4.0_f32; 4]).unwrap();
    let mut rows = optim::load_rows(&gpu, &weight, &pattern).unwrap();
    optim::sgd(&gpu, &Sgd::new(1.0), &gradient, (&mut rows).into()).unwrap();
    optim::store_rows(&gpu, &rows, &mut weight, Rounding::Nearest).unwrap();
    gpu.finish().unwrap();
    let mut found = [bf16::ZERO; 6];
    weight.download(&gpu, DenseMut::new(3, 2, &mut found).unwrap()).unwrap();
    assert_eq!(found.map(f32::from), [1.0, 1.0, 5.0, 5.0, 1.0, 1.0]);

    let other = Pattern::upload(&gpu, 4, &[1_i64]).unwrap();
    assert!(matches!(optim::load_rows(&gpu, &weight, &other), Err(Error::Kernel(KernelError::Shape { .. }))));
    let other = DeviceRowSparse::with_pattern(&gpu, &pattern, 3, &[5.0_f32; 6]).unwrap();
    let refused = optim::store_rows(&gpu, &other, &mut weight, Rounding::Nearest);
    assert!(matches!(refused, Err(Error::Kernel(KernelError::Shape { .. }))));
}
