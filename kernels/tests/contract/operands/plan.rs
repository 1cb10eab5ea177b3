use super::case::cast;
use super::{Draw, Facts, Operand, Shared};
use crate::random::within;
use lacuna::segments::{PlanShape, SegmentPlan};
use lacuna::{Index, Value};
use std::marker::PhantomData;

pub struct Plan<V, I> {
    ids: Vec<I>,
    segments: Vec<I>,
    rows: Vec<I>,
    entries: Vec<I>,
    shape: PlanShape,
    value: PhantomData<V>,
}

impl<V: Value, I: Index> Operand for Plan<V, I> {
    type Held<'a> = Shared<SegmentPlan<'a, I>>;

    fn draw(draw: &mut Draw) -> Self {
        let [values, operand_rows, output_rows] = [(); 3].map(|()| draw.dimension());
        let ids = draw.ids::<I>(output_rows, 0);
        let most = if values == 0 || operand_rows == 0 { 1 } else { 6 };
        let lengths: Vec<_> = ids.iter().map(|_| within(&mut draw.g, 0..most)).collect();
        let terms = lengths.iter().sum::<usize>();
        let mut places = |length: usize| -> Vec<I> {
            if draw.is_garbage() {
                let places = draw.places(terms, length);
                cast(&places.into_iter().chain([-1].into_iter().cycle()).take(terms).collect::<Vec<_>>())
            } else {
                (0..terms).map(|_| I::from_usize(within(&mut draw.g, 0..length))).collect()
            }
        };
        let (rows, entries) = (places(operand_rows), places(values));
        let shape = PlanShape {
            values: draw.or_huge(values, usize::MAX),
            operand_rows: draw.or_huge(operand_rows, usize::MAX),
            output_rows: draw.or_huge(output_rows, usize::MAX),
        };
        let segments = draw.pointers(&lengths);
        let fits = draw.is_garbage() || segments.last().is_some_and(|last: &I| last.to_usize() <= values);
        let entries = if fits && draw.once_in(3) { vec![] } else { entries };
        Self { ids, segments, rows, entries, shape, value: PhantomData }
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Shared(SegmentPlan::trusted(&self.ids, &self.segments, &self.rows, &self.entries, self.shape).unwrap())
    }
    fn facts(&mut self) -> Facts {
        let PlanShape { values, operand_rows, output_rows } = self.shape;
        Facts { lengths: [vec![operand_rows, output_rows, self.ids.len()], vec![], vec![values]], ids: None }
    }
}
