use super::check;
use lacuna::segments::SegmentPlan;
use lacuna::{Dense, Index, KernelError, RowSparseMut, dot};
use lacuna_testing::broken::{self, Rule};
use lacuna_testing::fitting;
use lacuna_testing::operands::Plan;

/// What the two constructors return, and up to which rule they check, if the indices fit the type.
fn functions<I: Index>(plan: &Plan<i64>) -> Option<[(Rule, Result<usize, KernelError>); 2]> {
    let Plan { ids, segments, rows, entries, shape } = plan;
    let (ids, segments, rows, entries) = (fitting::<I>(ids)?, fitting(segments)?, fitting(rows)?, fitting(entries)?);
    let functions = [SegmentPlan::new, SegmentPlan::trusted];
    let [checked, trusted] =
        functions.map(|function| function(&ids, &segments, &rows, &entries, *shape).map(|plan| plan.terms()));
    Some([(Rule::Indices, checked), (Rule::Lengths, trusted)])
}

fn every_rule<I: Index>(good: &Plan<i64>) {
    assert!(functions::<I>(good).unwrap().iter().all(|(_, found)| *found == Ok(good.rows.len())));
    for broken in broken::plan::<I>(good) {
        for (checked, found) in functions::<I>(&broken.operand).into_iter().flatten() {
            assert_eq!(found, broken.expected(checked, broken.operand.rows.len()), "{broken:?}");
        }
    }
}

#[test]
fn every_broken_rule_is_told() {
    check(|random| {
        let good = Plan::good(random);
        every_rule::<i32>(&good);
        every_rule::<i64>(&good);
        every_rule::<u32>(&good);
    });
}

#[test]
fn parts_are_made_again_by_the_trusting_door() {
    check(|random| {
        let (arrays, cut) = (Plan::good(random), [random.far_size(), random.far_size()]);
        let arrays_of = |numbers: &[i64]| fitting::<i32>(numbers).unwrap();
        let (ids, segments) = (arrays_of(&arrays.ids), arrays_of(&arrays.segments));
        let (rows, entries) = (arrays_of(&arrays.rows), arrays_of(&arrays.entries));
        let plan = SegmentPlan::new(&ids, &segments, &rows, &entries, arrays.shape).unwrap();
        let (start, end) = (cut[0] % (ids.len() + 1), cut[1] % (ids.len() + 1));
        let part = plan.segment_range(start.min(end)..start.max(end)).unwrap();
        let again =
            SegmentPlan::trusted(part.ids(), part.segments(), part.term_rows(), part.entries(), part.shape()).unwrap();
        assert_eq!(
            (again.ids(), again.segments(), again.term_rows(), again.entries()),
            (part.ids(), part.segments(), part.term_rows(), part.entries())
        );

        let values: Vec<f64> = (0..arrays.shape.values).map(|k| k as f64 + 0.5).collect();
        let operand: Vec<f64> = (0..arrays.shape.operand_rows).map(|k| k as f64 - 1.5).collect();
        let sums = |plan: &SegmentPlan<i32>| {
            let mut sums = vec![9.0; plan.stored_rows()];
            let out = RowSparseMut::trusted(arrays.shape.output_rows, 1, plan.ids(), &mut sums).unwrap();
            dot::csr_t_dense(plan, &values, Dense::new(arrays.shape.operand_rows, 1, &operand).unwrap(), out).unwrap();
            sums
        };
        assert_eq!(sums(&again), sums(&plan)[start.min(end)..start.max(end)]);
        assert_eq!(again.partition(3).collect::<Vec<_>>(), part.partition(3).collect::<Vec<_>>());
    });
}
