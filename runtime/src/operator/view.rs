//! The elements of an array in another order, some of them, or repeated.
use super::backend::Done;
use super::entry::entries;
use super::few::{Few, place_of};
use super::host::View;
use super::{
    Backward, Call, Definition, Gradients, Inputs, Misfit, OperatorError, Shapes, SliceColumns, SplitColumns, reduction,
};
use lacuna::infer::Stype::{Csr, Dense};
use lacuna::slice::Steps;
use lacuna_arrays::array::Array;
use std::num::NonZero;

entries! {
    "transpose" ("data") |p| Viewed("transpose", Rule::Transpose(p.axes("axes")?))
        .built(Through("transpose", &[Gradient]));
    "SwapAxis" ["swapaxes"] ("data") |p| {
        let rule = Rule::Swap([p.integer_or("dim1", 0)?, p.integer_or("dim2", 0)?]);
        Viewed("SwapAxis", rule).built(Through("_backward_SwapAxis", &[Gradient]))
    };
    "reverse" ["flip", "_npi_flip"] ("data") |p| Viewed("reverse", Rule::Reverse(p.axes("axis")?))
        .built(Through("_backward_reverse", &[Gradient]));
    "slice" ["crop", "_sparse_slice"] ("data") |p| {
        let bounds = Bounds { begin: p.bounds("begin")?, end: p.bounds("end")?, step: p.bounds("step")? };
        Viewed("slice", Rule::Slice(bounds)).built(Through("_backward_slice", &[Gradient]))
    };
    "slice_axis" ("data") |p| {
        let axis = p.choice("axis", "an integer", |text| text.parse().ok())?;
        let rule = Rule::SliceAxis { axis, begin: p.integer("begin")?, end: p.integer("end")? };
        Viewed("slice_axis", rule).built(Through("_backward_slice_axis", &[Gradient]))
    };
    "SliceChannel" ["split"] ("data") |p| {
        let (parts, squeeze) = (p.count("num_outputs")?, p.flag("squeeze_axis")?);
        let rule = Rule::Part { axis: p.integer_or("axis", 1)?, part: p.part(), parts, squeeze };
        Viewed("SliceChannel", rule).built(Through("_backward_SliceChannel", &[Gradient]))
    };
    "slice_like" ("data", "shape_like") |p| Viewed("slice_like", Rule::SliceLike(p.axes("axes")?))
        .built(Through("_backward_slice_like", &[Gradient]));
    "broadcast_to" ("data") |p| Viewed("broadcast_to", Rule::Repeat(p.axes("shape")?))
        .built(Through("_broadcast_backward", &[Gradient]));
    "broadcast_axis" ["broadcast_axes"] ("data") |p| {
        let rule = Rule::RepeatAxes { axes: p.axes("axis")?, lengths: p.axes("size")? };
        Viewed("broadcast_axis", rule).built(Through("_broadcast_backward", &[Gradient]))
    };
    "broadcast_like" ("lhs", "rhs") |p| {
        p.only("lhs_axes", "None")?;
        p.only("rhs_axes", "None")?;
        Viewed("broadcast_like", Rule::RepeatLike).built(First("_broadcast_backward", &[Gradient]))
    };
}

/// Where slices begin and end along each axis.
#[derive(Clone, Debug, Default)]
struct Bounds {
    begin: Vec<Option<i64>>,
    end: Vec<Option<i64>>,
    step: Vec<Option<i64>>,
}

/// Where the elements of the result stand in the first operand.
#[derive(Clone, Debug)]
enum Rule {
    /// The dimensions in this order; without one in reverse.
    Transpose(Vec<i64>),
    Swap([i64; 2]),
    Reverse(Vec<i64>),
    Slice(Bounds),
    SliceAxis {
        axis: i64,
        begin: Option<i64>,
        end: Option<i64>,
    },
    /// One of equal parts along an axis, without that axis if it is squeezed.
    Part {
        axis: i64,
        part: usize,
        parts: usize,
        squeeze: bool,
    },
    /// As long as the second operand along these axes, or all of them.
    SliceLike(Vec<i64>),
    /// 0 keeps a length.
    Repeat(Vec<i64>),
    RepeatAxes {
        axes: Vec<i64>,
        lengths: Vec<i64>,
    },
    RepeatLike,
}

/// The part of a view from one place on an axis to another, in steps.
fn sliced(view: &mut View, axis: usize, bounds: [Option<i64>; 2], step: Option<i64>) -> Option<()> {
    let step = NonZero::new(step.unwrap_or(1))?;
    let (length, stride) = (view.shape.get_mut(axis)?, view.steps.get_mut(axis)?);
    let steps = Steps::resolve(bounds[0], bounds[1], Some(step), *length);
    *length = Some(steps.count).filter(|&count| count > 0)?;
    view.first = view.first.checked_add_signed(stride.checked_mul(steps.first.cast_signed())?)?;
    *stride = stride.checked_mul(isize::try_from(steps.step.get()).ok()?)?;
    Some(())
}

impl Rule {
    /// `None` if the operands have no such view.
    fn view(&self, shape: &[usize], other: Option<&[usize]>) -> Option<View> {
        let (mut view, rank) = (View::whole(shape)?, shape.len());
        let place = |axis: &i64| place_of(*axis, rank);
        match self {
            Self::Transpose(axes) if axes.is_empty() => return view.ordered(&Few::of((0..rank).rev())?),
            Self::Transpose(axes) => {
                let (mut order, mut seen) = (Few::default(), Few::of((0..rank).map(|_| false))?);
                for axis in axes {
                    let axis = place(axis)?;
                    if std::mem::replace(seen.get_mut(axis)?, true) {
                        return None;
                    }
                    order.push(axis)?;
                }
                return if order.len() == rank { view.ordered(&order) } else { None };
            }
            Self::Swap([one, other]) => {
                let mut order = Few::of(0..rank)?;
                order.swap(place(one)?, place(other)?);
                return view.ordered(&order);
            }
            Self::Reverse(axes) => {
                for axis in axes {
                    sliced(&mut view, place(axis)?, [None; 2], Some(-1))?;
                }
            }
            Self::Slice(Bounds { begin, end, step }) => {
                if begin.len() > rank || end.len() > rank || step.len() > rank {
                    return None;
                }
                for axis in 0..rank {
                    let of = |bounds: &[Option<i64>]| bounds.get(axis).copied().flatten();
                    sliced(&mut view, axis, [of(begin), of(end)], of(step))?;
                }
            }
            Self::SliceAxis { axis, begin, end } => sliced(&mut view, place(axis)?, [*begin, *end], None)?,
            Self::Part { axis, part, parts, squeeze } => {
                let axis = place(axis)?;
                let whole = *shape.get(axis)?;
                let length = whole.checked_div(*parts)?;
                if length.checked_mul(*parts) != Some(whole) || (*squeeze && length != 1) {
                    return None;
                }
                let begin = i64::try_from(part.checked_mul(length)?).ok()?;
                let end = begin.checked_add_unsigned(length as u64);
                sliced(&mut view, axis, [Some(begin), end], None)?;
                if *squeeze {
                    let order = Few::of((0..rank).filter(|own| *own != axis))?;
                    view = view.ordered(&order)?;
                    if view.shape.is_empty() {
                        view = View { first: view.first, steps: Few::of([1])?, shape: Few::of([1])? };
                    }
                }
            }
            Self::SliceLike(axes) => {
                let all = Few::of(0..rank as i64)?;
                let other = other?;
                for axis in if axes.is_empty() { &*all } else { axes } {
                    let (own, length) = (place(axis)?, *other.get(place_of(*axis, other.len())?)?);
                    if length > *shape.get(own)? {
                        return None;
                    }
                    sliced(&mut view, own, [None, i64::try_from(length).ok()], None)?;
                }
            }
            Self::Repeat(lengths) => {
                let lengths = Few::of(lengths.iter().copied())?;
                let missing = lengths.len().checked_sub(rank)?;
                let own = |axis: usize| axis.checked_sub(missing).and_then(|axis| shape.get(axis));
                let length = |(axis, length): (usize, &i64)| match *length {
                    0 => own(axis).copied(),
                    length => usize::try_from(length).ok(),
                };
                return repeated(shape, lengths.iter().enumerate().map(length));
            }
            Self::RepeatAxes { axes, lengths } => {
                let mut all = Few::of(shape.iter().copied())?;
                if axes.len() != lengths.len() {
                    return None;
                }
                for (axis, length) in axes.iter().zip(lengths) {
                    *all.get_mut(place(axis)?)? = usize::try_from(*length).ok()?;
                }
                return repeated(shape, all.iter().map(|length| Some(*length)));
            }
            Self::RepeatLike => return repeated(shape, other?.iter().map(|length| Some(*length))),
        }
        Some(view)
    }

    const fn repeats(&self) -> bool {
        matches!(self, Self::Repeat(_) | Self::RepeatAxes { .. } | Self::RepeatLike)
    }

    const fn operands(&self) -> usize {
        if matches!(self, Self::SliceLike(_) | Self::RepeatLike) { 2 } else { 1 }
    }
}

/// Dimensions of length 1, and those that are missing in front, repeated.
fn repeated(shape: &[usize], lengths: impl Iterator<Item = Option<usize>>) -> Option<View> {
    let mut to = Few::default();
    for length in lengths {
        to.push(length.filter(|&length| length > 0)?)?;
    }
    let missing = to.len().checked_sub(shape.len())?;
    let fit = shape.iter().zip(to.get(missing..)?).all(|(own, to)| own == to || *own == 1);
    if fit { View::repeated(shape, &to) } else { None }
}

/// An operator whose result has elements of its first operand, under this name.
#[derive(Clone, Debug)]
struct Viewed(&'static str, Rule);

impl Viewed {
    fn built(self, gradients: Gradients) -> super::Built {
        let rule = self.clone();
        super::Built::new(self, move |shapes| rule.place(shapes).map(drop), gradients)
    }

    fn place(&self, shapes: &mut Shapes<'_>) -> Result<Option<View>, Misfit> {
        let Some(shape) = shapes.get(0) else { return Ok(None) };
        let other = shapes.get(1);
        if self.1.operands() == 2 && other.is_none() {
            return Ok(None);
        }
        let Some(view) = self.1.view(shape, other) else {
            let words = "one that has what the parameters name, in 8 dimensions or fewer,";
            return Err(shapes.misfit(0, format!("one that fits {:?}", self.1), words));
        };
        shapes.result(&view.shape)?;
        Ok(Some(view))
    }

    fn placed(&self, call: &Call<'_>) -> Result<View, OperatorError> {
        Ok(call.fits(call.inputs, |shapes| self.place(shapes))?.unwrap_or_default())
    }

    /// Calls with the operator that devices have too, of a range of the columns of a dense matrix.
    fn of_columns<T>(&self, x: &Array, then: impl FnOnce(&dyn Definition) -> T) -> Option<T> {
        let [_, _] = x.shape() else { return None };
        match &self.1 {
            Rule::Slice(Bounds { begin, end, step }) if x.stype() == Dense => {
                let of = |bounds: &[Option<i64>], axis: usize| bounds.get(axis).copied().flatten();
                let whole = matches!(of(begin, 0), None | Some(0)) && of(end, 0).is_none();
                let plain = step.iter().flatten().all(|step| *step == 1);
                (whole && plain).then(|| then(&SliceColumns { begin: of(begin, 1), end: of(end, 1) }))
            }
            &Rule::Part { axis, part, parts, squeeze } if place_of(axis, 2) == Some(1) => {
                Some(then(&SplitColumns { part, parts, squeeze }))
            }
            _ => None,
        }
    }
}

/// The first operand alone.
fn alone<'a>(call: &Call<'a>, x: &'a [&'a Array; 1]) -> Call<'a> {
    Call { on: call.on, inputs: Inputs::from(&x[..]) }
}

impl Definition for Viewed {
    fn name(&self) -> &'static str {
        self.0
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let view = self.placed(call)?;
        let x = call.inputs.get(0).ok_or(OperatorError::Variable)?;
        call.float(x)?;
        if let Some(done) = self.of_columns(x, |columns| columns.result(&alone(call, &[x]), output)) {
            return done;
        }
        if x.stype() == Csr
            && matches!(self.1, Rule::Slice(_))
            && let (&[rows, columns], &[_, 1], [width, 1]) = (&*view.shape, &*view.steps, whole_steps(x))
            && view.steps.first() == Some(&width)
        {
            let width = width.unsigned_abs().max(1);
            let first = [view.first / width, view.first % width];
            return call.host()?.slice_csr(x, first, [rows, columns], output);
        }
        call.dense(x)?;
        call.host()?.view(x, &view, &view.shape, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, operand: usize, gradient: &mut Array) -> Done {
        call.dense(backward.gradient)?;
        let view = self.placed(call)?;
        let x = call.inputs.get(0).ok_or(OperatorError::Variable)?;
        let columns = |columns: &dyn Definition| columns.gradient(&alone(call, &[x]), backward, operand, gradient);
        if let Some(done) = self.of_columns(x, columns) {
            return done;
        }
        if self.1.repeats() {
            return reduction::sum_to(call, backward.gradient, x.shape(), gradient);
        }
        call.host()?.put(backward.gradient, &view, x.shape(), gradient)
    }
}

/// The steps of a whole matrix.
fn whole_steps(x: &Array) -> [isize; 2] {
    View::whole(x.shape()).and_then(|view| view.steps[..].try_into().ok()).unwrap_or_default()
}
