//! The inference of storage types for C.
use super::text::Buffer;
use crate::describe::queries;
use crate::status::{ErrorNumbers, Status};
use crate::types;
use core::ffi::{CStr, c_char};
use core::fmt::{self, Write};
use lacuna::infer::{Call, Device, InferError, Mode, Operator, Parameters, Stype, infer, nearest};

/// Operands, and results, that a call may have.
const MOST: usize = 256;

/// A call as C describes it.
struct Asked {
    operator: *const c_char,
    names: *const *const c_char,
    values: *const *const c_char,
    parameters: usize,
    device: u32,
    inputs: *const u32,
    length: usize,
}

/// The same, read.
struct Question {
    operator: Operator,
    parameters: Parameters,
    device: Device,
    inputs: [Stype; MOST],
    length: usize,
}

fn refusal(status: Status, argument: u32) -> ErrorNumbers {
    ErrorNumbers { argument, ..ErrorNumbers::new(status) }
}

fn sizes(status: Status, argument: u32, expected: usize, found: usize) -> ErrorNumbers {
    ErrorNumbers { expected: expected as u64 as i64, found: found as u64 as i64, ..refusal(status, argument) }
}

/// What is wrong with an array, if anything is.
fn array<T>(start: *const T, length: usize, argument: u32) -> Result<(), ErrorNumbers> {
    let alignment = align_of::<T>();
    if length > 0 && start.is_null() {
        return Err(sizes(Status::NullPointer, argument, length, 0));
    }
    if length > 0 && !start.is_aligned() {
        return Err(sizes(Status::MisalignedPointer, argument, alignment, start.addr() % alignment));
    }
    if length > isize::MAX as usize / size_of::<T>() {
        return Err(sizes(Status::LengthOverflow, argument, isize::MAX as usize / size_of::<T>(), length));
    }
    Ok(())
}

fn stype(code: u32, argument: u32, highest: u32) -> Result<Option<Stype>, ErrorNumbers> {
    Ok(match code {
        0 => Some(Stype::Dense),
        1 => Some(Stype::Csr),
        2 => Some(Stype::RowSparse),
        3 if highest == types::Stype::Any as u32 => None,
        _ => return Err(sizes(Status::InvalidChoice, argument, highest as usize, code as usize)),
    })
}

const fn code(stype: Option<Stype>) -> u32 {
    match stype {
        Some(Stype::Dense) => types::Stype::Dense as u32,
        Some(Stype::Csr) => types::Stype::Csr as u32,
        Some(Stype::RowSparse) => types::Stype::RowSparse as u32,
        None => types::Stype::Any as u32,
    }
}

/// # Safety
/// `text` ends with a zero.
unsafe fn read<'a>(text: *const c_char) -> Option<&'a str> {
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_str().ok()
}

impl Asked {
    /// # Safety
    /// Pointers that are not null point to what the header says.
    unsafe fn read(self) -> Result<Question, ErrorNumbers> {
        array(self.operator, 1, 1)?;
        array(self.names, self.parameters, 2)?;
        array(self.values, self.parameters, 3)?;
        array(self.inputs, self.length, 6)?;
        // SAFETY: there; the rest is the caller's promise.
        let operator = unsafe { read(self.operator) }.and_then(Operator::named);
        let operator = operator.ok_or_else(|| refusal(Status::UnknownOperator, 1))?;
        let mut parameters = Parameters::default();
        for place in 0..self.parameters {
            let entry = place as u64 as i64;
            // SAFETY: inside of arrays that are there.
            let (name, value) = unsafe { (*self.names.add(place), *self.values.add(place)) };
            for (text, argument) in [(name, 2), (value, 3)] {
                if text.is_null() {
                    return Err(ErrorNumbers { entry, ..sizes(Status::NullPointer, argument, 1, 0) });
                }
            }
            // SAFETY: there; the rest is the caller's promise.
            let set = match unsafe { (read(name), read(value)) } {
                (Some(name), Some(value)) => parameters.set(name, value),
                // The names that say something are of other letters.
                (None, _) => Ok(()),
                (_, None) => Err(InferError::Parameter),
            };
            set.map_err(|_| ErrorNumbers { entry, ..refusal(Status::OperatorParameter, 3) })?;
        }
        let highest = types::Device::Gpu as u32;
        let device = match self.device {
            0 => Device::Cpu,
            1 => Device::Gpu,
            other => return Err(sizes(Status::InvalidChoice, 5, highest as usize, other as usize)),
        };
        let mut inputs = [Stype::Dense; MOST];
        let Some(taken) = inputs.get_mut(..self.length) else {
            return Err(sizes(Status::OperatorInputs, 7, MOST, self.length));
        };
        for (place, input) in taken.iter_mut().enumerate() {
            // SAFETY: inside of an array that is there.
            let read = stype(unsafe { *self.inputs.add(place) }, 6, types::Stype::RowSparse as u32);
            let read = read.map_err(|numbers| ErrorNumbers { entry: place as u64 as i64, ..numbers })?;
            *input = read.unwrap_or(Stype::Dense);
        }
        Ok(Question { operator, parameters, device, inputs, length: self.length })
    }
}

impl Question {
    fn call(&self) -> Call<'_> {
        let inputs = self.inputs.get(..self.length).unwrap_or_default();
        Call { operator: self.operator, parameters: self.parameters, device: self.device, inputs }
    }
}

fn told(error: InferError) -> ErrorNumbers {
    match error {
        InferError::Inputs { expected, found } => sizes(Status::OperatorInputs, 7, expected, found),
        InferError::Outputs { expected, found } => sizes(Status::OperatorOutputs, 9, expected, found),
        InferError::NotImplemented => refusal(Status::NotImplemented, 0),
        _ => refusal(Status::Other, 0),
    }
}

/// # Safety
/// Pointers that are not null point to what the header says.
unsafe fn answer(asked: Asked, outputs: *mut u32, length: usize, mode: *mut u32) -> Result<(), ErrorNumbers> {
    // SAFETY: passed on.
    let question = unsafe { asked.read() }?;
    array(outputs.cast_const(), length, 8)?;
    array(mode.cast_const(), 1, 10)?;
    let mut found = [None; MOST];
    let Some(found) = found.get_mut(..length) else { return Err(sizes(Status::OperatorOutputs, 9, MOST, length)) };
    for (place, output) in found.iter_mut().enumerate() {
        // SAFETY: inside of an array that is there.
        let given = stype(unsafe { *outputs.add(place) }, 8, types::Stype::Any as u32);
        *output = given.map_err(|numbers| ErrorNumbers { entry: place as u64 as i64, ..numbers })?;
    }
    let how = infer(&question.call(), found).map_err(told)?;
    for (place, output) in found.iter().enumerate() {
        // SAFETY: inside of an array that is there.
        unsafe { outputs.add(place).write(code(*output)) };
    }
    let how = match how {
        Mode::Dense => types::Mode::Dense,
        Mode::Sparse => types::Mode::Sparse,
        Mode::Fallback => types::Mode::Fallback,
    };
    // SAFETY: there.
    unsafe { mode.write(how as u32) };
    Ok(())
}

fn write_list<T: fmt::Display>(buffer: &mut Buffer, list: impl Iterator<Item = T>) -> fmt::Result {
    for (place, item) in list.enumerate() {
        write!(buffer, "{}{item}", if place == 0 { "" } else { ", " })?;
    }
    Ok(())
}

fn write_nearest(buffer: &mut Buffer, question: &Question) -> fmt::Result {
    let (call, mut inputs, mut outputs) = (question.call(), [Stype::Dense; MOST], [None; MOST]);
    let count = call.operator.outputs(question.length, &call.parameters);
    let (Some(inputs), Some(outputs)) = (inputs.get_mut(..question.length), outputs.get_mut(..count)) else {
        return Ok(());
    };
    let Ok(Some(mode)) = nearest(&call, outputs, inputs) else { return Ok(()) };
    write!(buffer, "{}(", call.operator.name())?;
    write_list(buffer, inputs.iter())?;
    buffer.write_str(") -> ")?;
    write_list(buffer, outputs.iter().flatten())?;
    write!(buffer, ", {mode}")
}

queries! {
    /// Infers how the results of an operator of MXNet are stored, and how it runs, from the storage types of its
    /// operands: nothing is computed.
    ///
    /// `operator_name` is its name, such as "elemwise_add". The parameters are texts as MXNet has them: `names[i]` is
    /// "transpose_a", `values[i]` "True"; those that say nothing about storage types are passed over, and what is not
    /// given has the default of MXNet. `device` is a `lacuna_device`. `inputs` has a `lacuna_stype` for each operand,
    /// at most 256. `outputs` has one for each result, `LACUNA_STYPE_ANY` except for arrays that the caller supplies:
    /// those of the results are written there, and a `lacuna_mode` to `mode`.
    ///
    /// Where the mode is `LACUNA_MODE_FALLBACK`, or the call is refused with `LACUNA_STATUS_NOT_IMPLEMENTED`,
    /// `lacuna_infer_nearest` returns the nearest path. For another number of operands or results than the operator
    /// has, the error says how many it has.
    [
        unsafe "Texts end with a zero; `names` and `values` point to `parameters` texts, `inputs` and `outputs` to as \
            many numbers as their lengths, `mode` to one, `error`, if it is not null, to the numbers of an error; \
            nobody else uses what is written."
    ]
    fn lacuna_infer(
        operator_name: *const c_char, names: *const *const c_char, values: *const *const c_char, parameters: usize,
        device: u32, inputs: *const u32, inputs_length: usize, outputs: *mut u32, outputs_length: usize, mode: *mut u32,
        error: *mut ErrorNumbers
    ) -> Status {
        if !error.is_aligned() {
            return Status::MisalignedPointer;
        }
        let asked = Asked { operator: operator_name, names, values, parameters, device, inputs, length: inputs_length };
        // SAFETY: the contract.
        let Err(numbers) = (unsafe { answer(asked, outputs, outputs_length, mode) }) else { return Status::Ok };
        if !error.is_null() {
            // SAFETY: there and aligned.
            unsafe { error.write(numbers) };
        }
        Status::from_number(numbers.status).unwrap_or(Status::Other)
    }

    /// Writes the storage types nearest to those of a call for which the operator has a path, such as "dot(csr,
    /// default) -> default, fcompute_ex", and a zero to `text`, cut off after `capacity` bytes; gives the length of the
    /// whole text without the zero.
    ///
    /// The arguments are those of `lacuna_infer`. Nearest is where fewest operands are converted. The text is empty if
    /// the call has a path itself, if there is none, or if `lacuna_infer` refuses the arguments. `text` may be null if
    /// `capacity` is 0.
    [unsafe "As of `lacuna_infer`; `text` points to `capacity` bytes that nobody else uses."]
    fn lacuna_infer_nearest(
        operator_name: *const c_char, names: *const *const c_char, values: *const *const c_char, parameters: usize,
        device: u32, inputs: *const u32, inputs_length: usize, text: *mut c_char, capacity: usize
    ) -> usize {
        let asked = Asked { operator: operator_name, names, values, parameters, device, inputs, length: inputs_length };
        let mut buffer = Buffer::new(text, capacity);
        // SAFETY: the contract.
        if let Ok(question) = unsafe { asked.read() } {
            // A buffer takes any text.
            _ = write_nearest(&mut buffer, &question);
        }
        buffer.end()
    }
}
