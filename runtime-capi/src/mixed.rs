//! Updates of mixed precision: a table of 16 or 8 bits that the caller owns, with states of 32.
use crate::failure::{Failure, Status, answer};
use crate::quantized::Quantized;
use crate::raw;
use crate::rows::Type;
use crate::rules::{self, RoundingKind, UpdateSettings, each_rule};
use crate::threads::perform;
use half::{bf16, f16};
use lacuna::call::AnyRule;
use lacuna::optim::{
    AdaGrad, AdaGradL2, Adam, AdamW, Ftrl, MixedStep, QuantizedStep, Rounding, RoundingStream, Rule, Sgd, SgdMomentum,
};
use lacuna::{DenseMut, RowSparse, RowsMut, Storage};
use lacuna_runtime::optimizer::Optimizer;
use std::ffi::{c_char, c_void};

/// A table of `rows` rows of `row_length` numbers.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Table {
    /// The type of the numbers: F16 or BF16.
    pub value_type: u32,
    /// Rows.
    pub rows: usize,
    /// Numbers of a row.
    pub row_length: usize,
    /// `rows * row_length` numbers.
    pub values: *mut c_void,
}

/// Updates of a table whose numbers have fewer bits than the rule computes with. The table and the states belong to the
/// caller.
pub struct Mixed {
    optimizer: Optimizer,
    step: u64,
    threads: usize,
    /// None rounds to the nearest.
    stream: Option<RoundingStream>,
}

/// What a rule updates beside its states.
trait Weight {
    fn step<R: Rule<f32, N> + Send + Sync, const N: usize, const STATES: usize>(
        self,
        rule: R,
        states: [RowsMut<'_, f32, i64>; STATES],
        rounding: Rounding,
        threads: usize,
    ) -> Result<(), Failure>;
}

/// A weight of 16 bits with the gradient of a step.
struct SixteenBits<'a, V: Storage> {
    weight: DenseMut<'a, V>,
    gradient: RowSparse<'a, V, i64>,
}

impl<V: Storage<Arithmetic = f32>> Weight for SixteenBits<'_, V> {
    fn step<R: Rule<f32, N> + Send + Sync, const N: usize, const STATES: usize>(
        self,
        rule: R,
        states: [RowsMut<'_, f32, i64>; STATES],
        rounding: Rounding,
        threads: usize,
    ) -> Result<(), Failure> {
        let Self { weight, gradient } = self;
        let numbers = gradient.data().len();
        let call =
            MixedStep::<R, V, i64, N, STATES> { rule, gradient, weight: weight.into(), master: None, states, rounding };
        perform(call, numbers, threads)
    }
}

/// A weight of 8 bits with the gradient of a step.
struct EightBits<'a> {
    codes: DenseMut<'a, u8>,
    scales: DenseMut<'a, f32>,
    gradient: RowSparse<'a, f32, i64>,
}

impl Weight for EightBits<'_> {
    fn step<R: Rule<f32, N> + Send + Sync, const N: usize, const STATES: usize>(
        self,
        rule: R,
        states: [RowsMut<'_, f32, i64>; STATES],
        rounding: Rounding,
        threads: usize,
    ) -> Result<(), Failure> {
        let Self { codes, scales, gradient } = self;
        let numbers = gradient.data().len();
        let call = QuantizedStep::<R, f32, i64, N, STATES> { rule, gradient, codes, scales, states, rounding };
        perform(call, numbers, threads)
    }
}

macro_rules! steps {
    ($($Rule:ident $name:literal $arrays:literal $states:literal;)*) => {
        /// A step of a rule, whose states are as many as it has.
        fn step_of(
            optimizer: &Optimizer,
            rule: AnyRule,
            states: Vec<RowsMut<'_, f32, i64>>,
            (rounding, threads): (Rounding, usize),
            weight: impl Weight,
        ) -> Result<(), Failure> {
            match optimizer {
                $(Optimizer::$Rule(_) => {
                    let states = <[_; $states]>::try_from(states).map_err(|states| {
                        Failure::Argument(format!("{} states: {} has {}", states.len(), $name, $states))
                    })?;
                    let rule: $Rule<f32> = rules::typed::<f32, _>(rule)?;
                    weight.step::<_, $arrays, $states>(rule, states, rounding, threads)
                })*
                _ => Err(rules::without(optimizer, WHAT)),
            }
        }
    };
}
each_rule!(steps);

/// What an update is, to a reader.
const WHAT: &str = "updates of mixed precision";

impl Mixed {
    fn new(text: &str) -> Result<Self, Failure> {
        let settings: UpdateSettings = serde_json::from_str(text)?;
        let optimizer = settings.rule()?;
        settings.refuse(WHAT, [("room", settings.room.is_some())])?;
        rules::arrays_of(&optimizer).ok_or_else(|| rules::without(&optimizer, WHAT))?;
        let UpdateSettings { step, threads, rounding, seed, parameter, .. } = settings;
        let stream = match rounding.unwrap_or(RoundingKind::Stochastic) {
            RoundingKind::Nearest => None,
            RoundingKind::Stochastic => Some(RoundingStream {
                seed: seed.unwrap_or(0),
                parameter: parameter.unwrap_or(0),
                step: 0,
                first_row: 0,
            }),
        };
        Ok(Self { optimizer, step, threads, stream })
    }

    /// # Safety
    /// Those of [`raw`].
    unsafe fn update(
        &mut self,
        [rows, length]: [usize; 2],
        states: *const *mut f32,
        count: usize,
        weight: impl Weight,
    ) -> Result<(), Failure> {
        // SAFETY: as the caller's.
        let pointers = unsafe { raw::array(states, count, "states")? };
        let mut arrays = Vec::with_capacity(count);
        for (place, &pointer) in pointers.iter().enumerate() {
            // SAFETY: as the caller's.
            let data = unsafe { raw::array_mut(pointer, rows * length, &format!("states[{place}]"))? };
            arrays.push(DenseMut::new(rows, length, data).map_err(Failure::data)?.into());
        }
        self.next(|optimizer, rule, rounding, threads| step_of(optimizer, rule, arrays, (rounding, threads), weight))
    }

    /// One step, which counts if `make` makes it.
    pub(crate) fn next(
        &mut self,
        make: impl FnOnce(&Optimizer, AnyRule, Rounding, usize) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let step = self.step.saturating_add(1);
        let rule = self.optimizer.rule_at(step).ok_or_else(|| Failure::Settings("not a rule".to_owned()))?;
        let rounding = match self.stream {
            None => Rounding::Nearest,
            Some(stream) => Rounding::Stochastic(RoundingStream { step, ..stream }),
        };
        make(&self.optimizer, rule, rounding, self.threads)?;
        self.step = step;
        Ok(())
    }
}

/// The rows of a gradient.
///
/// # Safety
/// Those of [`raw`].
unsafe fn gradient_of<'a, V: Storage>(
    [rows, length]: [usize; 2],
    ids: *const i64,
    stored: usize,
    gradient: *const V,
) -> Result<RowSparse<'a, V, i64>, Failure> {
    // SAFETY: as the caller's.
    let (ids, data) =
        unsafe { (raw::array(ids, stored, "ids")?, raw::array(gradient, stored.saturating_mul(length), "gradient")?) };
    RowSparse::new(rows, length, ids, data).map_err(Failure::data)
}

/// Updates of a table of 16 or 8 bits a number. `settings` is a JSON object: `optimizer` (`sgd`, `sgd_momentum`,
/// `adagrad`, `adagrad_l2`, `adam`, `adamw`, `ftrl`), `learning_rate`, `weight_decay`, `hyper` (other hyper-parameters
/// by their names), `step` (steps made before), `threads`, `rounding` (`stochastic`, the default, or `nearest`), `seed`
/// and `parameter` of the random numbers: two tables of a model have different ones. `*out` is a handle for
/// `lacuna_mixed_free`.
///
/// # Safety
/// `settings` ends with a zero; `out` can be written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_mixed_new(settings: *const c_char, out: *mut *mut Mixed) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe { raw::give(Mixed::new(raw::text(settings, "settings")?)?, out, "out") }
    })
}

/// Frees the handle. Null is none.
///
/// # Safety
/// The handle is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_mixed_free(mixed: *mut Mixed) {
    // SAFETY: as the caller's.
    unsafe { raw::free(mixed) }
}

/// Sets a hyper-parameter of the steps to come, such as `learning_rate`.
///
/// # Safety
/// `name` ends with a zero.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_mixed_set(mixed: *mut Mixed, name: *const c_char, value: f64) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe {
            let (mixed, name) = (raw::one_mut(mixed, "mixed")?, raw::text(name, "name")?);
            mixed.optimizer.set(name, value).map_err(Failure::settings)
        }
    })
}

/// The number of steps that were made; 0 of null.
///
/// # Safety
/// The handle is one, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_mixed_step(mixed: *const Mixed) -> u64 {
    // SAFETY: as the caller's.
    unsafe { raw::one(mixed, "mixed") }.map_or(0, |mixed| mixed.step)
}

/// One step of a table of 16 bits: the rows of `ids`, which ascend, go a step with their row of `gradient`, of `stored`
/// rows in the type of the table; no other row is touched. Numbers are widened to `float`, updated, and rounded once.
/// `states` are `count` pointers to `rows * row_length` numbers, zero at the beginning, in the order of the rule
/// (`momentum`; `history`; `mean`, `variance`; `z`, `n`).
///
/// # Safety
/// All arrays have the stated lengths, and nothing overlaps.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_mixed_update(
    mixed: *mut Mixed,
    table: *const Table,
    ids: *const i64,
    stored: usize,
    gradient: *const c_void,
    states: *const *mut f32,
    count: usize,
) -> Status {
    /// # Safety
    /// Those of [`raw`].
    unsafe fn of<'a, V: Storage<Arithmetic = f32>>(
        table: &Table,
        ids: *const i64,
        stored: usize,
        gradient: *const c_void,
    ) -> Result<SixteenBits<'a, V>, Failure> {
        let Table { rows, row_length, values, .. } = *table;
        let too_many = || Failure::Argument(format!("{rows} rows of {row_length} numbers are more than memory"));
        let numbers = rows.checked_mul(row_length).ok_or_else(too_many)?;
        // SAFETY: as the caller's.
        let (weight, gradient) = unsafe {
            (
                raw::array_mut(values.cast(), numbers, "values")?,
                gradient_of([rows, row_length], ids, stored, gradient.cast())?,
            )
        };
        Ok(SixteenBits { weight: DenseMut::new(rows, row_length, weight).map_err(Failure::data)?, gradient })
    }
    answer(|| {
        // SAFETY: as the caller's.
        unsafe {
            let (mixed, table) = (raw::one_mut(mixed, "mixed")?, raw::one(table, "table")?);
            let shape = [table.rows, table.row_length];
            match table.value_type {
                kind if kind == Type::F16 as u32 => {
                    mixed.update(shape, states, count, of::<f16>(table, ids, stored, gradient)?)
                }
                kind if kind == Type::Bf16 as u32 => {
                    mixed.update(shape, states, count, of::<bf16>(table, ids, stored, gradient)?)
                }
                kind => Err(Failure::Argument(format!("value_type is {kind}: neither F16 (3) nor BF16 (4)"))),
            }
        }
    })
}

/// The same of a table of 8 bits, with a gradient of `float`: each row of `ids` is decoded, updated, and encoded anew
/// with the scale and offset of its new range.
///
/// # Safety
/// As `lacuna_mixed_update`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lacuna_mixed_update_quantized(
    mixed: *mut Mixed,
    table: *const Quantized,
    ids: *const i64,
    stored: usize,
    gradient: *const f32,
    states: *const *mut f32,
    count: usize,
) -> Status {
    answer(|| {
        // SAFETY: as the caller's.
        unsafe {
            let (mixed, table) = (raw::one_mut(mixed, "mixed")?, raw::one(table, "table")?);
            let shape = [table.rows, table.row_length];
            let (codes, scales) = table.write()?;
            let gradient = gradient_of(shape, ids, stored, gradient)?;
            mixed.update(shape, states, count, EightBits { codes, scales, gradient })
        }
    })
}
