use super::{Broken, Changes, Rule};
use crate::operands::Plan;
use lacuna::error::Operand;
use lacuna::segments::PlanShape;
use lacuna::{Index, KernelError};

/// Every way to break one rule of a good plan, whose indices are of type `I`.
pub fn plan<I: Index>(good: &Plan<i64>) -> Vec<Broken<Plan<i64>, KernelError>> {
    let mut changes = Changes::of(good);
    let (stored, terms) = (good.ids.len(), good.rows.len());
    let PlanShape { values, operand_rows, output_rows } = good.shape;
    let shape = |operand, expected, found| KernelError::Shape { operand, axis: 2, expected, found };
    changes.with(Rule::Lengths, shape(Operand::Segments, stored + 1, stored + 2), |a| a.segments.push(terms as i64));
    changes.with(Rule::Lengths, shape(Operand::Segments, stored + 1, stored), |a| _ = a.segments.pop());
    changes.with(Rule::Lengths, shape(Operand::Segments, stored + 1, 0), |a| a.segments.clear());
    changes.with(Rule::Lengths, shape(Operand::Entries, terms, terms + 1), |a| a.entries.push(0));
    if terms > 1 {
        changes.with(Rule::Lengths, shape(Operand::Entries, terms, terms - 1), |a| _ = a.entries.pop());
    }
    if terms > 0 && terms != values {
        // In order, with other values.
        let error = KernelError::Shape { operand: Operand::Values, axis: 2, expected: terms, found: values };
        changes.with(Rule::Indices, error, |a| a.entries.clear());
    }
    for entry in 0..stored {
        for (found, fault, expected) in super::indices(&good.ids, 0, entry, output_rows) {
            changes.with(Rule::Indices, KernelError::Ids { entry, fault, expected, found }, |a| a.ids[entry] = found);
        }
    }
    // As sizes, negative numbers are the largest ones of the type.
    let size = |found: i64| if size_of::<I>() == 4 { found as u32 as usize } else { found as usize };
    let pattern =
        |operand, row, expected: usize, found: i64| KernelError::Pattern { operand, row, expected, found: size(found) };
    for segment in 0..=stored {
        let before = if segment == 0 { 0 } else { good.segments[segment - 1] as usize };
        // The first is 0 and the last the number of terms.
        let (least, most) = (if segment == stored { terms } else { before }, if segment == 0 { 0 } else { terms });
        for found in [before as i64 - 1, terms as i64 + 1, i64::from(i32::MIN), i64::from(i32::MAX)] {
            let expected = if size(found) < least { least } else { most };
            changes.with(Rule::Indices, pattern(Operand::Segments, segment, expected, found), |a| {
                a.segments[segment] = found
            });
        }
    }
    if terms > 0 {
        changes.with(Rule::Indices, pattern(Operand::Segments, 0, if stored == 0 { terms } else { 0 }, 1), |a| {
            a.segments[0] = 1
        });
    }
    for term in 0..terms {
        for found in [-1, i64::from(i32::MAX)] {
            changes
                .with(Rule::Indices, pattern(Operand::Rows, term, operand_rows - 1, found), |a| a.rows[term] = found);
            changes
                .with(Rule::Indices, pattern(Operand::Entries, term, values - 1, found), |a| a.entries[term] = found);
        }
        changes.with(Rule::Indices, pattern(Operand::Rows, term, operand_rows - 1, operand_rows as i64), |a| {
            a.rows[term] = operand_rows as i64
        });
        changes.with(Rule::Indices, pattern(Operand::Entries, term, values - 1, values as i64), |a| {
            a.entries[term] = values as i64
        });
    }
    changes.broken
}
