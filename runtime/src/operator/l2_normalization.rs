//! Numbers that are brought to the length 1.
use super::axes::Reduced;
use super::backend::{Done, Pair, Temporary};
use super::entry::entries;
use super::few::Few;
use super::{Backward, Call, Definition, DenseKernel, Misfit, OperatorError, Shapes};
use lacuna_arrays::array::{Array, Function};

/// Which numbers have the length 1 together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum L2Mode {
    /// All of each row, which is what the first axis counts.
    #[default]
    Instance,
    /// All along axis 1.
    Channel,
    /// All behind axis 1.
    Spatial,
}

/// `x / sqrt(sum x^2 + eps)` of a dense array, with the sum over the numbers that belong [together](Self::mode). Along
/// axis 1 on the host only.
///
/// Gradient: `(g - y sum g y) / sqrt(sum x^2 + eps)`. Source: MXNet `L2Normalization`.
///
/// ```
/// use lacuna_runtime::array::Array;
/// use lacuna_runtime::operator::{Context, L2Normalization};
/// let x = Array::dense(&[2, 2], vec![3.0_f32, 4.0, 0.0, 2.0])?;
/// let y = Context::new().run(&L2Normalization { epsilon: 0.0, ..L2Normalization::default() }, &[&x])?;
/// assert_eq!(y.data::<f32>(), Some(&[0.6, 0.8, 0.0, 1.0][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct L2Normalization {
    /// Added to each sum. (`eps`)
    pub epsilon: f64,
    /// Which numbers belong together.
    pub mode: L2Mode,
}

impl Default for L2Normalization {
    /// As in MXNet: `1e-10`, each row.
    fn default() -> Self {
        Self { epsilon: 1e-10, mode: L2Mode::Instance }
    }
}

entries! {
    "L2Normalization" ("data") |p| {
        let words = "instance, channel or spatial";
        let mode = p.choice_or("mode", words, L2Mode::Instance, |text| match text {
            "instance" => Some(L2Mode::Instance),
            "channel" => Some(L2Mode::Channel),
            "spatial" => Some(L2Mode::Spatial),
            _ => None,
        })?;
        let norm = L2Normalization { epsilon: p.number_or("eps", 1e-10)?, mode };
        let gradients = Through("_backward_L2Normalization", &[Gradient, Output]);
        Built::new(norm, move |shapes| norm.place(shapes).map(drop), gradients)
    };
}

/// The numbers as a matrix, with a row for each length.
struct Rows<'a> {
    /// `None`: they are one as they lie.
    reduced: Option<Reduced>,
    matrix: [usize; 2],
    shape: &'a [usize],
}

impl Rows<'_> {
    /// The numbers of an array in this order.
    fn of(&self, call: &Call<'_>, x: &Array, out: &mut Array) -> Done {
        match self.reduced {
            Some(reduced) => call.host()?.view(x, &reduced.moved(self.shape), &self.matrix, out),
            None => call.on.reshape(x, &self.matrix, out),
        }
    }

    fn put(&self, call: &Call<'_>, x: &Array, out: &mut Array) -> Done {
        match self.reduced {
            Some(reduced) => call.host()?.put(x, &reduced.moved(self.shape), self.shape, out),
            None => call.on.reshape(x, self.shape, out),
        }
    }

    /// The sum of each row, for each of its numbers.
    fn sums(&self, call: &Call<'_>, x: &Array, out: &mut Array) -> Done {
        let mut sums = call.on.temporary();
        call.on.dense(DenseKernel::sum_rows, &[x], &[], &[self.matrix[0]], &mut sums)?;
        call.on.dense(DenseKernel::repeat_rows, &[&sums], &[], &self.matrix, out)
    }
}

impl L2Normalization {
    fn place(self, shapes: &mut Shapes<'_>) -> Result<Option<Reduced>, Misfit> {
        shapes.same()?;
        let Some(shape) = shapes.few(0)? else { return Ok(None) };
        if self.mode != L2Mode::Instance && shape.len() < 3 {
            let words = "one of 3 dimensions or more";
            return Err(shapes.misfit(0, words.to_owned(), words));
        }
        let together = |axis: usize| match self.mode {
            L2Mode::Instance => axis != 0,
            L2Mode::Channel => axis == 1,
            L2Mode::Spatial => axis > 1,
        };
        Ok(Some(Reduced::over(Few::of((0..shape.len()).map(together)).unwrap_or_default(), &shape)))
    }

    fn rows<'a>(self, call: &Call<'a>, x: &'a Array) -> Result<Rows<'a>, OperatorError> {
        let reduced = call.fits(call.inputs, |shapes| self.place(shapes))?.unwrap_or_default();
        let (matrix, shape) = ([reduced.length, reduced.terms], x.shape());
        Ok(Rows { reduced: (self.mode == L2Mode::Channel).then_some(reduced), matrix, shape })
    }

    /// The length that belongs to each number.
    fn lengths<'a>(self, call: &Call<'a>, rows: &Rows<'_>, x: &Array) -> Result<Temporary<'a>, OperatorError> {
        let (mut squares, mut sums, mut lengths) = (call.on.temporary(), call.on.temporary(), call.on.temporary());
        call.on.map(Function::Square, x, &mut squares)?;
        rows.sums(call, &squares, &mut sums)?;
        call.on.map(Function::PlusScalar(self.epsilon), &sums, &mut squares)?;
        call.on.map(Function::Sqrt, &squares, &mut lengths)?;
        Ok(lengths)
    }
}

impl Definition for L2Normalization {
    fn name(&self) -> &'static str {
        "L2Normalization"
    }

    fn result(&self, call: &Call<'_>, output: &mut Array) -> Done {
        let [x] = call.all_dense()?;
        call.float(x)?;
        let (rows, mut own, mut found) = (self.rows(call, x)?, call.on.temporary(), call.on.temporary());
        rows.of(call, x, &mut own)?;
        call.on.pair(Pair::Divide, &own, &*self.lengths(call, &rows, &own)?, &mut found)?;
        rows.put(call, &found, output)
    }

    fn gradient(&self, call: &Call<'_>, backward: &Backward<'_>, _operand: usize, gradient: &mut Array) -> Done {
        let [x] = call.all_dense()?;
        call.dense(backward.gradient)?;
        call.dense(backward.output)?;
        let rows = self.rows(call, x)?;
        let mut arrays = std::array::from_fn::<_, 5, _>(|_| call.on.temporary());
        let [own, result, outer, some, other] = &mut arrays;
        rows.of(call, x, own)?;
        rows.of(call, backward.output, result)?;
        rows.of(call, backward.gradient, outer)?;
        call.on.pair(Pair::Multiply, outer, result, some)?;
        rows.sums(call, some, other)?;
        call.on.pair(Pair::Multiply, result, other, some)?;
        call.on.pair(Pair::Subtract, outer, some, other)?;
        call.on.pair(Pair::Divide, other, &*self.lengths(call, &rows, own)?, some)?;
        rows.put(call, some, gradient)
    }
}
