use super::case::is_zero;
use super::{Buffer, Draw, Facts, Once, Operand, number};
use crate::random::one_of;
use lacuna::Value;
use std::marker::PhantomData;

pub struct Dense<V, I> {
    shape: Shape,
    data: Vec<V>,
    index: PhantomData<I>,
}

pub struct DenseMut<V, I> {
    shape: Shape,
    data: Buffer<V>,
    index: PhantomData<I>,
}

struct Shape {
    rows: usize,
    columns: usize,
    stride: usize,
}

impl Shape {
    fn draw(draw: &mut Draw) -> Self {
        let (mut rows, mut columns) = (draw.dimension(), draw.columns());
        // Without columns there may be any number of rows, and without rows any number of columns.
        if columns == 0 {
            rows = draw.or_huge(rows, usize::MAX);
        } else if rows == 0 {
            columns = draw.or_huge(columns, usize::MAX);
        }
        Self { rows, columns, stride: columns.saturating_add(one_of(&mut draw.g, &[0, 0, 1, 3])) }
    }
    fn elements(&self) -> usize {
        if self.rows == 0 || self.columns == 0 { 0 } else { (self.rows - 1) * self.stride + self.columns }
    }
    fn facts(&self) -> Facts {
        Facts { lengths: [vec![self.rows], vec![self.columns], vec![]], ids: None }
    }
}

impl<V: Value, I: 'static> Operand for Dense<V, I> {
    type Held<'a> = Once<lacuna::Dense<'a, V>>;

    fn draw(draw: &mut Draw) -> Self {
        let shape = Shape::draw(draw);
        let mut data = draw.values(shape.elements());
        for (k, element) in data.iter_mut().enumerate() {
            if is_zero(k / shape.stride, k % shape.stride) {
                *element = V::ZERO;
            }
        }
        Self { data, shape, index: PhantomData }
    }
    fn hold(&mut self) -> Self::Held<'_> {
        let Shape { rows, columns, stride } = self.shape;
        Once::new(lacuna::Dense::with_stride(rows, columns, stride, &self.data).unwrap())
    }
    fn facts(&mut self) -> Facts {
        self.shape.facts()
    }
}

impl<V: Value, I: 'static> Operand for DenseMut<V, I> {
    type Held<'a> = Once<lacuna::DenseMut<'a, V>>;

    fn draw(draw: &mut Draw) -> Self {
        let shape = Shape::draw(draw);
        let data = draw.values(shape.elements());
        Self { data: Buffer::with_stride(data, number(1), shape.columns, shape.stride), shape, index: PhantomData }
    }
    fn hold(&mut self) -> Self::Held<'_> {
        let Shape { rows, columns, stride } = self.shape;
        Once::new(lacuna::DenseMut::with_stride(rows, columns, stride, self.data.slice()).unwrap())
    }
    fn facts(&mut self) -> Facts {
        self.shape.facts()
    }
    fn written(&self) -> Vec<u64> {
        self.data.bits(|value| value.widen().to_bits())
    }
    fn reset(&mut self) {
        self.data.reset();
    }
    fn assert_intact(&self) {
        self.data.assert_intact();
    }
}
