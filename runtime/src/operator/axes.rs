//! The axes of a reduction.
use super::few::{Few, place_of};
use super::host::View;
use super::parameters::Parameters;
use crate::symbol::SymbolError;

/// Which axes, as MXNet takes them: none are all, negative ones count from the last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Axes {
    given: Few<i64>,
    /// All but these.
    exclude: bool,
}

/// How a reduction goes over an array.
#[derive(Clone, Copy, Debug)]
pub enum Form {
    Whole,
    /// Over the rows of a matrix of the first dimension and all others.
    Columns,
    /// Over the columns of such a matrix.
    Rows,
    /// Over the columns of a matrix of the elements in another order: first the dimensions that stay.
    Moved(View),
}

/// What a reduction makes of a shape.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reduced {
    /// For each dimension, if it is reduced.
    pub axes: Few<bool>,
    /// How many elements the result has.
    pub length: usize,
    /// How many terms each of these has.
    pub terms: usize,
}

impl Axes {
    pub fn one(axis: Option<usize>) -> Self {
        let axis = axis.map(|axis| i64::try_from(axis).unwrap_or(i64::MAX));
        Self { given: Few::of(axis).unwrap_or_default(), exclude: false }
    }

    pub fn of(p: &Parameters<'_>) -> Result<Self, SymbolError> {
        let given = Few::of(p.axes("axis")?).ok_or_else(|| p.refused("axis", "8 axes or fewer"))?;
        Ok(Self { given, exclude: p.flag("exclude")? })
    }

    /// The axis, if one is given, of a matrix.
    pub fn of_matrix(&self) -> Option<usize> {
        if let ([axis], false) = (&*self.given, self.exclude) { place_of(*axis, 2) } else { None }
    }

    pub fn is_empty(&self) -> bool {
        self.given.is_empty()
    }

    /// `None` for axes that an array of this shape has not, or not once.
    pub fn reduce(&self, shape: &[usize]) -> Option<Reduced> {
        let all = self.given.is_empty();
        let mut axes = Few::of(shape.iter().map(|_| all || self.exclude))?;
        for &axis in &*self.given {
            let reduced = axes.get_mut(place_of(axis, shape.len())?)?;
            if *reduced != self.exclude {
                return None;
            }
            *reduced = !self.exclude;
        }
        Some(Reduced::over(axes, shape))
    }
}

impl Reduced {
    pub fn over(axes: Few<bool>, shape: &[usize]) -> Self {
        let product = |of: bool| {
            let lengths = shape.iter().zip(axes.iter()).filter(|(_, reduced)| **reduced == of);
            lengths.map(|(length, _)| *length).fold(1, usize::saturating_mul)
        };
        Self { axes, length: product(false), terms: product(true) }
    }

    /// The shape of the result.
    pub fn shape(&self, shape: &[usize], keeps: bool) -> Few<usize> {
        let pairs = shape.iter().zip(self.axes.iter());
        let kept = if keeps {
            Few::of(pairs.map(|(length, reduced)| if *reduced { 1 } else { *length }))
        } else {
            Few::of(pairs.filter(|(_, reduced)| !**reduced).map(|(length, _)| *length))
        };
        let kept = kept.unwrap_or_default();
        if kept.is_empty() { Few::of([1]).unwrap_or_default() } else { kept }
    }

    pub fn form(&self, shape: &[usize]) -> Form {
        match &*self.axes {
            axes if axes.iter().all(|reduced| *reduced) => Form::Whole,
            [true, rest @ ..] if !rest.iter().any(|reduced| *reduced) => Form::Columns,
            [false, rest @ ..] if !rest.is_empty() && rest.iter().all(|reduced| *reduced) => Form::Rows,
            _ => Form::Moved(self.moved(shape)),
        }
    }

    /// The dimensions that stay, and then those that are reduced.
    pub fn moved(&self, shape: &[usize]) -> View {
        let of = |kind: bool| self.axes.iter().enumerate().filter(move |(_, reduced)| **reduced == kind);
        let order = Few::of(of(false).chain(of(true)).map(|(axis, _)| axis)).unwrap_or_default();
        View::whole(shape).and_then(|view| view.ordered(&order)).unwrap_or_default()
    }

    /// Where each element of a whole array finds its result.
    pub fn spread(&self, shape: &[usize]) -> View {
        View::repeated(&self.shape(shape, true), shape).unwrap_or_default()
    }
}
