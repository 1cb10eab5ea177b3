//! Exact lazy updates of a table that the caller owns.
use crate::failure::{Failure, Status, answer};
use crate::raw;
use crate::rows::Type;
use crate::rules::{self, UpdateSettings, each_rule};
use crate::threads::perform;
use lacuna::call::{AnyRule, Erase};
use lacuna::optim::exact::{CatchUp, ExactStep, Record, Schedule, Touch};
use lacuna::optim::{AdaGrad, AdaGradL2, Adam, AdamW, Ftrl, Sgd, SgdMomentum};
use lacuna::{DenseMut, RowSparse, RowsMut, Value};
use lacuna_runtime::optimizer::Optimizer;
use std::ffi::{c_char, c_void};

/// What an update is, to a reader.
const WHAT: &str = "exact lazy updates";

/// Steps that rows may miss before all of them are brought up to date.
const ROOM: usize = 1024;

/// Exact lazy updates: which steps each row of a table has seen, and the hyper-parameters of those that it may have
/// missed. The table itself, a weight and the states of the rule, belongs to the caller.
pub struct Exact {
    optimizer: Optimizer,
    step: u64,
    threads: usize,
    table: Box<dyn Table>,
}

/// What is done to a table.
enum Work<'a> {
    Step(AnyRule, &'a [i64], *const c_void),
    Read(&'a [i64]),
    Flush,
}

/// A table of one rule and type.
trait Table: Send {
    /// Arrays of the rule: the weight, and its states.
    fn arrays(&self) -> usize;

    /// True if there is no room for another step that a row may miss.
    fn is_full(&self) -> bool;

    /// # Safety
    /// Those of [`raw`].
    unsafe fn perform(&mut self, work: Work<'_>, arrays: &[*mut c_void], threads: usize) -> Result<(), Failure>;
}

struct TableOf<R: CatchUp<V, N>, V: Value, const N: usize> {
    shape: [usize; 2],
    memory: Vec<Option<Record<R, V, N>>>,
    stamps: Vec<u32>,
}

impl<R, V: Value, const N: usize> Table for TableOf<R, V, N>
where
    R: CatchUp<V, N, Coefficients: Send + Sync, Summary: Send + Sync> + for<'a> Erase<'a> + Send + Sync,
{
    fn arrays(&self) -> usize {
        N
    }

    fn is_full(&self) -> bool {
        self.memory.last().is_none_or(Option::is_some)
    }

    unsafe fn perform(&mut self, work: Work<'_>, arrays: &[*mut c_void], threads: usize) -> Result<(), Failure> {
        let [rows, length] = self.shape;
        let mut states: [RowsMut<'_, V, i64>; N] = std::array::from_fn(|_| RowsMut::default());
        for (place, (state, &pointer)) in states.iter_mut().zip(arrays).enumerate() {
            // SAFETY: as the caller's.
            let data = unsafe { raw::array_mut(pointer.cast::<V>(), rows * length, &format!("arrays[{place}]"))? };
            *state = DenseMut::new(rows, length, data).map_err(Failure::data)?.into();
        }
        let (touch, touched, visited) = match work {
            Work::Step(rule, ids, gradient) => {
                let rule: R = rules::typed::<V, _>(rule)?;
                // SAFETY: as the caller's.
                let data = unsafe { raw::array(gradient.cast::<V>(), ids.len().saturating_mul(length), "gradient")? };
                (Touch::Step(rule), RowSparse::new(rows, length, ids, data), ids.len())
            }
            Work::Read(ids) => (Touch::Read, RowSparse::new(rows, 0, ids, &[]), ids.len()),
            Work::Flush => (Touch::Flush, RowSparse::new(rows, 0, &[], &[]), rows),
        };
        let touched = touched.map_err(Failure::data)?;
        let mut schedule = Schedule::resume(&mut self.memory);
        let call = ExactStep { records: schedule.records(), touch, touched, states, stamps: &mut self.stamps };
        perform(call, visited.saturating_mul(length), threads)?;
        match touch {
            Touch::Step(rule) => schedule.push(&rule).map_err(Failure::data)?,
            Touch::Read => {}
            // All stamps are 0 then.
            Touch::Flush => schedule.clear(),
        }
        Ok(())
    }
}

macro_rules! tables {
    ($($Rule:ident $name:literal $arrays:literal $states:literal;)*) => {
        /// The table of a rule. `None` of another rule.
        fn table_of<V: Value>(
            optimizer: &Optimizer, shape: [usize; 2], room: usize, stamps: Vec<u32>
        ) -> Option<Box<dyn Table>> {
            match optimizer {
                $(Optimizer::$Rule(_) => {
                    Some(Box::new(TableOf::<$Rule<V>, V, $arrays> { shape, memory: vec![None; room], stamps }))
                })*
                _ => None,
            }
        }
    };
}
each_rule!(tables);

impl Exact {
    fn new(text: &str, value_type: u32, rows: usize, row_length: usize) -> Result<Self, Failure> {
        let settings: UpdateSettings = serde_json::from_str(text)?;
        let optimizer = settings.rule()?;
        let UpdateSettings { rounding, seed, parameter, .. } = settings;
        let others = [("rounding", rounding.is_some()), ("seed", seed.is_some()), ("parameter", parameter.is_some())];
        settings.refuse(WHAT, others)?;
        let (step, threads, room) = (settings.step, settings.threads, settings.room.unwrap_or(ROOM));
        if room == 0 || room > 1 << 20 {
            return Err(Failure::Settings(format!("room is {room}, of 1 to {}", 1 << 20)));
        }
        let (shape, mut stamps) = ([rows, row_length], Vec::new());
        if rows.checked_mul(row_length).is_none() || stamps.try_reserve_exact(rows).is_err() {
            return Err(Failure::Argument(format!("{rows} rows of {row_length} numbers are more than memory")));
        }
        stamps.resize(rows, 0);
        let table = match value_type {
            _ if value_type == Type::F32 as u32 => table_of::<f32>(&optimizer, shape, room, stamps),
            _ if value_type == Type::F64 as u32 => table_of::<f64>(&optimizer, shape, room, stamps),
            _ => return Err(Failure::Argument(format!("value_type is {value_type}: neither F32 (1) nor F64 (2)"))),
        };
        let table = table.ok_or_else(|| rules::without(&optimizer, WHAT))?;
        Ok(Self { optimizer, step, threads, table })
    }

    /// # Safety
    /// Those of [`raw`].
    unsafe fn perform(&mut self, work: Work<'_>, arrays: *const *mut c_void, count: usize) -> Result<(), Failure> {
        let expected = self.table.arrays();
        if count != expected {
            let text = format!("{count} arrays: {} has {expected}, its weight and states", self.optimizer.name());
            return Err(Failure::Argument(text));
        }
        // SAFETY: as the caller's.
        unsafe { self.table.perform(work, raw::array(arrays, count, "arrays")?, self.threads) }
    }

    /// # Safety
    /// Those of [`raw`].
    unsafe fn update(
        &mut self,
        ids: &[i64],
        gradient: *const c_void,
        arrays: *const *mut c_void,
        count: usize,
    ) -> Result<(), Failure> {
        if let Some(pair) = ids.windows(2).find(|pair| pair[0] >= pair[1]) {
            return Err(Failure::Data(format!("ids ascend, and {} stands behind {}", pair[1], pair[0])));
        }
        let step = self.step.saturating_add(1);
        let rule = self.optimizer.rule_at(step).ok_or_else(|| Failure::Settings("not a rule".to_owned()))?;
        // SAFETY: as the caller's.
        unsafe {
            self.perform(Work::Step(rule, ids, gradient), arrays, count)?;
            self.step = step;
            // After the step: one that is refused has written nothing.
            if self.table.is_full() { self.perform(Work::Flush, arrays, count) } else { Ok(()) }
        }
    }
}

/// Exact lazy updates of a table of `rows` rows of `row_length` numbers, F32 or F64 (`value_type`), all of which have
/// seen the same steps. `settings` is a JSON object: `optimizer` (`sgd`, `sgd_momentum`, `adagrad`, `adagrad_l2`,
/// `adam`, `adamw`, `ftrl`), `learning_rate`, `weight_decay`, `hyper` (other hyper-parameters by their names), `step`
/// (steps made before), `room` (steps that a row may miss, 1024), `threads`. `*out` is a handle for `lacuna_exact_free`.
///
/// # Safety
/// `settings` ends with a zero; `out` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_exact_new(
    settings: *const c_char,
    value_type: u32,
    rows: usize,
    row_length: usize,
    out: *mut *mut Exact,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe { raw::give(Exact::new(raw::text(settings, "settings")?, value_type, rows, row_length)?, out, "out") }
    })
}

/// Frees the handle. Null is none.
///
/// # Safety
/// The handle is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_exact_free(exact: *mut Exact) {
    // SAFETY: as the caller's.
    unsafe { raw::free(exact) }
}

/// Sets a hyper-parameter of the steps to come, such as `learning_rate`.
///
/// # Safety
/// `name` ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_exact_set(exact: *mut Exact, name: *const c_char, value: f64) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe {
            let (exact, name) = (raw::one_mut(exact, "exact")?, raw::text(name, "name")?);
            exact.optimizer.set(name, value).map_err(Failure::settings)
        }
    })
}

/// The number of steps that were made; 0 of null.
///
/// # Safety
/// The handle is one, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_exact_step(exact: *const Exact) -> u64 {
    // SAFETY: as the caller's.
    unsafe { raw::one(exact, "exact") }.map_or(0, |exact| exact.step)
}

/// One step: the rows of `ids`, which ascend, are brought up to date, and go a step with their row of `gradient`, of
/// `stored` rows. `arrays` are `count` pointers: the weight, then the states of the rule in the order of its kernel
/// (`momentum`; `history`; `mean`, `variance`; `z`, `n`), all zero at the beginning. A row that has no gradient is not
/// touched, but where there is no room for another missed step: then all rows are brought up to date.
///
/// # Safety
/// Each array has `rows * row_length` numbers of the handle's type, `gradient` has `stored * row_length`, and nothing
/// overlaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_exact_update(
    exact: *mut Exact,
    ids: *const i64,
    stored: usize,
    gradient: *const c_void,
    arrays: *const *mut c_void,
    count: usize,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe {
            let (exact, ids) = (raw::one_mut(exact, "exact")?, raw::array(ids, stored, "ids")?);
            exact.update(ids, gradient, arrays, count)
        }
    })
}

/// Brings the rows of `ids` up to date, so that they can be read: ids in any order, any number of times.
///
/// # Safety
/// As `lacuna_exact_update`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_exact_catch_up(
    exact: *mut Exact,
    ids: *const i64,
    length: usize,
    arrays: *const *mut c_void,
    count: usize,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe {
            let (exact, ids) = (raw::one_mut(exact, "exact")?, raw::array(ids, length, "ids")?);
            if ids.is_sorted_by(|before, id| before < id) {
                return exact.perform(Work::Read(ids), arrays, count);
            }
            let mut ids = ids.to_vec();
            ids.sort_unstable();
            ids.dedup();
            exact.perform(Work::Read(&ids), arrays, count)
        }
    })
}

/// Brings all rows up to date: the table is then what standard updates would have made of it. Before it is saved.
///
/// # Safety
/// As `lacuna_exact_update`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_exact_flush(exact: *mut Exact, arrays: *const *mut c_void, count: usize) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe { raw::one_mut(exact, "exact")?.perform(Work::Flush, arrays, count) }
    })
}
