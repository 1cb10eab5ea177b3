//! Changes that make a good call wrong, or leave it good.
use super::call::{Argument, Call, Contents, ERROR_BYTES, Region, Use};
use super::element::{Element, Number};
use super::memory::Pointer;
use super::record::{Array, Field, Record};
use lacuna_capi::Kind;
use lacuna_testing::Random;

/// Where a pointer to an array stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Slot {
    Field { region: usize, record: usize, field: usize },
    Argument(usize),
}

/// Changes one thing, if the call has something of the kind that is drawn.
pub fn mutate(call: &mut Call, random: &mut Random) {
    match random.within(0..20) {
        0 => struct_pointer(call, random, |_, _| Pointer::NULL),
        1 => struct_pointer(call, random, |pointer, random| pointer.plus(random.within(1..8))),
        2 => array_pointer(call, random, |array, _| array.pointer = Pointer::NULL),
        3 => array_pointer(call, random, |array, random| {
            array.pointer = array.pointer.plus(1 + random.within(0..array.element.size().max(2) - 1))
        }),
        4 | 5 => size(call, random, |_, random| random.far_size()),
        6 | 7 => size(call, random, |size, random| size.wrapping_add(random.within(0..5)).wrapping_sub(2)),
        8 => choice(call, random),
        9..12 => contents(call, random),
        12 | 13 => overlap(call, random),
        14 => error(call, random),
        15 => answer(call, random),
        16 => one_type(call, random),
        17 => all_types(call, random),
        18 => real(call, random),
        _ => shorter(call, random),
    }
}

/// Makes every array that can be trusted so, and fills index arrays with anything.
pub fn fill_with_garbage(call: &mut Call, random: &mut Random) {
    let slots = fields(call);
    for (region, record, field) in slots {
        let (name, field) = &mut call.records_mut(region)[record].fields[field];
        if let (&mut "trusted", Field::Choice { value, .. }) = (name, field) {
            *value = 1;
        }
    }
    let likely = random.one_of(&[1, 4, 12]);
    for region in &mut call.regions {
        if let Contents::Numbers(element @ (Element::I32 | Element::I64 | Element::U32), bytes) = &mut region.contents {
            for place in bytes.chunks_exact_mut(element.size()) {
                place.copy_from_slice(&element.encode(Number::Integer(random.index(likely))));
            }
        }
    }
}

/// Places of all fields of structs.
fn fields(call: &Call) -> Vec<(usize, usize, usize)> {
    let of_region = |(region, contents): (usize, &Contents)| {
        let records = if let Contents::Records(records) = contents { &records[..] } else { &[] };
        let places = |(record, fields): (usize, usize)| (0..fields).map(move |field| (region, record, field));
        records.iter().map(|record| record.fields.len()).enumerate().flat_map(places).collect::<Vec<_>>()
    };
    call.regions.iter().map(|region| &region.contents).enumerate().flat_map(of_region).collect()
}

fn slots(call: &Call) -> Vec<Slot> {
    let is_array = |&(region, record, field): &(usize, usize, usize)| {
        matches!(call.records(region)[record].fields[field].1, Field::Array(_))
    };
    let of_fields =
        fields(call).into_iter().filter(is_array).map(|(region, record, field)| Slot::Field { region, record, field });
    let loose = call
        .arguments
        .iter()
        .enumerate()
        .filter(|(_, argument)| matches!(argument, Argument::Array(..) | Argument::Scalar(_)));
    of_fields.chain(loose.map(|(place, _)| Slot::Argument(place))).collect()
}

fn array_at(call: &mut Call, slot: Slot) -> &mut Array {
    let found = match slot {
        Slot::Argument(place) => match &mut call.arguments[place] {
            Argument::Array(array, _) | Argument::Scalar(array) => Some(array),
            _ => None,
        },
        Slot::Field { region, record, field } => match &mut call.records_mut(region)[record].fields[field].1 {
            Field::Array(array) => Some(array),
            _ => None,
        },
    };
    found.expect("a slot of an array")
}

fn array_pointer(call: &mut Call, random: &mut Random, change: impl Fn(&mut Array, &mut Random)) {
    let slots = slots(call);
    if !slots.is_empty() {
        change(array_at(call, random.one_of(&slots)), random);
    }
}

fn struct_pointer(call: &mut Call, random: &mut Random, change: impl Fn(Pointer, &mut Random) -> Pointer) {
    let pointers = call.arguments.iter_mut().filter_map(|argument| match argument {
        Argument::Record { pointer, .. } | Argument::List { pointer, .. } => Some(pointer),
        _ => None,
    });
    let mut pointers: Vec<_> = pointers.collect();
    if !pointers.is_empty() {
        let place = random.within(0..pointers.len());
        *pointers[place] = change(*pointers[place], random);
    }
}

/// Changes a size: a field of a struct, an argument or the length of an array.
fn size(call: &mut Call, random: &mut Random, change: impl Fn(usize, &mut Random) -> usize) {
    let of_structs =
        records(&mut call.regions).flat_map(|record| &mut record.fields).filter_map(|(_, field)| match field {
            Field::Size(size) => Some(size),
            _ => None,
        });
    let mut sizes: Vec<_> = of_structs.collect();
    sizes.extend(call.arguments.iter_mut().filter_map(|argument| match argument {
        Argument::Size(size) | Argument::Array(_, size) | Argument::List { length: size, .. } => Some(size),
        _ => None,
    }));
    if sizes.is_empty() {
        return;
    }
    let place = random.within(0..sizes.len());
    // At times the size of something else.
    *sizes[place] =
        if random.once_in(6) { *sizes[random.within(0..sizes.len())] } else { change(*sizes[place], random) };
}

/// Takes elements from an array whose length is an argument: what a call needs room for is seldom drawn by other
/// changes.
fn shorter(call: &mut Call, random: &mut Random) {
    let loose = call.arguments.iter_mut().filter_map(|argument| match argument {
        Argument::Array(_, length) => Some(length),
        _ => None,
    });
    let of_structs =
        records(&mut call.regions).flat_map(|record| &mut record.fields).filter_map(|(name, field)| match field {
            Field::Size(length) if *name == "length" => Some(length),
            _ => None,
        });
    let mut lengths: Vec<_> = loose.chain(of_structs).filter(|length| **length > 0).collect();
    if !lengths.is_empty() {
        let place = random.within(0..lengths.len());
        *lengths[place] = if random.once_in(2) { *lengths[place] - 1 } else { random.within(0..*lengths[place]) };
    }
}

/// All structs.
fn records(regions: &mut [Region]) -> impl Iterator<Item = &mut Record> {
    let of_region = |region| match region {
        &mut Region { contents: Contents::Records(ref mut records), .. } => &mut records[..],
        _ => &mut [],
    };
    regions.iter_mut().flat_map(of_region)
}

/// The types that structs name: of values, and of the results of casts; and of indices.
fn types(call: &mut Call) -> [Vec<&mut u32>; 2] {
    let mut types = [const { Vec::new() }; 2];
    for Record { kind, fields } in records(&mut call.regions) {
        for (name, field) in fields {
            if let Field::Type(tag) = field {
                types[usize::from(
                    *name == "index_type" || matches!(kind, Kind::Indices | Kind::IndicesMut | Kind::NumbersMut),
                )]
                .push(tag);
            }
        }
    }
    types
}

/// Lets a struct name another type, or none.
fn one_type(call: &mut Call, random: &mut Random) {
    let mut types = types(call).into_iter().flatten().collect::<Vec<_>>();
    if !types.is_empty() {
        let place = random.within(0..types.len());
        *types[place] = random.one_of(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1 << 8, 1 << 31, u32::MAX]);
    }
}

/// Lets all structs name another type of values, or of indices: then the call is one for that type, or the function
/// does not support it.
fn all_types(call: &mut Call, random: &mut Random) {
    let (place, tag) = (random.within(0..2), random.within(1..10) as u32);
    for changed in &mut types(call)[place] {
        **changed = tag;
    }
}

/// Changes a hyper-parameter.
fn real(call: &mut Call, random: &mut Random) {
    let reals = records(&mut call.regions).flat_map(|record| &mut record.fields).filter_map(|(_, field)| match field {
        Field::Real(real) => Some(real),
        _ => None,
    });
    let mut reals: Vec<_> = reals.collect();
    if !reals.is_empty() {
        let place = random.within(0..reals.len());
        *reals[place] = random.one_of(&[-1.0, -0.0, 0.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, 1e-300]);
    }
}

fn choice(call: &mut Call, random: &mut Random) {
    let mut choices: Vec<_> = records(&mut call.regions)
        .flat_map(|record| &mut record.fields)
        .filter_map(|(_, field)| match field {
            Field::Choice { value, .. } => Some(value),
            _ => None,
        })
        .collect();
    if !choices.is_empty() {
        let place = random.within(0..choices.len());
        *choices[place] = random.one_of(&[0, 1, 2, 3, u32::MAX, 1 << 31, 1 << 8, 1 << 16]);
    }
}

/// Changes an index of an array, or what lies behind it.
fn contents(call: &mut Call, random: &mut Random) {
    let is_index =
        |used: &Use| matches!(used.array.element, Element::I32 | Element::I64 | Element::U32) && used.length > 0;
    let used: Vec<_> = call.uses().into_iter().filter(is_index).collect();
    if used.is_empty() {
        return;
    }
    let Use { array, length, .. } = random.one_of(&used);
    let place = random.within(0..length.min(64)).saturating_add(if random.once_in(8) { length } else { 0 });
    let bytes = array.element.encode(Number::Integer(random.index(5)));
    let start = array.pointer.plus(place.saturating_mul(bytes.len())).offset;
    if let Some(Contents::Numbers(_, region)) = array.pointer.region.map(|region| &mut call.regions[region].contents)
        && let Some(place) = start.checked_add(bytes.len()).and_then(|end| region.get_mut(start..end))
    {
        place.copy_from_slice(&bytes);
    }
}

/// Lets an array begin in another one.
fn overlap(call: &mut Call, random: &mut Random) {
    let slots = slots(call);
    let written: Vec<_> = slots.iter().copied().filter(|&slot| array_at(call, slot).written).collect();
    if slots.len() < 2 || written.is_empty() {
        return;
    }
    let (moved, other) = (random.one_of(&written), random.one_of(&slots));
    let (moved, other) = if random.once_in(2) { (moved, other) } else { (other, moved) };
    if moved != other {
        let (pointer, size) = (array_at(call, other).pointer, array_at(call, moved).element.size());
        array_at(call, moved).pointer = pointer.plus(size * random.one_of(&[0, 0, 1, 2]));
    }
}

/// A place for `bytes` bytes, aligned to 8, in any region that is long enough.
fn place(call: &Call, random: &mut Random, bytes: usize) -> Option<Pointer> {
    let starts = |region: usize| {
        let first = call.regions[region].skew.next_multiple_of(8) - call.regions[region].skew;
        (first..).step_by(8).take_while(move |start| start + bytes <= call.regions[region].size()).take(4)
    };
    let places: Vec<_> = (0..call.regions.len())
        .flat_map(|region| starts(region).map(move |start| Pointer::to(region).plus(start)))
        .collect();
    if places.is_empty() { None } else { Some(random.one_of(&places)) }
}

fn error(call: &mut Call, random: &mut Random) {
    call.error = match random.within(0..4) {
        0 => Pointer::NULL,
        1 => call.error.plus(random.within(1..8)),
        _ => place(call, random, ERROR_BYTES).unwrap_or(Pointer::NULL),
    };
}

/// Changes where an answer goes.
fn answer(call: &mut Call, random: &mut Random) {
    let of_answer = |argument: &Argument| match argument {
        Argument::Answer { shape, .. } => Some(shape.clone()),
        _ => None,
    };
    let Some(shape) = call.arguments.iter().find_map(of_answer) else { return };
    let own_kind = |argument: &Argument| match argument {
        Argument::Record { home, .. }
            if shape.as_ref().is_some_and(|shape| shape.kind == call.records(*home)[0].kind) =>
        {
            Some(*home)
        }
        _ => None,
    };
    let changed = match random.within(0..4) {
        0 => Some(Pointer::NULL),
        1 => Some(Pointer::at(8).plus(random.within(1..8))),
        2 => call.arguments.iter().find_map(own_kind).map(Pointer::to),
        _ => place(call, random, Argument::answer_size(&shape)),
    };
    for argument in &mut call.arguments {
        if let (Argument::Answer { pointer, .. }, Some(changed)) = (argument, changed) {
            *pointer = changed;
        }
    }
}
