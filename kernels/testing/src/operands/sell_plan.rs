use super::{Draw, Facts, Operand, Shared};
use crate::cut;
use lacuna::dot::{SellShape, sell_plan, sell_plan_length, sell_plan_transposed};
use lacuna::{Csr, Index};

pub struct SellPlan<I> {
    memory: Vec<I>,
    shape: SellShape,
}

/// Rows that make more than one window.
const WINDOWS: [usize; 2] = [4097, 8200];

impl<I: Index> SellPlan<I> {
    /// That of a matrix whose rows all have the pattern of the case, but every seventh, which has none.
    fn well_formed(draw: &mut Draw, rows: usize, columns: usize, transposed: bool) -> Self {
        let indices: Vec<I> = draw.ids(columns, 0);
        let mut indptr = vec![0];
        for row in 0..rows {
            indptr.push(indptr[row] + if row % 7 == 3 { 0 } else { indices.len() });
        }
        let indices = indices.repeat(indptr[rows] / indices.len().max(1));
        let values = vec![0.0_f32; indices.len()];
        let indptr: Vec<_> = indptr.into_iter().map(I::from_usize).collect();
        let a = Csr::new(rows, columns, &indptr, &indices, &values).unwrap();
        let mut memory = vec![I::from_usize(77); sell_plan_length(rows, a.nnz())];
        let made = if transposed {
            let entries: Vec<_> = (0..a.nnz()).rev().map(I::from_usize).collect();
            sell_plan_transposed(a, &entries, &mut memory)
        } else {
            sell_plan(a, &mut memory)
        };
        let shape = made.unwrap().shape();
        Self { memory, shape }
    }

    /// Memory with a few numbers again and again: kinds and lengths of slices, and places behind all ends.
    fn garbage(draw: &mut Draw, rows: usize, columns: usize, transposed: bool) -> Self {
        let nnz = draw.likely_entries(columns) * rows.min(200);
        let length = sell_plan_length(rows, nnz);
        let likely = if draw.once_in(2) { 8 } else { length };
        let some: Vec<I> = cut(&draw.places(50, likely));
        let memory =
            if some.is_empty() { vec![I::default(); length] } else { some.into_iter().cycle().take(length).collect() };
        Self { memory, shape: SellShape { rows, columns: draw.or_huge(columns, usize::MAX), nnz, transposed } }
    }
}

impl<I: Index> Operand for SellPlan<I> {
    type Held<'a> = Shared<lacuna::dot::SellPlan<'a, I>>;

    fn draw(draw: &mut Draw) -> Self {
        let (rows, columns, transposed) = (draw.dimension(), draw.dimension(), draw.once_in(2));
        if !draw.is_garbage() {
            return Self::well_formed(draw, rows, columns, transposed);
        }
        let rows = if draw.once_in(16) { draw.random.one_of(&WINDOWS) } else { rows };
        let good = draw.once_in(4);
        let mut plan = Self::garbage(draw, rows, columns, transposed);
        if good {
            // One that was made, of which some numbers are others.
            let of_nothing = [0.0_f32; 0];
            let indptr = vec![I::default(); rows + 1];
            let a = Csr::new(rows, columns, &indptr, &[], &of_nothing).unwrap();
            let made = sell_plan(a, &mut plan.memory[..]).map(|plan| plan.shape()).unwrap();
            plan.shape = SellShape { transposed, ..made };
            let (places, length) = (draw.places(5, plan.memory.len()), plan.memory.len());
            for (place, number) in places.iter().zip(cut::<I>(&draw.places(5, 9))) {
                plan.memory[(*place as usize) % length] = number;
            }
        }
        plan
    }
    fn hold(&mut self) -> Self::Held<'_> {
        Shared(lacuna::dot::SellPlan::trusted(&self.memory, self.shape).unwrap())
    }
    fn facts(&mut self) -> Facts {
        let SellShape { rows, columns, nnz, .. } = self.shape;
        // It asks for one column.
        Facts { lengths: [vec![rows], vec![columns, 1], vec![nnz]], ids: None }
    }
}
