//! Refusals of optimizers, and functions of numbers: the bits and the refusals of the CPU.
use crate::gpu;
use lacuna::error::{Operand, Parameter};
use lacuna::optim::{Sgd, SgdMomentum};
use lacuna::{Dense, KernelError, RowSparse, Value, binary, map};
use lacuna_cuda::{Buffer, DeviceDense, DeviceRowSparse, Error, cast};

const ROWS: usize = 9;
/// Rows of the gradient; those with room in row_sparse weights and states; those without either.
const GRADIENT: [i32; 4] = [0, 3, 4, 8];
const STORED: [i32; 6] = [0, 1, 3, 4, 7, 8];

/// Bits that can be compared: NaN is NaN.
fn bits<V: Value>(values: &[V]) -> Vec<u64> {
    values.iter().map(|value| if value.widen().is_nan() { u64::MAX } else { value.widen().to_bits() }).collect()
}

#[test]
fn a_refused_step_writes_nothing() {
    let gpu = gpu();
    let gradient = DeviceRowSparse::upload(&gpu, RowSparse::new(ROWS, 1, &GRADIENT, &[1.0_f32; 4]).unwrap()).unwrap();
    let stored = |ids: &[i32]| {
        DeviceRowSparse::upload(&gpu, RowSparse::new(ROWS, 1, ids, &vec![5.0_f32; ids.len()]).unwrap()).unwrap()
    };
    let hyper = SgdMomentum::new(1.0, 0.5);
    // Which is asked first is reported, whatever the rows are.
    let missing = |operand, row| Err(Error::Kernel(KernelError::MissingRow { operand, row }));
    for (weight, momentum, refusal) in [
        (&STORED[..], &[0, 3, 8][..], missing(Operand::State(1), 4)),
        (&[0, 3, 4], &STORED, missing(Operand::Weight, 8)),
        (&[0, 3, 4], &[4, 8], missing(Operand::Weight, 8)),
        (&[4, 8], &[0, 3, 4], missing(Operand::Weight, 0)),
    ] {
        let (mut weight, mut momentum) = (stored(weight), stored(momentum));
        lacuna_cuda::optim::sgd_momentum(&gpu, &hyper, &gradient, (&mut weight).into(), (&mut momentum).into())
            .unwrap();
        assert_eq!(gpu.finish(), refusal);
        for array in [&weight, &momentum] {
            assert!(array.data().download_values(&gpu).unwrap().iter().all(|&value| value == 5.0));
        }
    }

    let mut weight = stored(&STORED);
    for bound in [-1.0, f32::NAN] {
        let hyper = Sgd { clip_gradient: Some(bound), ..Sgd::new(1.0) };
        let refused = lacuna_cuda::optim::sgd(&gpu, &hyper, &gradient, (&mut weight).into());
        let bits = f64::from(bound).to_bits();
        assert_eq!(refused, Err(KernelError::Parameter { parameter: Parameter::ClipGradient, bits }.into()));
    }
    let mut other = DeviceDense::zeros(&gpu, ROWS, 2).unwrap();
    let refused = lacuna_cuda::optim::sgd_momentum(&gpu, &hyper, &gradient, (&mut weight).into(), (&mut other).into());
    assert_eq!(refused, Err(KernelError::Shape { operand: Operand::State(1), axis: 1, expected: 1, found: 2 }.into()));
    assert_eq!(weight.data().download_values(&gpu).unwrap(), [5.0; 6]);
}

/// Every kind of number, at every place of an access.
fn special<V: Value>(count: usize) -> Vec<V> {
    let tiny = (0..11).fold(V::ONE / (V::ONE + V::ONE), |power, _| power * power);
    let numbers = [
        V::ONE,
        -V::ONE,
        V::ZERO,
        -V::ZERO,
        V::INFINITY,
        -V::INFINITY,
        V::ZERO * V::INFINITY,
        tiny,
        V::ONE / (V::ONE + V::ONE + V::ONE),
    ];
    (0..count).map(|i| numbers[(i + i / numbers.len()) % numbers.len()]).collect()
}

fn functions<V: Value>() {
    let gpu = gpu();
    for length in [0, 1, 3, 4, 5, 255, 1023, 1024, 1025, 2500] {
        let (left, mut right) = (special::<V>(length), special::<V>(length + 2));
        right.drain(..2);
        let (x, y) = (Buffer::upload_values(&gpu, &left).unwrap(), Buffer::upload_values(&gpu, &right).unwrap());
        let (mut out, mut there) = (vec![V::ONE; length], Buffer::upload_values(&gpu, &vec![V::ONE; length]).unwrap());
        macro_rules! same {
            ($family:ident::$name:ident($($there:ident: $here:ident),*)) => {
                $family::$name($(&$here,)* &mut out).unwrap();
                lacuna_cuda::$family::$name(&gpu, $(&$there,)* &mut there).unwrap();
                gpu.finish().unwrap();
                assert_eq!(
                    bits(&there.download_values(&gpu).unwrap()), bits(&out), "{} of {length}", stringify!($name)
                );
            };
        }
        same!(map::abs(x: left));
        same!(map::square(x: left));
        same!(map::square_backward(x: left, y: right));
        same!(binary::multiply(x: left, y: right));
        same!(binary::subtract(x: left, y: right));
        let mut longer = Buffer::upload_values(&gpu, &vec![V::ONE; length + 1]).unwrap();
        let shape = |operand, expected, found| Err(KernelError::Shape { operand, axis: 2, expected, found }.into());
        assert_eq!(lacuna_cuda::map::abs(&gpu, &x, &mut longer), shape(Operand::Output, length, length + 1));
        assert_eq!(
            lacuna_cuda::binary::multiply(&gpu, &longer, &y, &mut there),
            shape(Operand::Right, length + 1, length)
        );
        assert_eq!(
            lacuna_cuda::binary::multiply(&gpu, &x, &y, &mut longer),
            shape(Operand::Output, length, length + 1)
        );
    }
}

#[test]
fn functions_have_the_bits_of_the_cpu() {
    functions::<f32>();
    functions::<f64>();
}

#[test]
fn pointers_that_do_not_fit_are_not_written() {
    let gpu = gpu();
    let most = i32::MAX - 3000;
    for (last, refusal) in
        [(most, Ok(())), (most + 1, Err(KernelError::Index { needed: 1 << 31, max: i32::MAX as usize }.into()))]
    {
        let mut counts = vec![1; 3001];
        counts[3000] = last;
        let mut there = Buffer::upload(&gpu, &counts).unwrap();
        cast::accumulate_indptr(&gpu, &mut there).unwrap();
        assert_eq!(gpu.finish(), refusal);
        let found = there.download(&gpu).unwrap();
        if refusal.is_ok() {
            assert_eq!((found[0], found[2999], found[3000]), (1, 3000, i32::MAX));
        } else {
            assert!(found == counts);
        }
    }
}

#[test]
fn one_pass_says_how_much_it_needs() {
    let gpu = gpu();
    let dense = DeviceDense::upload(&gpu, Dense::new(3, 2, &[1.0_f32, 2.0, 0.0, 3.0, 4.0, 0.0]).unwrap()).unwrap();
    for (room, refusal) in [
        (3, Err(KernelError::Capacity { operand: Operand::Indices, needed: 4, found: 3 }.into())),
        (4, Ok(())),
        (9, Ok(())),
    ] {
        let csr = cast::dense_to_csr_one_pass::<_, _, i64>(&gpu, &dense, room).unwrap();
        assert_eq!(gpu.finish(), refusal);
        if refusal.is_ok() {
            let csr = csr.download(&gpu).unwrap();
            assert_eq!(
                (csr.indptr, csr.indices, csr.values),
                (vec![0, 2, 3, 4], vec![0, 1, 1, 0], vec![1.0, 2.0, 3.0, 4.0])
            );
        }
    }
}
