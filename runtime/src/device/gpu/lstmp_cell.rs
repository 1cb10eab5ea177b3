//! One step of an LSTMP layer between its two products: the functions of the host, in their order.
use super::call::On;
use crate::operator::OperatorError;
use lacuna::Value;
use lacuna_arrays::device::gpu::stored::Kept;
use lacuna_arrays::device::gpu::{Buffer, DeviceBroadcast, DeviceDense};
use lacuna_cuda::{binary, map, slice};

/// What both functions give.
type Two<A, B> = Result<(A, B), OperatorError>;

/// What a step keeps for the gradients: numbers of N x H.
#[derive(Debug)]
pub(super) struct Cell<V> {
    /// `i`, `f`, `g` and `o` behind their functions.
    pub gates: [Buffer<V>; 4],
    /// `c'`.
    pub after: Buffer<V>,
}

/// From what comes into the gates (N x 4H), without the bias, to the gates, `c'` and `h'`.
pub(super) fn forward<V: Kept + Value>(
    on: &On<'_>,
    sums: &DeviceDense<V>,
    bias: &[Buffer<V>; 4],
    before: &Buffer<V>,
) -> Two<Cell<V>, DeviceDense<V>> {
    let (gpu, [batch, hidden]) = (on.gpu(), [sums.rows(), sums.columns() / 4]);
    let gate = |number: usize, bias: &Buffer<V>| {
        let mut sum = on.new_dense::<V>([batch, hidden])?;
        let own = DeviceBroadcast::<V>::Part(sums, [0, number * hidden]);
        binary::rows_add(gpu, own, DeviceBroadcast::Row(bias), (&mut sum).into())?;
        on.one(if number == 2 { map::tanh } else { map::sigmoid }, sum.data())
    };
    let [i, f, g, o] = bias;
    let gates = [gate(0, i)?, gate(1, f)?, gate(2, g)?, gate(3, o)?];
    let [i, f, g, o] = &gates;
    let after = on.two(binary::add, &on.two(binary::multiply, f, before)?, &on.two(binary::multiply, i, g)?)?;
    let h = on.two(binary::multiply, o, &on.one(map::tanh, &after)?)?;
    Ok((Cell { gates, after }, DeviceDense::from_buffer(batch, hidden, h)?))
}

/// From the gradients of `h'` and of `c'`, as the steps behind give it, to those of the gates before their functions (N
/// x 4H) and of `c`.
pub(super) fn backward<V: Kept + Value>(
    on: &On<'_>,
    Cell { gates: [i, f, g, o], after }: &Cell<V>,
    before: &Buffer<V>,
    of_h: &DeviceDense<V>,
    of_after: &Buffer<V>,
) -> Two<DeviceDense<V>, Buffer<V>> {
    let shape @ [batch, hidden] = [of_h.rows(), of_h.columns()];
    let product = |left, right| on.two(binary::multiply, left, right);
    let tangent = on.one(map::tanh, after)?;
    let of_o = on.two(map::sigmoid_backward, &product(of_h.data(), &tangent)?, o)?;
    let through_h = on.two(map::tanh_backward, &product(of_h.data(), o)?, &tangent)?;
    let of_c = on.two(binary::add, of_after, &through_h)?;
    let of_i = on.two(map::sigmoid_backward, &product(&of_c, g)?, i)?;
    let of_g = on.two(map::tanh_backward, &product(&of_c, i)?, g)?;
    let of_f = on.two(map::sigmoid_backward, &product(&of_c, before)?, f)?;
    let mut of_sums = on.new_dense([batch, 4 * hidden])?;
    for (number, gate) in [of_i, of_f, of_g, of_o].into_iter().enumerate() {
        let gate = DeviceDense::from_buffer(batch, hidden, gate)?;
        slice::copy_part(on.gpu(), shape, &gate, [0, 0], &mut of_sums, [0, number * hidden])?;
    }
    Ok((of_sums, product(&of_c, f)?))
}
