use super::case::is_zero;
use super::{Draw, Facts, Once, Operand, number};
use crate::{Guarded, Strided};
use lacuna::Value;

pub struct DenseMut<V> {
    shape: Shape,
    data: Guarded<V>,
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
        Self { rows, columns, stride: columns.saturating_add(draw.random.one_of(&[0, 0, 1, 3])) }
    }
    fn elements(&self) -> usize {
        if self.rows == 0 || self.columns == 0 { 0 } else { (self.rows - 1) * self.stride + self.columns }
    }
    fn facts(&self) -> Facts {
        Facts { lengths: [vec![self.rows], vec![self.columns], vec![]], ids: None }
    }
}

impl<V: Value> Operand for Strided<V> {
    type Held<'a> = Once<lacuna::Dense<'a, V>>;

    fn draw(draw: &mut Draw) -> Self {
        let shape = Shape::draw(draw);
        let mut data = draw.values(shape.elements());
        for (k, element) in data.iter_mut().enumerate() {
            if is_zero(k / shape.stride, k % shape.stride) {
                *element = V::ZERO;
            }
        }
        let Shape { rows, columns, stride } = shape;
        Self { rows, columns, stride, data }
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Once::new(self.view())
    }
    fn facts(&mut self) -> Facts {
        Shape { rows: self.rows, columns: self.columns, stride: self.stride }.facts()
    }
}

impl<V: Value> Operand for DenseMut<V> {
    type Held<'a> = Once<lacuna::DenseMut<'a, V>>;

    fn draw(draw: &mut Draw) -> Self {
        let shape = Shape::draw(draw);
        let data = draw.values(shape.elements());
        Self { data: Guarded::strided(data, number(1), shape.columns, shape.stride), shape }
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
