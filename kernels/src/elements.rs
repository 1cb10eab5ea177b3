//! The driver of functions that are taken element by element: the families `map` and `binary` are made of it.
use crate::Value;
use crate::error::{KernelError, Operand, expect};
use crate::kernel::Body;
use crate::processor;
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};

/// What is computed of the numbers at one place of the operands.
pub trait Function<V, const N: usize>: Copy {
    /// The operands, as errors name them. All must be as long as the first.
    const OPERANDS: [Operand; N];

    /// The function.
    fn of(&self, numbers: [V; N]) -> V;

    /// True if loops take [`quick`](Self::quick).
    const HAS_QUICK: bool = false;

    /// A faster form for loops: the function of most numbers, and 0. Beside another number than 0 stands anything, and [`of`](Self::of) is asked.
    #[inline(always)]
    fn quick(&self, numbers: [V; N]) -> (V, u32) {
        (self.of(numbers), 0)
    }
}

/// The arguments of a function.
#[derive(Debug)]
pub struct Elements<'a, F, V, const N: usize> {
    /// Which one, with its parameters.
    pub function: F,
    /// The operands.
    pub inputs: [&'a [V]; N],
    /// As long as each of them.
    pub out: &'a mut [V],
}

/// Refuses operands of different lengths.
pub fn check<V, F: Function<V, N>, const N: usize>(_: &F, inputs: [usize; N], out: usize) -> Result<(), KernelError> {
    let first = inputs.first().copied().unwrap_or(out);
    for (operand, length) in F::OPERANDS.into_iter().zip(inputs) {
        expect(operand, 2, first, length)?;
    }
    expect(Operand::Output, 2, first, out)
}

impl<V: Value, F: Function<V, N>, const N: usize> Body for Elements<'_, F, V, N> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        check(&self.function, self.inputs.map(<[V]>::len), self.out.len())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, F: Function<V, N>, const N: usize> Work for Elements<'_, F, V, N> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { function, inputs, out } = self;
        if F::HAS_QUICK {
            in_blocks(function, inputs, out);
            return;
        }
        if size_of_val(out) >= processor::STREAM_BYTES {
            processor::stream_map(out, inputs, |numbers| function.of(numbers));
            processor::stream_fence();
            return;
        }
        let length = inputs.iter().fold(out.len(), |length, input| length.min(input.len()));
        let (inputs, out) = (inputs.map(|input| &input[..length]), &mut out[..length]);
        for (i, to) in out.iter_mut().enumerate() {
            *to = function.of(inputs.map(|input| input[i]));
        }
    }
}

/// Places that are looked at together: those of a block take the whole function when one of them needs it.
const BLOCK: usize = 256;

/// The quick form, and the other for blocks that need it.
#[inline(always)]
fn in_blocks<V: Value, F: Function<V, N>, const N: usize>(function: F, inputs: [&[V]; N], out: &mut [V]) {
    let streamed = size_of_val(out) >= processor::STREAM_BYTES;
    let mut apart = [V::ZERO; BLOCK];
    let length = inputs.iter().fold(out.len(), |length, input| length.min(input.len()));
    for (block, to) in out[..length].chunks_mut(BLOCK).enumerate() {
        let from = inputs.map(|input| &input[block * BLOCK..][..to.len()]);
        if streamed {
            quick(function, from, &mut apart[..to.len()]);
            processor::stream(to, &apart);
        } else {
            quick(function, from, to);
        }
    }
    if streamed {
        processor::stream_fence();
    }
}

#[inline(always)]
fn quick<V: Value, F: Function<V, N>, const N: usize>(function: F, inputs: [&[V]; N], out: &mut [V]) {
    let mut doubts = 0;
    for (i, to) in out.iter_mut().enumerate() {
        let (value, doubt) = function.quick(inputs.map(|input| input[i]));
        *to = value;
        doubts |= doubt;
    }
    if doubts != 0 {
        whole(function, inputs, out);
    }
}

#[cold]
#[inline(never)]
fn whole<V: Value, F: Function<V, N>, const N: usize>(function: F, inputs: [&[V]; N], out: &mut [V]) {
    for (i, to) in out.iter_mut().enumerate() {
        *to = function.of(inputs.map(|input| input[i]));
    }
}

/// The function of each number, in its place.
#[derive(Debug)]
pub(crate) struct InPlace<'a, F, V> {
    pub(crate) function: F,
    pub(crate) values: &'a mut [V],
}

impl<V: Value, F: Function<V, 1>> Body for InPlace<'_, F, V> {
    type Output = ();

    #[inline(always)]
    fn check(&self) -> Result<(), KernelError> {
        Ok(())
    }

    #[inline(always)]
    fn run<D: Levels>(self, levels: D) -> Result<(), KernelError> {
        levels.run(self);
        Ok(())
    }
}

impl<V: Value, F: Function<V, 1>> Work for InPlace<'_, F, V> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { function, values } = self;
        if F::HAS_QUICK {
            for values in values.chunks_mut(BLOCK) {
                let mut before = [V::ZERO; BLOCK];
                before[..values.len()].copy_from_slice(values);
                quick(function, [&before[..values.len()]], values);
            }
            return;
        }
        for value in values {
            *value = function.of([*value]);
        }
    }
}

impl<V: Value, F: Function<V, N>, const N: usize> Split for Elements<'_, F, V, N> {
    split_fields!((out, inputs), function);
}
