//! The driver of functions that are taken element by element: the families `map` and `binary` are made of it.
use crate::error::{KernelError, Operand, expect};
use crate::kernel::Body;
use crate::processor;
use crate::simd::{Levels, Simd, Work};
use crate::split::{Split, split_fields};
use crate::{Number, arrays};

/// What is computed of the numbers at one place of the operands.
pub trait Function<V, const N: usize>: Copy {
    /// The operands, as errors name them. All must be as long as the first.
    const OPERANDS: [Operand; N];

    /// The function.
    fn of(&self, numbers: [V; N]) -> V;

    /// True if loops take [`quick`](Self::quick), in chunks of a fixed length: worth it for functions that cost more
    /// than memory.
    const HAS_QUICK: bool = false;

    /// The form for such loops: the function of most numbers, and 0. Beside another number than 0 stands anything, and
    /// [`of`](Self::of) is asked.
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
    check_lengths(&F::OPERANDS, &inputs, out)
}

fn check_lengths(operands: &[Operand], inputs: &[usize], out: usize) -> Result<(), KernelError> {
    let first = inputs.first().copied().unwrap_or(out);
    for (&operand, &length) in operands.iter().zip(inputs) {
        expect(operand, 2, first, length)?;
    }
    expect(Operand::Output, 2, first, out)
}

impl<V: Number, F: Function<V, N>, const N: usize> Body for Elements<'_, F, V, N> {
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

impl<V: Number, F: Function<V, N>, const N: usize> Work for Elements<'_, F, V, N> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, simd: L) {
        let Self { function, inputs, out } = self;
        let streamed = processor::STREAMS && size_of_val(out) >= processor::STREAM_BYTES;
        fill(simd, function, inputs, out, streamed);
        if streamed {
            processor::stream_fence();
        }
    }
}

/// The function at each place of slices. Who streams fences.
#[inline(always)]
pub(crate) fn fill<L: Simd, V: Number, F: Function<V, N>, const N: usize>(
    simd: L,
    function: F,
    inputs: [&[V]; N],
    out: &mut [V],
    streamed: bool,
) {
    let length = arrays::length(&inputs, out.len());
    let (inputs, out) = (arrays::first(inputs, length), &mut out[..length]);
    if F::HAS_QUICK {
        in_chunks(function, inputs, out, streamed);
    } else if processor::STREAMS && streamed {
        let mut block = [V::ZERO; BLOCK];
        for (k, to) in out.chunks_mut(BLOCK).enumerate() {
            let (inputs, out) = (arrays::range(inputs, k * BLOCK, to.len()), &mut block[..to.len()]);
            simd.apart(Fill(Elements { function, inputs, out }));
            processor::stream(to, &block);
        }
    } else {
        simd.apart(Fill(Elements { function, inputs, out }));
    }
}

/// What is streamed is computed so many at a time, beside it: within a loop that streams, LLVM leaves most functions as
/// they are, one number after the other.
const BLOCK: usize = 256;

/// The one copy of the loop over a cheap function.
struct Fill<'a, F, V, const N: usize>(Elements<'a, F, V, N>);

impl<V: Number, F: Function<V, N>, const N: usize> Work for Fill<'_, F, V, N> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self(Elements { function, inputs, out }) = self;
        let length = arrays::length(&inputs, out.len());
        let (inputs, out) = (arrays::first(inputs, length), &mut out[..length]);
        for (i, to) in out.iter_mut().enumerate() {
            *to = function.of(arrays::at(&inputs, i));
        }
    }
}

/// Numbers that are looked at together. One number of a longer loop's end can take as long as thirty of its middle, so
/// the last chunk is filled up.
const CHUNK: usize = 16;

/// Inlined once, into a loop that is compiled for its level.
#[inline(always)]
fn in_chunks<V: Number, F: Function<V, N>, const N: usize>(
    function: F,
    inputs: [&[V]; N],
    out: &mut [V],
    streamed: bool,
) {
    for (chunk, to) in out.chunks_mut(CHUNK).enumerate() {
        let inputs = arrays::range(inputs, chunk * CHUNK, to.len());
        let (results, doubts) = quick(function, inputs);
        match to.first_chunk_mut() {
            Some(to) if processor::STREAMS && streamed => processor::stream_array(to, &results),
            Some(to) => *to = results,
            None => to.copy_from_slice(&results[..to.len()]),
        }
        if doubts {
            whole(function, inputs, to);
        }
    }
}

/// The results of a chunk, and whether one of them needs the whole function.
#[inline(always)]
#[allow(clippy::needless_range_loop)]
fn quick<V: Number, F: Function<V, N>, const N: usize>(function: F, inputs: [&[V]; N]) -> ([V; CHUNK], bool) {
    let mut numbers = [[V::ZERO; CHUNK]; N];
    for (numbers, input) in numbers.iter_mut().zip(inputs) {
        match input.first_chunk() {
            Some(input) => *numbers = *input,
            None => {
                // Zeros would be doubtful.
                *numbers = [input.first().copied().unwrap_or(V::ZERO); CHUNK];
                numbers[..input.len()].copy_from_slice(input);
            }
        }
    }
    let (mut results, mut doubts) = ([V::ZERO; CHUNK], 0);
    for i in 0..CHUNK {
        let (value, doubt) = function.quick(arrays::at(&numbers, i));
        results[i] = value;
        doubts |= doubt;
    }
    (results, doubts != 0)
}

#[cold]
#[inline(never)]
fn whole<V: Number, F: Function<V, N>, const N: usize>(function: F, inputs: [&[V]; N], out: &mut [V]) {
    for (i, to) in out.iter_mut().enumerate() {
        *to = function.of(arrays::at(&inputs, i));
    }
}

/// The function of each number, in its place.
#[derive(Debug)]
pub(crate) struct InPlace<'a, F, V> {
    pub(crate) function: F,
    pub(crate) values: &'a mut [V],
}

impl<V: Number, F: Function<V, 1>> Body for InPlace<'_, F, V> {
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

impl<V: Number, F: Function<V, 1>> Work for InPlace<'_, F, V> {
    type Output = ();

    #[inline(always)]
    fn run<L: Simd>(self, _simd: L) {
        let Self { function, values } = self;
        if F::HAS_QUICK {
            for chunk in values.chunks_mut(CHUNK) {
                let mut before = [V::ZERO; CHUNK];
                let before = &mut before[..chunk.len()];
                before.copy_from_slice(chunk);
                let (results, doubts) = quick(function, [&*before]);
                chunk.copy_from_slice(&results[..chunk.len()]);
                if doubts {
                    whole(function, [&*before], chunk);
                }
            }
            return;
        }
        for value in values {
            *value = function.of([*value]);
        }
    }
}

impl<V: Number, F: Function<V, N>, const N: usize> Split for Elements<'_, F, V, N> {
    split_fields!((out, inputs), function);
}
