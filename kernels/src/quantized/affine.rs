//! What the codes of a row stand for, and how its numbers become codes.
use crate::Value;
use crate::rounding::trunc;

/// Elements that are looked at together.
const CHUNK: usize = 16;

/// Element `scale * code + offset`.
#[derive(Clone, Copy)]
pub(crate) struct Affine<V> {
    pub(crate) scale: V,
    pub(crate) offset: V,
}

impl<V: Value> Affine<V> {
    /// The two numbers of a row; zeros for one that a broken trust leaves out.
    #[inline(always)]
    pub(crate) fn of(row: &[V]) -> Self {
        match *row {
            [scale, offset, ..] => Self { scale, offset },
            _ => Self { scale: V::ZERO, offset: V::ZERO },
        }
    }

    #[inline(always)]
    pub(crate) fn write(self, row: &mut [V]) {
        if let [scale, offset, ..] = row {
            [*scale, *offset] = [self.scale, self.offset];
        }
    }

    #[inline(always)]
    pub(crate) fn decode(self, code: u8) -> V {
        self.scale * V::from(code) + self.offset
    }

    /// The nearest code, and of two the even one. Where all elements are the same, the scale is 0, and the quotient no
    /// number, whose code is 0.
    #[inline(always)]
    fn encode(self, element: V) -> u8 {
        ((element - self.offset) / self.scale).to_code()
    }

    /// One of the two codes beside the element, so that the mean is right, to 2^-16.
    #[inline(always)]
    fn encode_at_random(self, element: V, random: u16) -> u8 {
        trunc((element - self.offset) / self.scale + V::from(random) / V::of_count(1 << 16)).to_code()
    }
}

/// What numbers reach from and to, in lanes: neither depends on their order.
#[derive(Clone, Copy)]
pub(crate) struct Range<V> {
    least: [V; CHUNK],
    greatest: [V; CHUNK],
    /// 0, or NaN from an infinity or NaN on.
    fault: [V; CHUNK],
}

impl<V: Value> Range<V> {
    pub(crate) const EMPTY: Self =
        Self { least: [V::INFINITY; CHUNK], greatest: [V::NEGATIVE_INFINITY; CHUNK], fault: [V::ZERO; CHUNK] };

    #[inline(always)]
    fn add<const N: usize>(&mut self, elements: &[V; N]) {
        const { assert!(N <= CHUNK, "as many lanes as elements") };
        for (i, &element) in elements.iter().enumerate() {
            self.least[i] = if element < self.least[i] { element } else { self.least[i] };
            self.greatest[i] = if element > self.greatest[i] { element } else { self.greatest[i] };
            #[allow(clippy::eq_op)]
            let fault = element - element;
            self.fault[i] = self.fault[i] + fault;
        }
    }

    /// All elements of a row, or of a piece of one.
    #[inline(always)]
    pub(crate) fn add_row(&mut self, row: &[V]) {
        let (chunks, rest) = row.as_chunks::<CHUNK>();
        chunks.iter().for_each(|chunk| self.add(chunk));
        rest.iter().for_each(|&element| self.add(&[element]));
    }

    /// Code 0 for the least number and 255 for the greatest; no numbers for elements one of which is none, or infinite.
    #[inline(always)]
    pub(crate) fn affine(&self) -> Affine<V> {
        let least = self.least.iter().fold(V::INFINITY, |least, &lane| if lane < least { lane } else { least });
        let greatest = self
            .greatest
            .iter()
            .fold(V::NEGATIVE_INFINITY, |greatest, &lane| if lane > greatest { lane } else { greatest });
        let fault = self.fault.iter().fold(V::ZERO, |fault, &lane| fault + lane);
        // Which of two zeros is the least one depends on their order: plus 0, it is the positive one.
        Affine { scale: (greatest - least) / V::from(u8::MAX) + fault, offset: least + fault }
    }
}

/// The elements of a row; as many as both have.
#[inline(always)]
pub(crate) fn decode_row<V: Value>(codes: &[u8], affine: Affine<V>, out: &mut [V]) {
    out.iter_mut().zip(codes).for_each(|(out, &code)| *out = affine.decode(code));
}

/// The codes of a row; as many as both have.
#[inline(always)]
pub(crate) fn encode_row<V: Value>(row: &[V], affine: Affine<V>, codes: &mut [u8]) {
    codes.iter_mut().zip(row).for_each(|(code, &element)| *code = affine.encode(element));
}

/// The same at random; as many as all have.
#[inline(always)]
pub(crate) fn encode_row_at_random<V: Value>(row: &[V], affine: Affine<V>, codes: &mut [u8], random: &[u16]) {
    codes
        .iter_mut()
        .zip(row)
        .zip(random)
        .for_each(|((code, &element), &random)| *code = affine.encode_at_random(element, random));
}
