//! One step of an LSTMP layer between its two products: element by element, and so with the same bits in any number of
//! parts.
use lacuna::call::each_part;
use lacuna::{Broadcast, Dense, DenseMut, KernelError, Value};
use lacuna_arrays::Cpu;

/// On the thread that calls.
const HERE: Cpu = Cpu { threads: 1 };

/// From what comes into the gates to the next state: from `sums`, in the end of any content, and `c` to `gates` behind
/// their functions, `c'` and `h'`.
pub(super) fn forward<V: Value>(
    cpu: Cpu,
    before: Dense<'_, V>,
    [sums, gates, after, h]: [DenseMut<'_, V>; 4],
) -> Result<(), KernelError> {
    let hidden = before.columns();
    each_part((before, (sums, gates), (after, h)), &cpu, &|(before, (mut sums, mut gates), (mut after, mut h))| {
        for (row, before) in before.iter().enumerate() {
            let (sums, gates, after, h) = (sums.row_mut(row), gates.row_mut(row), after.row_mut(row), h.row_mut(row));
            let ([input_forget, candidate, output], [i_f, g, o]) = (thirds(sums, hidden), thirds_mut(gates, hidden));
            HERE.sigmoid(input_forget, i_f)?;
            HERE.tanh(candidate, g)?;
            HERE.sigmoid(output, o)?;
            let (i, f) = i_f.split_at(hidden);
            HERE.multiply(f, before, after)?;
            HERE.multiply(i, g, h)?;
            add_to(after, h)?;
            // The sums have had their use.
            let (tangent, _) = sums.split_at_mut(hidden);
            HERE.tanh(after, tangent)?;
            HERE.multiply(o, tangent, h)?;
        }
        Ok(())
    })
}

/// `sum += row`
fn add_to<V: Value>(sum: &mut [V], row: &[V]) -> Result<(), KernelError> {
    // A row of its own length is a matrix.
    DenseMut::new(1, sum.len(), sum).map_or(Ok(()), |sum| HERE.accumulate_rows::<V, i64>(Broadcast::Row(row), sum))
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

/// From the gradients of the next state to those of the gates and of the state before: from `gates`, `c`, `c'`, the
/// gradient of `h'` and that of `c'` from the steps behind, in the end the whole, to that of `c` and those of the gates
/// before their functions. `tangents` is memory for `tanh(c')`.
pub(super) fn backward<V: Value>(
    cpu: Cpu,
    [gates, before, after, of_h]: [Dense<'_, V>; 4],
    [tangents, of_after, of_before, of_gates]: [DenseMut<'_, V>; 4],
) -> Result<(), KernelError> {
    let hidden = before.columns();
    let (read, written) = (((gates, before), (after, of_h)), ((tangents, of_after), (of_before, of_gates)));
    each_part((read, written), &cpu, &|(((gates, before), (after, of_h)), written)| {
        let ((mut tangents, mut of_after), (mut of_before, mut of_gates)) = written;
        for (row, ((gates, before), (after, of_h))) in
            gates.iter().zip(before.iter()).zip(after.iter().zip(of_h.iter())).enumerate()
        {
            let (tangent, of_c, of_before) = (tangents.row_mut(row), of_after.row_mut(row), of_before.row_mut(row));
            let ([i_f, g, o], [of_i_f, of_g, of_o]) =
                (thirds(gates, hidden), thirds_mut(of_gates.row_mut(row), hidden));
            let ((i, f), (of_i, of_f)) = (i_f.split_at(hidden), of_i_f.split_at_mut(hidden));
            HERE.tanh(after, tangent)?;
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
    })
}
