//! Whether an argument can be the one at fault, by what it holds: the model does not know by which name a function
//! calls it.
use super::call::{Argument, Call, Contents};
use super::element::Element;
use super::record::{Array, Field, Role};
use lacuna_capi::status::OperandCode;
use lacuna_capi::{ErrorNumbers, Kind, Status};

/// Numbers of an error whose argument is not 0: what they tell is found in that argument.
pub fn is_at_fault(call: &Call, numbers: &ErrorNumbers) -> bool {
    let Some((_, argument)) = call.numbered().find(|(number, _)| *number == numbers.argument) else { return false };
    let kind = call.function.parameters[numbers.argument as usize - 1].kind;
    let found = numbers.found as u64;
    match Status::from_number(numbers.status) {
        Some(Status::Shape | Status::Capacity) => {
            let near = |size: u64| [size, size.wrapping_sub(1), size.wrapping_add(1)];
            sizes(call, argument).into_iter().flat_map(near).any(|size| size == found)
                || kind == Kind::Csr && named_entries(call, numbers) == Some([numbers.expected as u64, found])
        }
        Some(Status::Ids) => holds(call, numbers, numbers.entry, numbers.found),
        Some(Status::Pattern) => {
            is_written(call, numbers) || matches!(kind, Kind::Csr) || holds(call, numbers, numbers.row, numbers.found)
        }
        Some(Status::MissingRow) => is_written(call, numbers),
        Some(Status::Range) => match argument {
            Argument::Size(size) => [found, numbers.row as u64].contains(&(*size as u64)),
            // As many ids as a list has.
            _ => matches!(kind, Kind::Indices | Kind::IndicesMut) && sizes(call, argument).contains(&found),
        },
        Some(Status::Parameter) => reals(call, argument).contains(&found),
        Some(Status::Index | Status::Dimension) => match argument {
            Argument::Size(size) => [found, found.wrapping_add(1)].contains(&(*size as u64)),
            // What its numbers add up to.
            _ => call.function.name == "lacuna_cast_accumulate_indptr" && numbers.argument == 1,
        },
        _ => false,
    }
}

/// Every size that the argument gives: fields, lengths of arrays, and what a matrix has in all.
fn sizes(call: &Call, argument: &Argument) -> Vec<u64> {
    let mut sizes = match argument {
        Argument::Record { home, .. } => {
            let record = &call.records(*home)[0];
            let fields = record.fields.iter().filter_map(|(_, field)| match field {
                Field::Size(size) => Some(*size as u64),
                _ => None,
            });
            let arrays = record.arrays().into_iter().map(|(_, length)| length as u64);
            fields.chain(arrays).collect()
        }
        Argument::Array(_, length) => vec![*length as u64],
        Argument::List { home, length, .. } => {
            let of_record = call.records(*home).iter().take(*length).flat_map(|record| &record.fields);
            let fields = of_record.filter_map(|(_, field)| match field {
                Field::Size(size) => Some(*size as u64),
                _ => None,
            });
            fields.chain([*length as u64]).collect()
        }
        Argument::Size(size) => vec![*size as u64],
        Argument::Scalar(_) => vec![1],
        Argument::Answer { .. } => vec![],
    };
    let products: Vec<_> =
        sizes.iter().flat_map(|left| sizes.iter().map(move |right| left.saturating_mul(*right))).collect();
    sizes.extend(products);
    sizes
}

/// The arrays of the argument of an error.
fn arrays(call: &Call, numbers: &ErrorNumbers) -> Vec<(Array, usize)> {
    let own = call.uses().into_iter().filter(|used| used.argument == numbers.argument);
    own.map(|used| (used.array, used.length)).collect()
}

/// Of a csr, how many entries it has, and how many of them its pointers name, by rows that lie inside.
fn named_entries(call: &Call, numbers: &ErrorNumbers) -> Option<[u64; 2]> {
    let arrays = arrays(call, numbers);
    let of = |operand| arrays.iter().copied().find(|(array, _)| array.operand == operand);
    let ((indptr, length), (_, nnz)) = (of(OperandCode::Indptr)?, of(OperandCode::Indices)?);
    let Contents::Numbers(_, bytes) = &call.regions[indptr.pointer.region?].contents else { return None };
    let start = indptr.pointer.offset;
    let pointers =
        indptr.element.bits(bytes.get(start..start.checked_add(length.checked_mul(indptr.element.size())?)?)?);
    let place = |pointer: u64| pointer.wrapping_sub(pointers[0]);
    let of_row = |pair: &[u64]| match [place(pair[0]), place(pair[1])] {
        [start, end] if start <= end && end <= nnz as u64 => end - start,
        _ => 0,
    };
    Some([nnz as u64, pointers.windows(2).map(of_row).sum()])
}

fn is_written(call: &Call, numbers: &ErrorNumbers) -> bool {
    arrays(call, numbers).iter().any(|(array, _)| array.written)
}

/// True if one of the arrays of the argument has this number there.
fn holds(call: &Call, numbers: &ErrorNumbers, place: i64, found: i64) -> bool {
    let Ok(place) = usize::try_from(place) else { return false };
    arrays(call, numbers).into_iter().any(|(Array { pointer, element, .. }, length)| {
        let (size, region) = (element.size(), pointer.region.map(|region| &call.regions[region].contents));
        let Some(Contents::Numbers(_, bytes)) = region else { return false };
        let start = pointer.offset + place.saturating_mul(size);
        let Some(bytes) = start.checked_add(size).and_then(|end| bytes.get(start..end)) else { return false };
        let bits = element.bits(bytes)[0];
        let is_found = match element {
            // A trusted index below 0 is one without a sign for the kernel.
            Element::I32 => [i64::from(bits as u32 as i32), i64::from(bits as u32)].contains(&found),
            Element::U32 => i64::from(bits as u32) == found,
            Element::I64 | Element::Size => bits as i64 == found,
            _ => false,
        };
        place < length && is_found
    })
}

/// The bits of the numbers of a rule, or those of a number: as a `double`, whatever it is.
fn reals(call: &Call, argument: &Argument) -> Vec<u64> {
    match argument {
        Argument::Record { home, .. } => {
            let fields = call.records(*home)[0].fields.iter();
            fields
                .filter_map(|(_, field)| if let Field::Real(real) = field { Some(real.to_bits()) } else { None })
                .collect()
        }
        Argument::Size(size) => vec![*size as u64, (*size as f64).to_bits()],
        Argument::Scalar(array) => {
            let Some(Contents::Numbers(_, bytes)) = array.pointer.region.map(|region| &call.regions[region].contents)
            else {
                return vec![];
            };
            let element = call.named(Role::Value).unwrap_or(array.element);
            let Some(bytes) = bytes.get(array.pointer.offset..array.pointer.offset + element.size()) else {
                return vec![];
            };
            let bits = bytes.iter().rev().fold(0_u64, |bits, &byte| bits << 8 | u64::from(byte));
            match element {
                Element::F32 => vec![f64::from(f32::from_bits(bits as u32)).to_bits()],
                _ => vec![bits],
            }
        }
        _ => vec![],
    }
}
