//! What exact lazy updates refuse, having written nothing.
use lacuna::error::{IndexFault, Operand, Parameter};
use lacuna::optim::SgdMomentum;
use lacuna::optim::exact::{ExactStep, Schedule, Touch, catch_up, flush, update};
use lacuna::{DenseMut, Error, FormatError, Kernel, KernelError, RowSparse, RowSparseMut, RowsMut};

type Rule = SgdMomentum<f32>;

fn dense(data: &mut [f32]) -> RowsMut<'_, f32, i32> {
    DenseMut::new(3, 1, data).unwrap().into()
}

fn gradient<'a>(ids: &'a [i32], data: &'a [f32]) -> RowSparse<'a, f32, i32> {
    RowSparse::new(3, 1, ids, data).unwrap()
}

#[test]
fn a_full_schedule_takes_no_step() {
    let (mut memory, mut stamps) = ([None; 1], [0; 3]);
    let mut schedule = Schedule::new(&mut memory);
    let (mut weight, mut momentum) = ([1.0; 3], [1.0; 3]);
    let rule = Rule::new(0.5, 0.5);
    let step = gradient(&[0], &[1.0]);
    update(&mut schedule, &rule, step, [dense(&mut weight), dense(&mut momentum)], &mut stamps).unwrap();
    let before = (weight, momentum, stamps);
    let refused = update(&mut schedule, &rule, step, [dense(&mut weight), dense(&mut momentum)], &mut stamps);
    assert_eq!(refused, Err(KernelError::Capacity { operand: Operand::Schedule, needed: 2, found: 1 }));
    assert_eq!((weight, momentum, stamps), before);
    flush(&mut schedule, [dense(&mut weight), dense(&mut momentum)], &mut stamps).unwrap();
    update(&mut schedule, &rule, step, [dense(&mut weight), dense(&mut momentum)], &mut stamps).unwrap();
}

#[test]
fn operands_that_do_not_fit_are_refused() {
    let rule = Rule::new(0.5, 0.5);
    let mut memory = [None; 2];
    let mut schedule = Schedule::new(&mut memory);
    schedule.push(&rule).unwrap();
    let (mut weight, mut momentum) = ([1.0; 3], [1.0; 3]);
    let (step, ids) = (gradient(&[0, 2], &[1.0, 1.0]), [0, 1]);
    let mut refuses = |rule: Rule, stamps: &mut [u32], expected: KernelError| {
        let before = stamps.to_vec();
        let states = [dense(&mut weight), dense(&mut momentum)];
        let refused =
            ExactStep { records: schedule.records(), touch: Touch::Step(rule), touched: step, states, stamps }.call();
        assert_eq!((refused, &before[..]), (Err(expected), &*stamps));
        let states = [dense(&mut weight), dense(&mut momentum)];
        let refused =
            ExactStep { records: schedule.records(), touch: Touch::Step(rule), touched: step, states, stamps }
                .call_scalar();
        assert_eq!((refused, &before[..]), (Err(expected), &*stamps));
        assert_eq!((weight, momentum), ([1.0; 3], [1.0; 3]));
    };
    refuses(rule, &mut [0; 2], KernelError::Shape { operand: Operand::Stamps, axis: 2, expected: 3, found: 2 });
    refuses(rule, &mut [0, 0, 2], KernelError::Pattern { operand: Operand::Stamps, row: 2, expected: 1, found: 2 });
    let clipped = Rule { clip_gradient: Some(-1.0), ..rule };
    refuses(
        clipped,
        &mut [0; 3],
        KernelError::Parameter { parameter: Parameter::ClipGradient, bits: (-1.0_f64).to_bits() },
    );

    let mut short = [1.0; 2];
    let states = [dense(&mut weight), DenseMut::new(2, 1, &mut short).unwrap().into()];
    let refused = catch_up(&schedule, &ids, states, &mut [0; 3]);
    assert_eq!(
        refused,
        Err(Error::Kernel(KernelError::Shape { operand: Operand::State(1), axis: 0, expected: 3, found: 2 }))
    );
    let states = [dense(&mut weight), RowSparseMut::new(3, 1, &[0, 2], &mut short).unwrap().into()];
    let refused = catch_up(&schedule, &ids, states, &mut [0; 3]);
    assert_eq!(refused, Err(Error::Kernel(KernelError::MissingRow { operand: Operand::State(1), row: 1 })));
    let states = [dense(&mut weight), RowSparseMut::new(3, 1, &[0, 2], &mut short).unwrap().into()];
    let refused = flush(&mut schedule, states, &mut [0; 3]);
    assert_eq!(refused, Err(Error::Kernel(KernelError::MissingRow { operand: Operand::State(1), row: 1 })));
    let refused = catch_up(&schedule, &[1, 1], [dense(&mut weight), dense(&mut momentum)], &mut [0; 3]);
    assert!(
        matches!(refused, Err(Error::Format(FormatError::RowSparseIndices { fault: IndexFault::NotAscending, .. }))),
        "{refused:?}"
    );
    assert_eq!((weight, momentum, short, schedule.len()), ([1.0; 3], [1.0; 3], [1.0; 2], 1));
}

#[test]
fn a_stamp_of_a_row_that_is_not_touched_is_not_looked_at() {
    let rule = Rule::new(0.5, 0.5);
    let (mut memory, mut stamps) = ([None; 2], [0, 9, 0]);
    let mut schedule = Schedule::new(&mut memory);
    let (mut weight, mut momentum) = ([1.0; 3], [1.0; 3]);
    update(&mut schedule, &rule, gradient(&[0], &[1.0]), [dense(&mut weight), dense(&mut momentum)], &mut stamps)
        .unwrap();
    let refused = flush(&mut schedule, [dense(&mut weight), dense(&mut momentum)], &mut stamps);
    assert_eq!(
        refused,
        Err(Error::Kernel(KernelError::Pattern { operand: Operand::Stamps, row: 1, expected: 1, found: 9 }))
    );
    assert_eq!(refused.unwrap_err().to_string(), "pattern: place 1 of the stamps is 9, beyond its bound, 1");
}
