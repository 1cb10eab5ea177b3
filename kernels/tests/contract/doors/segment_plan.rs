use super::{ascending, broken_indices, cast};
use crate::random::{check, within};
use lacuna::error::Operand;
use lacuna::segments::{PlanShape, SegmentPlan};
use lacuna::{Dense, Index, KernelError, RowSparseMut, dot};
use quickcheck::{Arbitrary, Gen};

/// The arrays of a plan.
#[derive(Clone, Debug)]
struct Arrays {
    ids: Vec<i64>,
    segments: Vec<i64>,
    rows: Vec<i64>,
    entries: Vec<i64>,
    shape: [usize; 3],
}

impl Arbitrary for Arrays {
    fn arbitrary(g: &mut Gen) -> Self {
        let shape = [within(g, 1..6), within(g, 1..5), within(g, 0..7)];
        let ids = ascending(g, shape[2]);
        let mut segments = vec![0];
        segments.extend(ids.iter().scan(0, |end, _| {
            *end += within(g, 0..4) as i64;
            Some(*end)
        }));
        let terms = segments[ids.len()] as usize;
        let mut places = |bound| (0..terms).map(|_| within(g, 0..bound) as i64).collect();
        Self { ids, segments, rows: places(shape[1]), entries: places(shape[0]), shape }
    }
}

impl Arrays {
    fn shape(&self) -> PlanShape {
        let [values, operand_rows, output_rows] = self.shape;
        PlanShape { values, operand_rows, output_rows }
    }

    /// What the two constructors return (checked, unchecked), if the indices fit the type.
    fn doors<I: Index>(&self) -> Option<[Result<usize, KernelError>; 2]> {
        let (ids, segments, rows, entries) = (cast::<I>(&self.ids)?, cast(&self.segments)?, cast(&self.rows)?, cast(&self.entries)?);
        let doors = [SegmentPlan::new, SegmentPlan::trusted];
        Some(doors.map(|door| door(&ids, &segments, &rows, &entries, self.shape()).map(|plan| plan.terms())))
    }
}

/// Every way to break one rule, with the error of the checked constructor, and whether the unchecked one finds it, too.
fn broken<I: Index>(good: &Arrays) -> Vec<(Arrays, KernelError, bool)> {
    let mut broken = Vec::new();
    let mut with = |change: &dyn Fn(&mut Arrays), error, lengths| {
        let mut arrays = good.clone();
        change(&mut arrays);
        broken.push((arrays, error, lengths));
    };
    let (stored, terms) = (good.ids.len(), good.rows.len());
    let shape = |expected, found| KernelError::Shape { operand: Operand::Plan, axis: 2, expected, found };
    with(&|a| a.segments.push(terms as i64), shape(stored + 1, stored + 2), true);
    with(&|a| _ = a.segments.pop(), shape(stored + 1, stored), true);
    with(&|a| a.segments.clear(), shape(stored + 1, 0), true);
    with(&|a| a.entries.push(0), shape(terms, terms + 1), true);
    if terms > 1 {
        with(&|a| _ = a.entries.pop(), shape(terms, terms - 1), true);
    }
    if terms > 0 && terms != good.shape[0] {
        // In order, with other values.
        let found = good.shape[0];
        with(&|a| a.entries.clear(), KernelError::Shape { operand: Operand::Values, axis: 2, expected: terms, found }, false);
    }
    for entry in 0..stored {
        for (found, fault, expected) in broken_indices(&good.ids, 0, entry, good.shape[2]) {
            with(&|a| a.ids[entry] = found, KernelError::Ids { entry, fault, expected, found }, false);
        }
    }
    // As sizes, negative numbers are the largest ones of the type.
    let size = |found: i64| if size_of::<I>() == 4 { found as u32 as usize } else { found as usize };
    let pattern = |row, expected: usize, found: i64| KernelError::Pattern { operand: Operand::Plan, row, expected, found: size(found) };
    for segment in 0..=stored {
        let before = if segment == 0 { 0 } else { good.segments[segment - 1] as usize };
        // The first is 0 and the last the number of terms.
        let (least, most) = (if segment == stored { terms } else { before }, if segment == 0 { 0 } else { terms });
        for found in [before as i64 - 1, terms as i64 + 1, i64::from(i32::MIN), i64::from(i32::MAX)] {
            let expected = if size(found) < least { least } else { most };
            with(&|a| a.segments[segment] = found, pattern(segment, expected, found), false);
        }
    }
    if terms > 0 {
        with(&|a| a.segments[0] = 1, pattern(0, if stored == 0 { terms } else { 0 }, 1), false);
    }
    for term in 0..terms {
        for found in [-1, i64::from(i32::MAX)] {
            with(&|a| a.rows[term] = found, pattern(term, good.shape[1] - 1, found), false);
            with(&|a| a.entries[term] = found, pattern(term, good.shape[0] - 1, found), false);
        }
        with(&|a| a.rows[term] = a.shape[1] as i64, pattern(term, good.shape[1] - 1, good.shape[1] as i64), false);
        with(&|a| a.entries[term] = a.shape[0] as i64, pattern(term, good.shape[0] - 1, good.shape[0] as i64), false);
    }
    broken
}

fn every_rule<I: Index>(good: &Arrays) {
    let terms = good.rows.len();
    assert_eq!(good.doors::<I>(), Some([Ok(terms); 2]));
    for (arrays, error, lengths) in broken::<I>(good) {
        let Some(found) = arrays.doors::<I>() else { continue };
        assert_eq!(found, [Err(error), if lengths { Err(error) } else { Ok(arrays.rows.len()) }], "{arrays:?}");
    }
}

#[test]
fn every_broken_rule_is_told() {
    fn property(good: Arrays) {
        every_rule::<i32>(&good);
        every_rule::<i64>(&good);
        every_rule::<u32>(&good);
    }
    check(property as fn(Arrays));
}

#[test]
fn parts_are_made_again_by_the_trusting_door() {
    fn property(arrays: Arrays, cut: (usize, usize)) {
        let arrays_of = |numbers: &[i64]| cast::<i32>(numbers).unwrap();
        let (ids, segments) = (arrays_of(&arrays.ids), arrays_of(&arrays.segments));
        let (rows, entries) = (arrays_of(&arrays.rows), arrays_of(&arrays.entries));
        let plan = SegmentPlan::new(&ids, &segments, &rows, &entries, arrays.shape()).unwrap();
        let (start, end) = (cut.0 % (ids.len() + 1), cut.1 % (ids.len() + 1));
        let part = plan.segment_range(start.min(end)..start.max(end)).unwrap();
        let again = SegmentPlan::trusted(part.ids(), part.segments(), part.term_rows(), part.entries(), part.shape()).unwrap();
        assert_eq!(
            (again.ids(), again.segments(), again.term_rows(), again.entries()),
            (part.ids(), part.segments(), part.term_rows(), part.entries())
        );

        let values: Vec<f64> = (0..arrays.shape[0]).map(|k| k as f64 + 0.5).collect();
        let operand: Vec<f64> = (0..arrays.shape[1]).map(|k| k as f64 - 1.5).collect();
        let sums = |plan: &SegmentPlan<i32>| {
            let mut sums = vec![9.0; plan.stored_rows()];
            let out = RowSparseMut::trusted(arrays.shape[2], 1, plan.ids(), &mut sums).unwrap();
            dot::csr_t_dense(plan, &values, Dense::new(arrays.shape[1], 1, &operand).unwrap(), out).unwrap();
            sums
        };
        assert_eq!(sums(&again), sums(&plan)[start.min(end)..start.max(end)]);
        assert_eq!(again.partition(3).collect::<Vec<_>>(), part.partition(3).collect::<Vec<_>>());
    }
    check(property as fn(Arrays, (usize, usize)));
}
