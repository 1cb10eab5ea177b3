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
        let length = inputs.iter().fold(out.len(), |length, input| length.min(input.len()));
        let (inputs, out) = (inputs.map(|input| &input[..length]), &mut out[..length]);
        let streamed = size_of_val(out) >= processor::STREAM_BYTES;
        let in_blocks = if streamed || F::HAS_QUICK { length / BLOCK * BLOCK } else { 0 };
        let (blocks, rest) = out.split_at_mut(in_blocks);
        let mut apart = [V::ZERO; BLOCK];
        for (block, to) in blocks.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
            let from = inputs.map(|input| &input[block * BLOCK..][..BLOCK]);
            fill(function, from, if streamed { &mut apart } else { &mut *to });
            if streamed {
                processor::stream(to, &apart);
            }
        }
        fill(function, inputs.map(|input| &input[in_blocks..]), rest);
        if streamed {
            processor::stream_fence();
        }
    }
}

/// Places that are looked at together: those of a block take the whole function when one of them needs it. What is streamed is computed apart, a block at a time: within a loop that
/// streams, LLVM leaves most functions as they are, one number after the other. A length that it knows is worth a quarter of a quick form's time.
const BLOCK: usize = 256;

/// Fills a block, or a slice of any length.
#[inline(always)]
fn fill<V: Value, F: Function<V, N>, const N: usize>(function: F, inputs: [&[V]; N], out: &mut [V]) {
    let length = inputs.iter().fold(out.len(), |length, input| length.min(input.len()));
    let (inputs, out) = (inputs.map(|input| &input[..length]), &mut out[..length]);
    if F::HAS_QUICK {
        quick(function, inputs, out);
        return;
    }
    for (i, to) in out.iter_mut().enumerate() {
        *to = function.of(inputs.map(|input| input[i]));
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
            let (blocks, rest) = values.as_chunks_mut::<BLOCK>();
            for block in blocks {
                let before = *block;
                quick(function, [&before], block);
            }
            let mut before = [V::ZERO; BLOCK];
            let before = &mut before[..rest.len()];
            before.copy_from_slice(rest);
            quick(function, [before], rest);
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
