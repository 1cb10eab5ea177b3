//! Columns of a dense matrix.
use super::backend::Done;
use super::{Backward, Call, Definition, Inputs, Misfit, OperatorError, Shapes};
use lacuna_arrays::array::{Array, Function};

/// Columns `begin` to `end` (exclusive) of a dense matrix. Bounds below 0 count from the last column; without a bound the
/// columns begin or end with those of the matrix.
///
/// Gradient: that of the result in these columns, 0 in the others. Source: MXNet `slice` of all rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SliceColumns {
    /// The first column.
    pub begin: Option<i64>,
    /// The column behind the last one.
    pub end: Option<i64>,
}

/// Part `part` of a dense matrix whose columns are cut into `parts` equal parts.
///
/// Gradient: as of [`SliceColumns`]. Source: MXNet `SliceChannel` (`split`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitColumns {
    /// Which part, from 0.
    pub part: usize,
    /// How many there are.
    pub parts: usize,
    /// Parts of one column are arrays of one dimension.
    pub squeeze: bool,
}

/// Some columns of a matrix.
#[derive(Clone, Copy, Debug, Default)]
struct Columns {
    first: usize,
    shape: [usize; 2],
    whole: [usize; 2],
}

impl Columns {
    fn take(self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all_dense()?;
        call.on.columns(x, self.first, self.shape, output)
    }

    /// Puts a gradient where the columns were.
    fn put(self, call: &Call<'_>, outer: &Array, gradient: &mut Array) -> Done {
        let Self { first, shape: [rows, columns], whole: whole @ [_, width] } = self;
        let [x] = call.all_dense()?;
        call.dense(outer)?;
        let mut matrix = call.on.temporary();
        call.on.reshape(outer, &[rows, columns], &mut matrix)?;
        let zeros = |first: usize, columns: usize| {
            let (mut numbers, mut zeros) = (call.on.temporary(), call.on.temporary());
            call.on.columns(x, first, [rows, columns], &mut numbers)?;
            // 0 whatever the numbers are.
            call.on.map(Function::EqualScalar(f64::NAN), &numbers, &mut zeros)?;
            Ok::<_, OperatorError>(zeros)
        };
        let end = first + columns;
        let before = if first > 0 { Some(zeros(0, first)?) } else { None };
        let behind = if end < width { Some(zeros(end, width - end)?) } else { None };
        let parts = [before.as_deref(), Some(&*matrix), behind.as_deref()];
        let parts: Vec<&Array> = parts.into_iter().flatten().collect();
        call.on.join_columns(Inputs::from(&parts[..]), whole, gradient)
    }
}

impl SliceColumns {
    fn place(self, shapes: &mut Shapes<'_>) -> Result<Option<Columns>, Misfit> {
        let Some(whole @ [rows, width]) = shapes.matrix(0, "a matrix")? else { return Ok(None) };
        let bound = |given: Option<i64>, otherwise: usize| {
            let from_start =
                given.map(|bound| if bound < 0 { bound.saturating_add_unsigned(width as u64) } else { bound });
            from_start.map_or(otherwise, |bound| usize::try_from(bound).unwrap_or(0).min(width))
        };
        let (first, end) = (bound(self.begin, 0), bound(self.end, width));
        if first >= end {
            return Err(shapes.misfit(0, format!("columns from {first} to {end}"), "one column or more in the range"));
        }
        shapes.result(&[rows, end - first])?;
        Ok(Some(Columns { first, shape: [rows, end - first], whole }))
    }
}

impl SplitColumns {
    fn place(self, shapes: &mut Shapes<'_>) -> Result<Option<Columns>, Misfit> {
        let Some(whole @ [rows, width]) = shapes.matrix(0, "a matrix")? else { return Ok(None) };
        let columns = width / self.parts.max(1);
        if columns.checked_mul(self.parts) != Some(width) || (self.squeeze && columns != 1) {
            let words =
                if self.squeeze { "as many columns as there are parts" } else { "columns that the parts divide" };
            return Err(shapes.misfit(0, format!("{} equal parts", self.parts), words));
        }
        let shape = [rows, columns];
        shapes.result(if self.squeeze { &shape[..1] } else { &shape })?;
        Ok(Some(Columns { first: self.part.saturating_mul(columns), shape, whole }))
    }
}

macro_rules! definitions {
    ($($operator:ident $name:literal |$columns:ident, $call:ident, $split:ident, $output:ident| $shaped:expr;)*) => {$(
        impl $operator {
            fn columns(self, call: &Call<'_>) -> Result<Columns, OperatorError> {
                Ok(call.fits(call.inputs, |shapes| self.place(shapes))?.unwrap_or_default())
            }
        }

        impl Definition for $operator {
            fn name(&self) -> &'static str {
                $name
            }
            fn result(&self, $call: &Call<'_>, $output: &mut Array) -> Done {
                let ($columns, $split) = (self.columns($call)?, self);
                $shaped
            }
            fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _: usize, gradient: &mut Array) -> Done {
                self.columns(call)?.put(call, backward.gradient, gradient)
            }
        }
    )*};
}
definitions! {
    SliceColumns "slice" |columns, call, _slice, output| columns.take(call, output);
    SplitColumns "SliceChannel" |columns, call, split, output| {
        if !split.squeeze {
            return columns.take(call, output);
        }
        let mut matrix = call.on.temporary();
        columns.take(call, &mut matrix)?;
        call.on.reshape(&matrix, &columns.shape[..1], output)
    };
}
