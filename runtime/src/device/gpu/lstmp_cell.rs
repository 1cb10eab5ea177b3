//! One step of an LSTMP layer between its two products: the functions of the host, in their order.
use super::Machine;
use super::call::Call;
use super::stored::Kept;
use crate::operator::OperatorError;
use lacuna::Value;
use lacuna_cuda::{Buffer, DeviceBroadcast, DeviceDense, binary, map, slice};

/// What both functions give.
type Two<A, B> = Result<(A, B), OperatorError>;

/// What a step keeps for the gradients: numbers of N x H.
#[derive(Debug)]
pub(super) struct Cell<D: Machine, V> {
    /// `i`, `f`, `g` and `o` behind their functions.
    pub gates: [Buffer<D, V>; 4],
    /// `c'`.
    pub after: Buffer<D, V>,
}

/// From what comes into the gates (N x 4H), without the bias, to the gates, `c'` and `h'`.
pub(super) fn forward<D: Machine, V: Kept + Value>(
    call: &Call<'_, D>,
    sums: &DeviceDense<D, V>,
    bias: &[Buffer<D, V>; 4],
    before: &Buffer<D, V>,
) -> Two<Cell<D, V>, DeviceDense<D, V>> {
    let (gpu, [batch, hidden]) = (call.gpu(), [sums.rows(), sums.columns() / 4]);
    let gate = |number: usize, bias: &Buffer<D, V>| {
        let mut sum = call.new_dense::<V>([batch, hidden])?;
        let own = DeviceBroadcast::<D, V, i64>::Part(sums, [0, number * hidden]);
        binary::rows_add(gpu, own, DeviceBroadcast::Row(bias), (&mut sum).into())?;
        call.one(if number == 2 { map::tanh } else { map::sigmoid }, sum.data())
    };
    let [i, f, g, o] = bias;
    let gates = [gate(0, i)?, gate(1, f)?, gate(2, g)?, gate(3, o)?];
    let [i, f, g, o] = &gates;
    let after = call.two(binary::add, &call.two(binary::multiply, f, before)?, &call.two(binary::multiply, i, g)?)?;
    let h = call.two(binary::multiply, o, &call.one(map::tanh, &after)?)?;
    Ok((Cell { gates, after }, DeviceDense::from_buffer(batch, hidden, h)?))
}

/// From the gradients of `h'` and of `c'`, as the steps behind give it, to those of the gates before their functions (N x 4H) and of `c`.
pub(super) fn backward<D: Machine, V: Kept + Value>(
    call: &Call<'_, D>,
    Cell { gates: [i, f, g, o], after }: &Cell<D, V>,
    before: &Buffer<D, V>,
    of_h: &DeviceDense<D, V>,
    of_after: &Buffer<D, V>,
) -> Two<DeviceDense<D, V>, Buffer<D, V>> {
    let shape @ [batch, hidden] = [of_h.rows(), of_h.columns()];
    let product = |left, right| call.two(binary::multiply, left, right);
    let tangent = call.one(map::tanh, after)?;
    let of_o = call.two(map::sigmoid_backward, &product(of_h.data(), &tangent)?, o)?;
    let through_h = call.two(map::tanh_backward, &product(of_h.data(), o)?, &tangent)?;
    let of_c = call.two(binary::add, of_after, &through_h)?;
    let of_i = call.two(map::sigmoid_backward, &product(&of_c, g)?, i)?;
    let of_g = call.two(map::tanh_backward, &product(&of_c, i)?, g)?;
    let of_f = call.two(map::sigmoid_backward, &product(&of_c, before)?, f)?;
    let mut of_sums = call.new_dense([batch, 4 * hidden])?;
    for (number, gate) in [of_i, of_f, of_g, of_o].into_iter().enumerate() {
        let gate = DeviceDense::from_buffer(batch, hidden, gate)?;
        slice::copy_part(call.gpu(), shape, &gate, [0, 0], &mut of_sums, [0, number * hidden])?;
    }
    Ok((of_sums, product(&of_c, f)?))
}
