//! The elements of an array in another shape that follows from its own.
use super::backend::Done;
use super::entry::entries;
use super::few::{Few, place_of};
use super::reshape::reshaped;
use super::{Backward, Built, Call, Definition, Gradients, Misfit, OperatorError, Shapes};
use lacuna_arrays::array::Array;

entries! {
    "Reshape" ["reshape"] ("data") |p| {
        // Older names of the shape.
        p.only("target_shape", "[]")?;
        p.only("keep_highest", "False")?;
        let codes = p.axes("shape")?;
        if codes.is_empty() {
            return Err(p.refused("shape", "a tuple of lengths and of -4 to 0"));
        }
        let rule = Rule::Codes { codes, reverse: p.flag("reverse")? };
        Shaped("reshape", rule).built(Through("_backward_reshape", &[Gradient]))
    };
    "reshape_like" ("lhs", "rhs") |p| {
        for parameter in ["lhs_begin", "lhs_end", "rhs_begin", "rhs_end"] {
            p.only(parameter, "None")?;
        }
        Shaped("reshape_like", Rule::Like).built(First("_backward_copy", &[Gradient]))
    };
    "expand_dims" ("data") |p| {
        let axis = p.choice("axis", "an integer", |text| text.parse().ok())?;
        Shaped("expand_dims", Rule::Expand(axis)).built(Through("_backward_reshape", &[Gradient]))
    };
    "squeeze" ("data") |p| Shaped("squeeze", Rule::Squeeze(p.axes("axis")?))
        .built(Through("_backward_squeeze", &[Gradient]));
}

/// How the shape follows from that of the first operand.
#[derive(Clone, Debug)]
enum Rule {
    /// Lengths. 0 keeps that of the operand, -1 is what is left, -2 are all that are left, -3 are two as one, and -4 is
    /// one as the two that follow. In reverse they go from the last dimension to the first.
    Codes { codes: Vec<i64>, reverse: bool },
    /// That of the second operand.
    Like,
    /// With a dimension of length 1 at this place.
    Expand(i64),
    /// Without these dimensions, whose length is 1; without any of length 1.
    Squeeze(Vec<i64>),
}

impl Rule {
    fn shape(&self, own: &[usize], other: Option<&[usize]>) -> Option<Few<usize>> {
        let shape = match self {
            Self::Codes { codes, reverse: false } => decoded(own, codes)?,
            Self::Codes { codes, .. } => {
                let own = Few::of(own.iter().rev().copied())?;
                let codes = Few::of(codes.iter().rev().copied())?;
                Few::of(decoded(&own, &codes)?.iter().rev().copied())?
            }
            Self::Like => Few::of(other?.iter().copied())?,
            Self::Expand(axis) => {
                let place = place_of(*axis, own.len() + 1)?;
                let (before, behind) = own.split_at_checked(place)?;
                Few::of(before.iter().copied().chain([1]).chain(behind.iter().copied()))?
            }
            Self::Squeeze(axes) => {
                let mut dropped = Few::of(own.iter().map(|length| axes.is_empty() && *length == 1))?;
                for axis in axes {
                    let place = place_of(*axis, own.len())?;
                    if *own.get(place)? != 1 {
                        return None;
                    }
                    *dropped.get_mut(place)? = true;
                }
                let kept = own.iter().zip(dropped.iter()).filter(|(_, dropped)| !**dropped);
                let kept = Few::of(kept.map(|(length, _)| *length))?;
                if kept.is_empty() { Few::of([1])? } else { kept }
            }
        };
        let count = |shape: &[usize]| shape.iter().try_fold(1, |product: usize, length| product.checked_mul(*length));
        if count(&shape) == count(own) { Some(shape) } else { None }
    }
}

/// What MXNet's codes say.
fn decoded(own: &[usize], codes: &[i64]) -> Option<Few<usize>> {
    let (mut shape, mut left, mut open) = (Few::default(), own.iter(), None);
    let mut codes = codes.iter();
    while let Some(&code) = codes.next() {
        match code {
            0 => shape.push(*left.next()?)?,
            -1 => {
                if open.replace(shape.len()).is_some() {
                    return None;
                }
                left.next();
                shape.push(1)?;
            }
            -2 => left.by_ref().try_for_each(|length| shape.push(*length))?,
            -3 => shape.push(left.next()?.checked_mul(*left.next()?)?)?,
            -4 => {
                let whole = *left.next()?;
                let length = |code: i64| usize::try_from(code).ok().filter(|&length| length > 0);
                let parts = [*codes.next()?, *codes.next()?];
                let parts = match parts.map(length) {
                    [Some(one), Some(other)] => [one, other],
                    [Some(one), None] if parts[1] == -1 => [one, whole / one],
                    [None, Some(other)] if parts[0] == -1 => [whole / other, other],
                    _ => return None,
                };
                if parts[0].checked_mul(parts[1]) != Some(whole) {
                    return None;
                }
                shape.push(parts[0])?;
                shape.push(parts[1])?;
            }
            length => {
                left.next();
                shape.push(usize::try_from(length).ok()?)?;
            }
        }
    }
    if let Some(open) = open {
        let known: usize = shape.iter().product();
        *shape.get_mut(open)? = own.iter().product::<usize>().checked_div(known)?;
    }
    Some(shape)
}

/// An operator whose result has the elements of its first operand, under this name.
#[derive(Clone, Debug)]
struct Shaped(&'static str, Rule);

impl Shaped {
    fn built(self, gradients: Gradients) -> Built {
        let rule = self.clone();
        Built::new(self, move |shapes| rule.place(shapes).map(drop), gradients)
    }

    fn place(&self, shapes: &mut Shapes<'_>) -> Result<Option<Few<usize>>, Misfit> {
        let (Some(own), other) = (shapes.get(0), shapes.get(1)) else { return Ok(None) };
        if matches!(self.1, Rule::Like) && other.is_none() {
            return Ok(None);
        }
        let Some(shape) = self.1.shape(own, other) else {
            let words = "one whose elements have the shape of the parameters, in 8 dimensions or fewer,";
            return Err(shapes.misfit(0, format!("one that fits {:?}", self.1), words));
        };
        shapes.result(&shape)?;
        Ok(Some(shape))
    }
}

impl Definition for Shaped {
    fn name(&self) -> &'static str {
        self.0
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let shape = call.fits(call.inputs, |shapes| self.place(shapes))?.unwrap_or_default();
        let x = call.inputs.get(0).ok_or(OperatorError::Variable)?;
        call.dense(x)?;
        reshaped(call, x, &shape, output)
    }

    fn has_gradient(&self, operand: usize) -> bool {
        operand == 0
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        call.dense(backward.gradient)?;
        let x = call.inputs.get(0).ok_or(OperatorError::Variable)?;
        reshaped(call, backward.gradient, x.shape(), gradient)
    }
}
