//! Elements by their indices along an axis.
use super::backend::Done;
use super::entry::entries;
use super::few::{Few, place_of};
use super::parameters::Parameters;
use super::{Backward, Call, Definition, Misfit, OperatorError, Shapes};
use crate::symbol::SymbolError;
use lacuna::infer::Stype::{Csr, Dense};
use lacuna_arrays::array::Array;

/// What an index that is not one means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outside {
    /// The nearest one.
    #[default]
    Clip,
    /// Modulo the length of the axis.
    Wrap,
    /// An error.
    Raise,
}

/// The parts of an array along an axis that indices name: operands a dense array and dense indices of any shape and
/// dtype, whose fractions count for nothing; or a csr with one dimension of indices of its rows. The dimensions of the
/// indices stand in the place of the axis. On the host only.
///
/// Gradient: that of the result, added up where an index occurs several times. Source: MXNet `take`.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::operator::{Context, Take};
/// let x = Array::dense(&[3, 2], vec![1.0_f32, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let rows = Array::dense(&[2], vec![2_i64, 7])?;
/// let taken = Context::new().run(&Take::default(), &[&x, &rows])?;
/// assert_eq!(taken.data::<f32>(), Some(&[5.0, 6.0, 5.0, 6.0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Take {
    /// Negative ones count from the last.
    pub axis: i64,
    /// What an index that is not one means.
    pub outside: Outside,
}

/// One element along an axis for each place of the others: operands a dense array, and a dense index for each place. On
/// the host only.
///
/// Gradient: that of the result at the place of its element, 0 elsewhere. Source: MXNet `pick`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pick {
    /// Negative ones count from the last.
    pub axis: i64,
    /// The axis stays, with the length 1.
    pub keepdims: bool,
    /// What an index that is not one means.
    pub outside: Outside,
}

/// One number at the place of each index along a new last axis, and another one at all others: also where an index is
/// none. The operand is dense, of the dtype of the result. On the host only. Source: MXNet `one_hot`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OneHot {
    /// The length of the last axis.
    pub depth: usize,
    /// At the place of the index.
    pub on_value: f64,
    /// At all others.
    pub off_value: f64,
}

entries! {
    "take" ("a", "indices") |p| {
        let take = Take { axis: p.integer_or("axis", 0)?, outside: outside(p)? };
        Built::new(
            take, move |shapes| take.place(shapes).map(drop), Through("_backward_take", &[Gradient, Input(1)])
        ).own_dtype(1)
    };
    "pick" ["choose_element_0index"] ("data", "index") |p| {
        let pick = Pick { axis: p.integer_or("axis", -1)?, keepdims: p.flag("keepdims")?, outside: outside(p)? };
        if pick.outside == Outside::Raise {
            return Err(p.refused("mode", "clip or wrap"));
        }
        Built::new(
            pick, move |shapes| pick.place(shapes).map(drop), First("_backward_pick", &[Gradient, Input(1)])
        ).own_dtype(1)
    };
    "one_hot" ("indices") |p| {
        p.only("dtype", "float32")?;
        let hot = OneHot {
            depth: p.count("depth")?, on_value: p.number_or("on_value", 1.0)?, off_value: p.number_or("off_value", 0.0)?,
        };
        Built::new(hot, move |shapes| {
            let Some(shape) = shapes.get(0) else { return Ok(()) };
            let shape: Vec<_> = shape.iter().copied().chain([hot.depth]).collect();
            shapes.result(&shape)
        }, Zero)
    };
}

fn outside(p: &Parameters<'_>) -> Result<Outside, SymbolError> {
    p.choice_or("mode", "clip, wrap or raise", Outside::Clip, |text| match text {
        "clip" => Some(Outside::Clip),
        "wrap" => Some(Outside::Wrap),
        "raise" => Some(Outside::Raise),
        _ => None,
    })
}

/// An axis of an array, with the product of the dimensions before it and that of those behind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Along {
    pub before: usize,
    pub length: usize,
    pub behind: usize,
}

fn along(shapes: &Shapes<'_>, axis: i64) -> Result<Option<(usize, Along)>, Misfit> {
    let Some(shape) = shapes.get(0) else { return Ok(None) };
    let Some(place) = place_of(axis, shape.len()) else {
        let words = "one that has the axis";
        return Err(shapes.misfit(0, format!("one that has axis {axis}"), words));
    };
    let (before, rest) = shape.split_at(place);
    let (length, behind) = rest.split_first().map_or((1, rest), |(length, behind)| (*length, behind));
    Ok(Some((place, Along { before: before.iter().product(), length, behind: behind.iter().product() })))
}

impl Take {
    fn place(self, shapes: &mut Shapes<'_>) -> Result<Option<(Along, Few<usize>)>, Misfit> {
        let (Some((place, along)), Some(indices)) = (along(shapes, self.axis)?, shapes.get(1)) else { return Ok(None) };
        let own = shapes.get(0).unwrap_or_default();
        let lengths = own.iter().take(place).chain(indices).chain(own.iter().skip(place + 1));
        let Some(shape) = Few::of(lengths.copied()) else {
            let words = "one with which the result has 8 dimensions or fewer";
            return Err(shapes.misfit(1, words.to_owned(), words));
        };
        shapes.result(&shape)?;
        Ok(Some((along, shape)))
    }
}

impl Definition for Take {
    fn name(&self) -> &'static str {
        "take"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x, indices] = call.all()?;
        call.float(x)?;
        call.dense(indices)?;
        let (along, shape) = call.fits(call.inputs, |shapes| self.place(shapes))?.unwrap_or_default();
        let host = call.host()?;
        if x.stype() == Csr && along.before == 1 && indices.shape().len() == 1 && self.outside != Outside::Raise {
            return host.take_csr(x, host.indices(indices, along.length, self.outside)?, output);
        }
        call.dense(x)?;
        host.take(x, host.indices(indices, along.length, self.outside)?, along, &shape, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let [x, indices] = call.all()?;
        call.dense(backward.gradient)?;
        call.dense(indices)?;
        let (along, _) = call.fits(call.inputs, |shapes| self.place(shapes))?.unwrap_or_default();
        let (host, rows) = (call.host()?, [along.before * along.length, along.behind]);
        let (mut ids, mut sums, mut all) = (call.on.temporary(), call.on.temporary(), call.on.temporary());
        host.rows_along(host.indices(indices, along.length, self.outside)?, along, &mut ids)?;
        call.on.sum_by_id(&ids, backward.gradient, &rows, &mut sums)?;
        call.on.tostype(&sums, Dense, &mut all)?;
        call.on.reshape(&all, x.shape(), gradient)
    }
}

impl Pick {
    fn place(self, shapes: &mut Shapes<'_>) -> Result<Option<Along>, Misfit> {
        let Some((place, along)) = along(shapes, self.axis)? else { return Ok(None) };
        let Some(mut kept) = shapes.few(0)? else { return Ok(None) };
        let others = kept.iter().enumerate().filter(|(axis, _)| *axis != place);
        let mut shorter = Few::of(others.map(|(_, length)| *length)).unwrap_or_default();
        if shorter.is_empty() {
            shorter = Few::of([1]).unwrap_or_default();
        }
        if let Some(length) = kept.get_mut(place) {
            *length = 1;
        }
        let words = "an index for each place";
        match shapes.get(1) {
            Some(found) if *found == *kept || *found == *shorter => {}
            _ => shapes.operand(1, if self.keepdims { &kept } else { &shorter }, words)?,
        }
        shapes.result(if self.keepdims { &kept } else { &shorter })?;
        Ok(Some(along))
    }

    fn along(self, call: &Call<'_>) -> Result<Along, OperatorError> {
        Ok(call.fits(call.inputs, |shapes| self.place(shapes))?.unwrap_or_default())
    }
}

impl Definition for Pick {
    fn name(&self) -> &'static str {
        "pick"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x, index] = call.all()?;
        call.float(x)?;
        call.dense(x)?;
        call.dense(index)?;
        let (along, host, mut shape) = (self.along(call)?, call.host()?, Few::<usize>::default());
        let place = place_of(self.axis, x.shape().len());
        for (axis, length) in x.shape().iter().enumerate() {
            let length = if Some(axis) == place { if self.keepdims { 1 } else { continue } } else { *length };
            shape.push(length).ok_or_else(|| call.wrong_shape(0, "8 dimensions or fewer", x))?;
        }
        let shape = if shape.is_empty() { &[1][..] } else { &*shape };
        host.pick(x, host.indices(index, along.length, self.outside)?, along, shape, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let [x, index] = call.all()?;
        call.dense(backward.gradient)?;
        call.dense(index)?;
        let (along, host) = (self.along(call)?, call.host()?);
        host.unpick(backward.gradient, host.indices(index, along.length, self.outside)?, along, x.shape(), gradient)
    }
}

impl Definition for OneHot {
    fn name(&self) -> &'static str {
        "one_hot"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [indices] = call.all_dense()?;
        call.float(indices)?;
        let shape = Few::of(indices.shape().iter().copied().chain([self.depth]))
            .ok_or_else(|| call.wrong_shape(0, "7 dimensions or fewer", indices))?;
        call.host()?.one_hot(indices, [self.on_value, self.off_value], &shape, output)
    }

    fn has_gradient(&self, _operand: usize) -> bool {
        false
    }
}
