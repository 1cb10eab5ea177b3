//! Arrays one after the other along an axis.
use super::backend::Done;
use super::entry::Gradients::{Each, Through};
use super::entry::{ARGUMENTS, Entry, OF_ARGUMENTS, Of};
use super::few::{Few, place_of};
use super::host::View;
use super::parameters::Parameters;
use super::{AddN, Backward, Built, Call, Concat, Definition, Misfit, OperatorError, Shapes};
use crate::symbol::SymbolError;
use lacuna::infer::Stype::{Csr, Dense};
use lacuna_arrays::array::Array;

pub(super) const ENTRIES: &[Entry] = &[
    Entry {
        name: "Concat",
        aliases: &["concat", "_sparse_concat"],
        operands: ARGUMENTS,
        build: |p| {
            let dim = p.integer_or("dim", 1)?;
            joined(p, Join { axis: dim, stacks: false })
        },
    },
    Entry {
        name: "stack",
        aliases: &[],
        operands: ARGUMENTS,
        build: |p| {
            let axis = p.integer_or("axis", 0)?;
            joined(p, Join { axis, stacks: true })
        },
    },
    Entry {
        name: "add_n",
        aliases: &["ElementWiseSum", "_sparse_add_n", "_sparse_ElementWiseSum"],
        operands: ARGUMENTS,
        build: |p| {
            let count = arguments(p)?;
            Ok(Built::of_one_shape(AddN, Each("_copy", &[Of::Gradient])).operands(count))
        },
    },
];

fn arguments(p: &Parameters<'_>) -> Result<usize, SymbolError> {
    p.choice("num_args", "1 to 32", |text| text.parse().ok().filter(|count| (1..=ARGUMENTS.len()).contains(count)))
}

fn joined(p: &Parameters<'_>, join: Join) -> Result<Built, SymbolError> {
    let count = arguments(p)?;
    let gradients = if join.stacks {
        Through("_backward_stack", &[Of::Gradient])
    } else {
        Through("_backward_Concat", OF_ARGUMENTS)
    };
    Ok(Built::new(join, move |shapes| join.place(shapes).map(drop), gradients).operands(count))
}

/// Arrays along an axis that they have, or one that is new.
#[derive(Clone, Copy, Debug)]
struct Join {
    axis: i64,
    stacks: bool,
}

/// Where the operands go.
#[derive(Clone, Copy, Debug, Default)]
struct Placed {
    shape: Few<usize>,
    axis: usize,
}

impl Join {
    fn place(self, shapes: &mut Shapes<'_>) -> Result<Option<Placed>, Misfit> {
        let Some(first) = shapes.few(0)? else { return Ok(None) };
        let mut shape = first;
        let Some(axis) = place_of(self.axis, first.len() + usize::from(self.stacks)) else {
            let words = "one that has the axis";
            return Err(shapes.misfit(0, format!("one that has axis {}", self.axis), words));
        };
        let mut length = 0_usize;
        for operand in 0..shapes.operands() {
            let Some(own) = shapes.get(operand) else { return Ok(None) };
            let mut expected = first;
            if !self.stacks
                && let (Some(to), Some(own)) = (expected.get_mut(axis), own.get(axis))
            {
                *to = *own;
                length = length.saturating_add(*own);
            }
            if *own != *expected {
                let words = "that of the first along all other axes";
                return Err(shapes.misfit(operand, format!("{:?}", &*expected), words));
            }
        }
        if self.stacks {
            let all = first.iter().take(axis).copied().chain([shapes.operands()]);
            shape = Few::of(all.chain(first.iter().skip(axis).copied())).unwrap_or_default();
        } else if let Some(to) = shape.get_mut(axis) {
            *to = length;
        }
        shapes.result(&shape)?;
        Ok(Some(Placed { shape, axis }))
    }

    fn placed(self, call: &Call<'_>) -> Result<Placed, OperatorError> {
        Ok(call.fits(call.inputs, |shapes| self.place(shapes))?.unwrap_or_default())
    }

    /// Where the elements of an operand stand in the result.
    fn view(self, call: &Call<'_>, placed: Placed, operand: usize) -> View {
        let length = |array: &Array| if self.stacks { 1 } else { array.shape().get(placed.axis).copied().unwrap_or(1) };
        let before: usize = call.inputs.iter().take(operand).map(length).sum();
        let mut view = View::whole(&placed.shape).unwrap_or_default();
        let (step, own) = (view.steps.get(placed.axis).copied(), call.inputs.get(operand).map(length));
        view.first = before.saturating_mul(step.unwrap_or(0).unsigned_abs());
        if let (Some(to), Some(own)) = (view.shape.get_mut(placed.axis), own) {
            *to = own;
        }
        view
    }

    /// Columns of matrices, which devices have too.
    fn is_of_columns(self, call: &Call<'_>) -> bool {
        !self.stacks && place_of(self.axis, 2) == Some(1) && call.inputs.iter().all(|array| array.shape().len() == 2)
    }
}

impl Definition for Join {
    fn name(&self) -> &'static str {
        if self.stacks { "stack" } else { "Concat" }
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        if self.is_of_columns(call) {
            return Concat.result(call, output);
        }
        let placed = self.placed(call)?;
        let first = call.inputs.get(0).ok_or(OperatorError::Variable)?;
        call.float(first)?;
        call.inputs.iter().enumerate().try_for_each(|(operand, array)| call.same_dtype(operand, array, first))?;
        let all = |stype| call.inputs.iter().all(|array| array.stype() == stype);
        if let (&[rows, columns], 0, false, true) = (&*placed.shape, placed.axis, self.stacks, all(Csr)) {
            return call.host()?.join_csr(call.inputs, [rows, columns], output);
        }
        if !all(Dense) {
            return Err(call.no_path());
        }
        let parts = call.inputs.iter().enumerate().map(|(operand, array)| (array, self.view(call, placed, operand)));
        call.host()?.join(parts, &placed.shape, output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, operand: usize, gradient: &mut Array) -> Done {
        if self.is_of_columns(call) {
            return Concat.gradient(call, backward, operand, gradient);
        }
        // As in MXNet, this is no fallback.
        let mut copy = call.on.temporary();
        let outer = call.densified(backward.gradient, &mut copy)?;
        let own = call.inputs.get(operand).ok_or(OperatorError::Variable)?;
        let view = self.view(call, self.placed(call)?, operand);
        call.host()?.view(outer, &view, own.shape(), gradient)
    }
}
