use super::{BEFORE, shape};
use lacuna::error::Operand::{State, Weight};
use lacuna::optim::{self, Sgd, SgdMomentum, Update};
use lacuna::{DenseMut, KernelError, RowSparse, RowSparseMut, RowsMut, scalar};

/// Rows to be updated: dense, or row_sparse with these ids.
#[derive(Clone, Copy, Debug)]
struct Target {
    rows: usize,
    length: usize,
    ids: Option<&'static [i32]>,
}

impl Target {
    const DENSE: Self = Self { rows: 4, length: 2, ids: None };
    const fn of(ids: &'static [i32]) -> Self {
        Self { ids: Some(ids), ..Self::DENSE }
    }
    fn with<R>(self, body: impl FnOnce(RowsMut<f32, i32>) -> R) -> R {
        let mut data = vec![BEFORE; self.ids.map_or(self.rows, <[i32]>::len) * self.length];
        let result = body(match self.ids {
            None => DenseMut::new(self.rows, self.length, &mut data).unwrap().into(),
            Some(ids) => RowSparseMut::new(self.rows, self.length, ids, &mut data).unwrap().into(),
        });
        assert!(data.iter().all(|&x| x == BEFORE), "written before a refusal");
        result
    }
}

fn gradient() -> RowSparse<'static, f32, i32> {
    RowSparse::new(4, 2, &[1, 3], &[1.0; 4]).unwrap()
}

const UPDATES: [Update; 2] = [Update::Lazy, Update::Standard];
const WRONG_SHAPES: [(Target, u8, usize, usize); 4] = [
    (Target { rows: 5, ..Target::DENSE }, 0, 4, 5),
    (Target { length: 1, ..Target::DENSE }, 1, 2, 1),
    (Target { rows: 5, ..Target::of(&[1, 3]) }, 0, 4, 5),
    (Target { length: 3, ..Target::of(&[1, 3]) }, 1, 2, 3),
];
/// Row_sparse rows that lack a row of the gradient, and the first that they lack.
const LACKING: [(&[i32], usize); 4] = [(&[], 1), (&[0, 2, 3], 1), (&[0, 1, 2], 3), (&[1], 3)];

#[test]
fn sgd() {
    for update in UPDATES {
        let hyper = Sgd { update, weight_decay: 0.5, ..Sgd::new(0.5) };
        for function in [optim::sgd, scalar::sgd] {
            for (target, axis, expected, found) in WRONG_SHAPES {
                assert_eq!(
                    target.with(|weight| function(&hyper, gradient(), weight)),
                    Err(shape(Weight, axis, expected, found))
                );
            }
            for (ids, row) in LACKING {
                let missing = Err(KernelError::MissingRow { operand: Weight, row });
                assert_eq!(Target::of(ids).with(|weight| function(&hyper, gradient(), weight)), missing);
            }
        }
    }
}

type FunctionOf =
    fn(&SgdMomentum<f32>, RowSparse<f32, i32>, RowsMut<f32, i32>, RowsMut<f32, i32>) -> Result<(), KernelError>;

#[test]
fn sgd_momentum() {
    let call = |update, function: FunctionOf| {
        let hyper = SgdMomentum { update, ..SgdMomentum::new(0.5, 0.5) };
        move |weight: Target, momentum: Target| {
            weight.with(|weight| momentum.with(|momentum| function(&hyper, gradient(), weight, momentum)))
        }
    };
    for update in UPDATES {
        for call in [call(update, optim::sgd_momentum), call(update, scalar::sgd_momentum)] {
            for (target, axis, expected, found) in WRONG_SHAPES {
                assert_eq!(call(target, Target::DENSE), Err(shape(Weight, axis, expected, found)));
                assert_eq!(call(Target::DENSE, target), Err(shape(State(1), axis, expected, found)));
            }
            for (ids, row) in LACKING {
                let missing = |operand| Err(KernelError::MissingRow { operand, row });
                assert_eq!(call(Target::of(ids), Target::DENSE), missing(Weight));
                assert_eq!(call(Target::DENSE, Target::of(ids)), missing(State(1)));
                assert_eq!(call(Target::of(&[1, 3]), Target::of(ids)), missing(State(1)));
            }
        }
    }
    // A standard update moves every row: what the one stores, the other must store.
    for function in [optim::sgd_momentum, scalar::sgd_momentum] {
        let call = call(Update::Standard, function);
        let missing = |operand, row| Err(KernelError::MissingRow { operand, row });
        assert_eq!(call(Target::of(&[1, 2, 3]), Target::DENSE), missing(Weight, 0));
        assert_eq!(call(Target::DENSE, Target::of(&[0, 1, 3])), missing(State(1), 2));
        assert_eq!(call(Target::of(&[0, 1, 3]), Target::of(&[1, 3])), missing(State(1), 0));
        assert_eq!(call(Target::of(&[1, 3]), Target::of(&[1, 2, 3])), missing(Weight, 2));
    }
}
