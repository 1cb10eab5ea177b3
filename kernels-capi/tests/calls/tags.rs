//! Types of operands: every function with every type in every struct, where they are looked at, and where not.
use super::model::base::good;
use super::model::call::{Argument, Call, Contents};
use super::model::check::{Answered, check};
use super::model::element::{Element, INDICES, NUMBERS};
use super::model::memory::{Guards, Pointer};
use super::model::record::{Field, Role};
use super::model::types::{Typed, typed, values};
use super::{cases, draws, turn};
use lacuna_capi::scratch::{lacuna_block_ends_scratch, lacuna_plan_scratch};
use lacuna_capi::{ErrorNumbers, Status};

/// A type that a struct names: the region and the place of the struct, and that of the field.
#[derive(Clone, Copy, Debug)]
struct Tag {
    argument: u32,
    region: usize,
    record: usize,
    field: usize,
    role: Role,
    is_looked_at: bool,
}

/// All of a call.
fn tags(call: &Call) -> Vec<Tag> {
    let mut tags = Vec::new();
    for (argument, of_call) in call.numbered() {
        let (Argument::Record { home: region, .. } | Argument::List { home: region, .. }) = *of_call else { continue };
        for (record, of_region) in call.records(region).iter().enumerate() {
            let fields = of_region.fields.iter().enumerate().filter(|(_, (_, field))| matches!(field, Field::Type(_)));
            for ((field, _), &role) in fields.zip(Role::of_kind(of_region.kind)) {
                let is_looked_at = of_region.tags().iter().any(|(of_tag, _)| *of_tag == role);
                tags.push(Tag { argument, region, record, field, role, is_looked_at });
            }
        }
    }
    tags
}

/// The call with other types there.
fn with(call: &Call, tags: &[Tag], tag: u32) -> Call {
    let mut call = call.clone();
    for place in tags {
        call.records_mut(place.region)[place.record].fields[place.field].1 = Field::Type(tag);
    }
    call
}

/// A good call with a place for the numbers of an error.
fn told(made: Typed, case: usize) -> Call {
    let mut call = good(made, &mut draws(&made.name(), case));
    let is_place = |region: &_| matches!(region, Contents::Answer(56));
    let place = call.regions.iter().rposition(|region| is_place(&region.contents)).unwrap();
    call.error = Pointer::to(place);
    call
}

fn refused(answered: Option<Answered>, call: &Call) -> ErrorNumbers {
    let answered = answered.unwrap_or_else(|| panic!("nothing of it is read: {call:?}"));
    assert_eq!(answered.status, Status::Type, "{call:?}");
    answered.numbers.unwrap()
}

/// What is no type of values, or of indices, is refused wherever it stands: with the argument's number, with what it
/// should be, as far as any other operand says it, and with what it is.
#[test]
fn no_type_is_refused_in_every_struct() {
    let mut count = 0;
    for made in typed() {
        let _turn = turn(made.function);
        for case in 0..cases(12) {
            let call = told(made, case);
            for place in tags(&call).iter().filter(|tag| tag.is_looked_at) {
                let of_role = if place.role == Role::Value { made.value } else { made.index };
                let is_index = place.role == Role::Index && made.function.types != "N M";
                let never: &[u32] = if is_index { &[1, 2, 3, 4, 5, 6] } else { &[9] };
                for &found in [0, 10, 77, 1 << 8, u32::MAX].iter().chain(never) {
                    let call = with(&call, &[*place], found);
                    let numbers = refused(check(&call, Guards::Bytes), &call);
                    assert_eq!((numbers.argument, numbers.found), (place.argument, found.into()), "{call:?}");
                    let of_others = call.named(place.role);
                    assert_eq!(numbers.expected, of_others.map_or(0, |element| element.tag().into()), "{call:?}");
                    assert!(of_others.is_none() || of_others == of_role, "{call:?}");
                    count += 1;
                }
            }
        }
    }
    println!("{count} calls");
}

/// A type that is one, but not that of the first operand.
#[test]
fn another_type_than_the_first_operand_is_refused() {
    for made in typed().filter(|made| made.function.types != "N M") {
        let _turn = turn(made.function);
        for case in 0..cases(12) {
            let call = told(made, case);
            for role in [Role::Value, Role::Index] {
                let of_role: Vec<_> =
                    tags(&call).into_iter().filter(|tag| tag.is_looked_at && tag.role == role).collect();
                // A list is one operand, of which the first struct counts.
                let operands: Vec<_> = of_role.iter().filter(|tag| tag.record == 0).collect();
                let Some(own) = call.named(role) else { continue };
                let others: &[Element] = if role == Role::Value { &NUMBERS } else { &INDICES };
                for other in others.iter().filter(|other| **other != own) {
                    for place in &of_role {
                        let is_first = place.argument == operands[0].argument && place.record == 0;
                        let changed = with(&call, &[*place], other.tag());
                        if is_first && (of_role.len() == 1 || other.size() > own.size()) {
                            // It is the only one, or its arrays may be too short for that type, or misaligned.
                            check(&changed, Guards::Bytes);
                            continue;
                        }
                        let numbers = refused(check(&changed, Guards::Bytes), &changed);
                        let expected = if is_first {
                            (other.tag().into(), own.tag().into())
                        } else {
                            (own.tag().into(), other.tag().into())
                        };
                        let found = (numbers.expected, numbers.found);
                        let unmade = is_first && role == Role::Value && !values(made.function).contains(other);
                        assert!(
                            found == expected || unmade && found == (0, other.tag().into()),
                            "{numbers:?}: {changed:?}"
                        );
                        if found == expected && !is_first {
                            assert_eq!(numbers.argument, place.argument, "{changed:?}");
                        }
                    }
                }
            }
        }
    }
}

/// Values that a function does not support: nothing is expected.
#[test]
fn types_that_a_function_is_not_made_for() {
    let mut count = 0;
    for made in typed() {
        let _turn = turn(made.function);
        let Some(own) = made.value else { continue };
        for case in 0..cases(12) {
            let call = told(made, case);
            let of_values: Vec<_> = tags(&call).into_iter().filter(|tag| tag.role == Role::Value).collect();
            // Of no more bytes, so that the arrays are long enough, and aligned.
            let not_made = |other: &&Element| !values(made.function).contains(other) && other.size() <= own.size();
            for other in NUMBERS.iter().filter(not_made) {
                let call = with(&call, &of_values, other.tag());
                if call.named(Role::Value).is_none() {
                    continue;
                }
                let numbers = refused(check(&call, Guards::Bytes), &call);
                assert_eq!((numbers.expected, numbers.found), (0, other.tag().into()), "{call:?}");
                count += 1;
            }
        }
    }
    assert!(count > 0);
    println!("{count} calls");
}

/// Dense rows, and what is broadcast without indices, may have anything as the type of these.
#[test]
fn the_type_of_indices_is_not_looked_at_where_there_are_none() {
    let mut functions = std::collections::BTreeSet::new();
    for made in typed() {
        let _turn = turn(made.function);
        for case in 0..cases(40) {
            let call = told(made, case);
            for place in tags(&call).iter().filter(|tag| !tag.is_looked_at) {
                for tag in [0, 1, 2, 7, 8, 9, 10, u32::MAX] {
                    let call = with(&call, &[*place], tag);
                    let answered = check(&call, Guards::Bytes).expect("a good call keeps the contract");
                    assert_eq!(answered.status, Status::Ok, "{call:?}");
                }
                functions.insert(made.function.path);
            }
        }
    }
    assert!(
        cases(40) < 40 || functions.iter().any(|path| path.0 == "optim") && functions.contains(&("binary", "rows_add")),
        "{functions:?}"
    );
}

#[test]
fn scratch_of_plans_and_block_ends() {
    for entries in [0, 1, 5, 33, 1000, 1 << 40] {
        let key = |bytes| lacuna::segments::plan_scratch(entries).saturating_mul(bytes);
        assert_eq!([7, 9, 8].map(|tag| lacuna_plan_scratch(tag, entries)), [key(8), key(8), key(16)]);
        let counts = |bytes| lacuna::dot::block_ends_scratch(entries).saturating_mul(bytes);
        assert_eq!([7, 9, 8].map(|tag| lacuna_block_ends_scratch(tag, entries)), [counts(4), counts(4), counts(8)]);
    }
    // Of what is no type of indices, no scratch is enough.
    for tag in (0..7).chain([10, 77, u32::MAX]) {
        assert_eq!([lacuna_plan_scratch(tag, 0), lacuna_block_ends_scratch(tag, 9)], [usize::MAX; 2]);
    }
    assert_eq!(INDICES.map(Element::tag), [7, 8, 9]);
}
