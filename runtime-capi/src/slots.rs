//! Maps from ids to the rows of a table.
use crate::failure::{Failure, Status, answer};
use crate::raw;
use lacuna::error::SlotMapError;
use lacuna::rows::{Admitted, Assigned, Eviction, SlotMap, SlotMapMut, SlotMapOptions};
use serde::Deserialize;
use std::ffi::c_char;

/// Settings of a map.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Settings {
    slots: usize,
    candidates: usize,
    admit_after: u32,
    eviction: Rule,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Rule {
    Age,
    Frequency,
}

impl Default for Settings {
    fn default() -> Self {
        Self { slots: 0, candidates: 0, admit_after: 1, eviction: Rule::Age }
    }
}

/// A map from ids of 64 bits to slots, the rows of a table that the caller owns.
pub struct Slots {
    /// Whose words were leaked. None while it is dropped.
    map: Option<SlotMapMut<'static>>,
}

/// A slot that was given to an id: its row, and the states of the row, are to be made anew.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlotAssigned {
    /// Whose it is.
    pub id: u64,
    /// Whose it was, if `was_used`; the row is still that id's.
    pub evicted: u64,
    /// The slot. None occurs twice in a call.
    pub slot: i64,
    /// 1 if it was another id's, else 0.
    pub was_used: u64,
}

/// What a call of `lacuna_slots_admit` has done.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlotsAdmitted {
    /// Slots that were given to ids: the first elements of `assigned`.
    pub assigned: usize,
    /// Occurrences without a slot.
    pub missing: usize,
    /// Those of them that found all slots in use in this step.
    pub refused: usize,
}

/// How full a map is.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SlotsUse {
    /// All slots.
    pub slots: usize,
    /// Slots that belong to an id.
    pub used: usize,
    /// Ids that are counted, and have no slot yet.
    pub candidates: usize,
    /// The last step.
    pub step: u64,
}

impl Slots {
    fn new(text: &str) -> Result<Self, Failure> {
        let Settings { slots, candidates, admit_after, eviction } = serde_json::from_str(text)?;
        let eviction = match eviction {
            Rule::Age => Eviction::Age,
            Rule::Frequency => Eviction::Frequency,
        };
        let options = SlotMapOptions { slots, candidates, admit_after, eviction };
        // What is refused for another reason takes no memory.
        match SlotMapMut::new(options, &mut []) {
            Err(SlotMapError::Capacity { .. }) | Ok(_) => {}
            Err(error) => return Err(Failure::settings(error)),
        }
        let mut words = Vec::new();
        let length = options.length();
        if words.try_reserve_exact(length).is_err() {
            return Err(Failure::Settings(format!("a map of {length} words of 64 bits is more than memory")));
        }
        words.resize(length, 0);
        Self::of(words, |words| SlotMapMut::new(options, words)).map_err(Failure::settings)
    }

    fn load(words: &[u64]) -> Result<Self, Failure> {
        // The map has a part of its own of them.
        let length = SlotMap::load(words).map_err(refused)?.words().len();
        Self::of(words[..length].to_vec(), SlotMapMut::load).map_err(refused)
    }

    /// A map whose words live until it is dropped.
    fn of(
        words: Vec<u64>,
        make: impl FnOnce(&'static mut [u64]) -> Result<SlotMapMut<'static>, SlotMapError>,
    ) -> Result<Self, SlotMapError> {
        Ok(Self { map: Some(make(Box::leak(words.into_boxed_slice()))?) })
    }

    fn map(&self) -> Result<SlotMap<'_>, Failure> {
        self.map.as_ref().map(SlotMapMut::as_slot_map).ok_or_else(freed)
    }

    fn map_mut(&mut self) -> Result<&mut SlotMapMut<'static>, Failure> {
        self.map.as_mut().ok_or_else(freed)
    }
}

fn freed() -> Failure {
    Failure::Argument("the map is freed".to_owned())
}

fn refused(error: SlotMapError) -> Failure {
    Failure::Data(error.to_string())
}

/// Ids, the places of their slots, and that of a number.
///
/// # Safety
/// Those of [`raw`].
unsafe fn lists<'a>(
    (ids, slots, length): (*const u64, *mut i64, usize),
    (count, name): (*mut usize, &str),
) -> Result<(&'a [u64], &'a mut [i64], &'a mut usize), Failure> {
    // SAFETY: as the caller's.
    unsafe {
        Ok((raw::array(ids, length, "ids")?, raw::array_mut(slots, length, "slots")?, raw::one_mut(count, name)?))
    }
}

impl Drop for Slots {
    fn drop(&mut self) {
        if let Some(map) = self.map.take() {
            // SAFETY: they are the whole of a box that was leaked for this map.
            unsafe { raw::free_words(map.into_words()) }
        }
    }
}

/// A map from ids of 64 bits to `slots` rows of a table of the caller, all of which are free. `settings` is a JSON
/// object: `slots`, `admit_after` (with which occurrence an id gets a slot, 1), `candidates` (ids whose occurrences are
/// counted before that, 0), `eviction` (whose slot a new id takes where none is free: `age`, that of the least last
/// step, or `frequency`, that of the least count). `*out` is a handle for `lacuna_slots_free`. Takes 64 bytes for each
/// slot and candidate, 80 by frequency.
///
/// # Safety
/// `settings` ends with a zero; `out` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_slots_new(settings: *const c_char, out: *mut *mut Slots) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe { raw::give(Slots::new(raw::text(settings, "settings")?)?, out, "out") }
    })
}

/// The map of words that `lacuna_slots_words` has given, which are checked and copied.
///
/// # Safety
/// There are `length` words; `out` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_slots_load(words: *const u64, length: usize, out: *mut *mut Slots) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe { raw::give(Slots::load(raw::array(words, length, "words")?)?, out, "out") }
    })
}

/// Frees the handle. Null is none.
///
/// # Safety
/// The handle, and words that it has given, are not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_slots_free(map: *mut Slots) {
    // SAFETY: as the caller's.
    unsafe { raw::free(map) }
}

/// Counts `length` occurrences of ids in a step, gives slots to ids that are due, and writes the slot of each
/// occurrence, or the largest number of 64 bits where it has none. `assigned`, of `capacity` elements, gets the slots
/// that have a new owner: there is room for as many as there are ids or slots, whichever is less. Steps never
/// decrease, and no slot that a step has used is given to another id in it. Of a call that is refused, nothing is
/// written.
///
/// # Safety
/// The arrays have so many elements, and nothing overlaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_slots_admit(
    map: *mut Slots,
    ids: *const u64,
    length: usize,
    step: u64,
    slots: *mut i64,
    assigned: *mut SlotAssigned,
    capacity: usize,
    out: *mut SlotsAdmitted,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        let (map, ids, slots, assigned, out) = unsafe {
            (
                raw::one_mut(map, "map")?.map_mut()?,
                raw::array(ids, length, "ids")?,
                raw::array_mut(slots, length, "slots")?,
                raw::array_mut(assigned, capacity, "assigned")?,
                raw::one_mut(out, "out")?,
            )
        };
        let mut given = vec![Assigned::default(); capacity.min(length).min(map.as_slot_map().capacity())];
        let Admitted { assigned: count, missing, refused: full } =
            map.admit(ids, step, slots, &mut given).map_err(refused)?;
        for (to, Assigned { id, slot, evicted }) in assigned.iter_mut().zip(given.into_iter().take(count)) {
            let was_used = u64::from(evicted.is_some());
            *to = SlotAssigned { id, evicted: evicted.unwrap_or_default(), slot, was_used };
        }
        *out = SlotsAdmitted { assigned: count, missing, refused: full };
        Ok(())
    })
}

/// Writes the slot of each of `length` ids, or the largest number of 64 bits where it has none, of which `*missing`
/// becomes the number. The map stays as it is.
///
/// # Safety
/// The arrays have so many elements, and nothing overlaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_slots_find(
    map: *const Slots,
    ids: *const u64,
    length: usize,
    slots: *mut i64,
    missing: *mut usize,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        let (map, (ids, slots, missing)) =
            unsafe { (raw::one(map, "map")?.map()?, lists((ids, slots, length), (missing, "missing"))?) };
        *missing = map.find(ids, slots).map_err(refused)?;
        Ok(())
    })
}

/// Forgets `length` ids, and writes the slot that each had, or the largest number of 64 bits where it had none. `*freed`
/// becomes the number of slots that became free.
///
/// # Safety
/// The arrays have so many elements, and nothing overlaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_slots_remove(
    map: *mut Slots,
    ids: *const u64,
    length: usize,
    slots: *mut i64,
    freed: *mut usize,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        let (map, (ids, slots, freed)) =
            unsafe { (raw::one_mut(map, "map")?.map_mut()?, lists((ids, slots, length), (freed, "freed"))?) };
        *freed = map.remove(ids, slots).map_err(refused)?;
        Ok(())
    })
}

/// Forgets all ids whose last step is before `step`, and writes those that had a slot, with it, in the order of the
/// slots. There is room for `capacity` of each; `*count` becomes their number. Of a call that is refused, nothing is
/// written.
///
/// # Safety
/// The arrays have so many elements, and nothing overlaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_slots_evict_older_than(
    map: *mut Slots,
    step: u64,
    ids: *mut u64,
    slots: *mut i64,
    capacity: usize,
    count: *mut usize,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        let (map, ids, slots, count) = unsafe {
            (
                raw::one_mut(map, "map")?.map_mut()?,
                raw::array_mut(ids, capacity, "ids")?,
                raw::array_mut(slots, capacity, "slots")?,
                raw::one_mut(count, "count")?,
            )
        };
        let mut evicted = vec![(0, 0); capacity.min(map.as_slot_map().len())];
        let found = map.evict_older_than(step, &mut evicted).map_err(refused)?;
        for ((to_id, to_slot), (id, slot)) in ids.iter_mut().zip(slots).zip(evicted.into_iter().take(found)) {
            (*to_id, *to_slot) = (id, slot);
        }
        *count = found;
        Ok(())
    })
}

/// How full the map is.
///
/// # Safety
/// `out` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_slots_use(map: *const Slots, out: *mut SlotsUse) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        let (map, out) = unsafe { (raw::one(map, "map")?.map()?, raw::one_mut(out, "out")?) };
        *out = SlotsUse { slots: map.capacity(), used: map.len(), candidates: map.candidates(), step: map.step() };
        Ok(())
    })
}

/// All words of the map, to be written to a file: `docs/slot-map.md` says what they mean. They stay until the next call
/// that changes the map, or frees it.
///
/// # Safety
/// `words` and `length` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_slots_words(map: *const Slots, words: *mut *const u64, length: *mut usize) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        let (map, words, length) =
            unsafe { (raw::one(map, "map")?.map()?, raw::one_mut(words, "words")?, raw::one_mut(length, "length")?) };
        (*words, *length) = (map.words().as_ptr(), map.words().len());
        Ok(())
    })
}
