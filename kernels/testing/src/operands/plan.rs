use super::{Draw, Facts, Operand, Shared};
use crate::{Random, cut};
use lacuna::Index;
use lacuna::segments::{PlanShape, SegmentPlan};

/// The arrays of a plan.
#[derive(Clone, Debug)]
pub struct Plan<I> {
    pub ids: Vec<I>,
    pub segments: Vec<I>,
    pub rows: Vec<I>,
    pub entries: Vec<I>,
    pub shape: PlanShape,
}

impl Plan<i64> {
    /// A small one that keeps every rule.
    pub fn good(random: &mut Random) -> Self {
        let shape =
            PlanShape { values: random.within(1..6), operand_rows: random.within(1..5), output_rows: random.below(7) };
        let ids = random.some(shape.output_rows);
        let mut segments = vec![0];
        segments.extend(ids.iter().scan(0, |end, _| {
            *end += random.below(4) as i64;
            Some(*end)
        }));
        let terms = segments[ids.len()] as usize;
        let mut places = |bound| (0..terms).map(|_| random.below(bound) as i64).collect();
        Self { ids, segments, rows: places(shape.operand_rows), entries: places(shape.values), shape }
    }
}

impl<I: Index> Operand for Plan<I> {
    type Held<'a> = Shared<SegmentPlan<'a, I>>;

    fn draw(draw: &mut Draw) -> Self {
        let [values, operand_rows, output_rows] = [(); 3].map(|()| draw.dimension());
        let ids = draw.ids::<I>(output_rows, 0);
        let most = if values == 0 || operand_rows == 0 { 1 } else { 6 };
        let lengths: Vec<_> = ids.iter().map(|_| draw.random.below(most)).collect();
        let terms = lengths.iter().sum::<usize>();
        let mut places = |length: usize| -> Vec<I> {
            if draw.is_garbage() {
                let places = draw.places(terms, length);
                cut(&places.into_iter().chain([-1].into_iter().cycle()).take(terms).collect::<Vec<_>>())
            } else {
                (0..terms).map(|_| I::from_usize(draw.random.below(length))).collect()
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
        Self { ids, segments, rows, entries, shape }
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Shared(SegmentPlan::trusted(&self.ids, &self.segments, &self.rows, &self.entries, self.shape).unwrap())
    }
    fn facts(&mut self) -> Facts {
        let PlanShape { values, operand_rows, output_rows } = self.shape;
        Facts { lengths: [vec![operand_rows, output_rows, self.ids.len()], vec![], vec![values]], ids: None }
    }
}
