//! One step of an LSTMP layer between its two products: element by element, and so with the same bits in any number of parts.
use crate::Cpu;
use crate::operator::OperatorError;
use lacuna::{Broadcast, DenseMut, Value};

/// Rows that can be computed apart from each other.
pub(super) trait Rows: Sized + Send {
    fn rows(&self) -> usize;
    fn split_at(self, row: usize) -> (Self, Self);
    fn run(self) -> Result<(), OperatorError>;
}

/// Runs about equal parts, one on each thread.
pub(super) fn in_parts<R: Rows>(work: R, parts: usize) -> Result<(), OperatorError> {
    let parts = parts.min(work.rows());
    if parts <= 1 {
        return work.run();
    }
    let half = parts / 2;
    let row = work.rows() * half / parts;
    let (top, rest) = work.split_at(row);
    let (top, rest) = rayon::join(|| in_parts(top, half), || in_parts(rest, parts - half));
    top.and(rest)
}

/// On the thread that calls.
const HERE: Cpu = Cpu { threads: 1 };

/// From what comes into the gates to the next state.
pub(super) struct CellForward<'a, V> {
    pub hidden: usize,
    /// Before their functions; in the end of any content.
    pub sums: &'a mut [V],
    /// `c`, and `c'`.
    pub before: &'a [V],
    pub after: &'a mut [V],
    /// Behind their functions.
    pub gates: &'a mut [V],
    pub h: &'a mut [V],
}

impl<V: Value> Rows for CellForward<'_, V> {
    fn rows(&self) -> usize {
        self.h.len() / self.hidden.max(1)
    }

    fn split_at(self, row: usize) -> (Self, Self) {
        let Self { hidden, sums, before, after, gates, h } = self;
        let (at, wide) = (row * hidden, 4 * row * hidden);
        let (sums, before) = (sums.split_at_mut(wide), before.split_at(at));
        let (after, gates, h) = (after.split_at_mut(at), gates.split_at_mut(wide), h.split_at_mut(at));
        let top = Self { hidden, sums: sums.0, before: before.0, after: after.0, gates: gates.0, h: h.0 };
        (top, Self { hidden, sums: sums.1, before: before.1, after: after.1, gates: gates.1, h: h.1 })
    }

    fn run(self) -> Result<(), OperatorError> {
        let Self { hidden, sums, before, after, gates, h } = self;
        let (narrow, wide) = (hidden.max(1), 4 * hidden.max(1));
        let rows = sums.chunks_exact_mut(wide).zip(gates.chunks_exact_mut(wide));
        let states = before.chunks_exact(narrow).zip(after.chunks_exact_mut(narrow)).zip(h.chunks_exact_mut(narrow));
        for ((sums, gates), ((before, after), h)) in rows.zip(states) {
            let ([input_forget, candidate, output], [i_f, g, o]) = (thirds(sums, hidden), thirds_mut(gates, hidden));
            HERE.sigmoid(input_forget, i_f)?;
            HERE.tanh(candidate, g)?;
            HERE.sigmoid(output, o)?;
            let (i, f) = i_f.split_at(hidden);
            HERE.multiply(f, before, after)?;
            HERE.multiply(i, g, h)?;
            add_to(after, h)?;
            // The sums have had their use.
            let tangent = &mut sums[..hidden];
            HERE.tanh(after, tangent)?;
            HERE.multiply(o, tangent, h)?;
        }
        Ok(())
    }
}

/// `sum += row`
fn add_to<V: Value>(sum: &mut [V], row: &[V]) -> Result<(), OperatorError> {
    let (row, sum) = (lacuna::Dense::new(1, row.len(), row)?, DenseMut::new(1, sum.len(), sum)?);
    Ok(HERE.accumulate_rows::<V, i64>(Broadcast::from(row), sum)?)
}

/// `[i, f]`, `g` and `o` of a row.
fn thirds<V>(row: &[V], hidden: usize) -> [&[V]; 3] {
    let (i_f, rest) = row.split_at(2 * hidden);
    let (g, o) = rest.split_at(hidden);
    [i_f, g, o]
}

fn thirds_mut<V>(row: &mut [V], hidden: usize) -> [&mut [V]; 3] {
    let (i_f, rest) = row.split_at_mut(2 * hidden);
    let (g, o) = rest.split_at_mut(hidden);
    [i_f, g, o]
}

/// From the gradients of the next state to those of the gates and of the state before.
pub(super) struct CellBackward<'a, V> {
    pub hidden: usize,
    pub gates: &'a [V],
    pub before: &'a [V],
    pub after: &'a [V],
    pub of_h: &'a [V],
    /// Memory for `tanh(c')`.
    pub tangents: &'a mut [V],
    /// That of `c'` from the steps behind; in the end the whole.
    pub of_after: &'a mut [V],
    pub of_before: &'a mut [V],
    /// Before their functions.
    pub of_gates: &'a mut [V],
}

impl<V: Value> Rows for CellBackward<'_, V> {
    fn rows(&self) -> usize {
        self.of_h.len() / self.hidden.max(1)
    }

    fn split_at(self, row: usize) -> (Self, Self) {
        let Self { hidden, gates, before, after, of_h, tangents, of_after, of_before, of_gates } = self;
        let (at, wide) = (row * hidden, 4 * row * hidden);
        let (gates, before, after, of_h) = (gates.split_at(wide), before.split_at(at), after.split_at(at), of_h.split_at(at));
        let (tangents, of_after) = (tangents.split_at_mut(at), of_after.split_at_mut(at));
        let (of_before, of_gates) = (of_before.split_at_mut(at), of_gates.split_at_mut(wide));
        let top = Self {
            hidden,
            gates: gates.0,
            before: before.0,
            after: after.0,
            of_h: of_h.0,
            tangents: tangents.0,
            of_after: of_after.0,
            of_before: of_before.0,
            of_gates: of_gates.0,
        };
        let rest = Self {
            hidden,
            gates: gates.1,
            before: before.1,
            after: after.1,
            of_h: of_h.1,
            tangents: tangents.1,
            of_after: of_after.1,
            of_before: of_before.1,
            of_gates: of_gates.1,
        };
        (top, rest)
    }

    fn run(self) -> Result<(), OperatorError> {
        let Self { hidden, gates, before, after, of_h, tangents, of_after, of_before, of_gates } = self;
        HERE.tanh(after, tangents)?;
        let (narrow, wide) = (hidden.max(1), 4 * hidden.max(1));
        let rows = gates.chunks_exact(wide).zip(of_gates.chunks_exact_mut(wide));
        let states = before.chunks_exact(narrow).zip(of_before.chunks_exact_mut(narrow)).zip(of_after.chunks_exact_mut(narrow));
        let results = of_h.chunks_exact(narrow).zip(tangents.chunks_exact_mut(narrow));
        for (((gates, of_gates), ((before, of_before), of_c)), (of_h, tangent)) in rows.zip(states).zip(results) {
            let ([i_f, g, o], [of_i_f, of_g, of_o]) = (thirds(gates, hidden), thirds_mut(of_gates, hidden));
            let ((i, f), (of_i, of_f)) = (i_f.split_at(hidden), of_i_f.split_at_mut(hidden));
            // Until they have their own, the first two hold what is on its way.
            HERE.multiply(of_h, tangent, of_i)?;
            HERE.sigmoid_backward(of_i, o, of_o)?;
            HERE.multiply(of_h, o, of_i)?;
            HERE.tanh_backward(of_i, tangent, of_f)?;
            add_to(of_c, of_f)?;
            HERE.multiply(of_c, g, tangent)?;
            HERE.sigmoid_backward(tangent, i, of_i)?;
            HERE.multiply(of_c, i, tangent)?;
            HERE.tanh_backward(tangent, g, of_g)?;
            HERE.multiply(of_c, before, tangent)?;
            HERE.sigmoid_backward(tangent, f, of_f)?;
            HERE.multiply(of_c, f, of_before)?;
        }
        Ok(())
    }
}
