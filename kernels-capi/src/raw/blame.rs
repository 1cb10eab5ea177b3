//! Which argument an error is about: errors of kernels name an operand, functions of C count their parameters.
use crate::describe::Kind;
use crate::status::{ErrorNumbers, Fault, OperandCode, Status};

/// Codes of operands that are no states.
const CODES: usize = OperandCode::Columns as usize + 1;

/// What parameters are called that an error may call by a code: those that are read, and those that are written.
const NAMES: [(OperandCode, &[&str], &[&str]); 17] = [
    (OperandCode::Indptr, &["indptr"], &["indptr"]),
    (OperandCode::Indices, &["entries", "starts", "noise", "csr"], &["indices", "entries", "ids"]),
    (OperandCode::Values, &["values", "true_counts", "result"], &["values"]),
    (OperandCode::Data, &["noise_counts"], &[]),
    (OperandCode::Left, &["left", "x", "gradient"], &[]),
    (OperandCode::Right, &["b", "right", "y", "targets", "label", "labels"], &[]),
    (OperandCode::Output, &[], &["out", "sum", "losses", "counts", "places", "indices", "bounds"]),
    (
        OperandCode::Input,
        &["input", "inputs", "data", "result", "logits", "true_logits", "probabilities", "a", "csr"],
        &[],
    ),
    (
        OperandCode::Ids,
        &["ids", "labels", "vertices", "sources", "rows", "row_indices", "bags"],
        &["ids", "buffers", "out"],
    ),
    (OperandCode::Plan, &["plan", "ends"], &["memory"]),
    (OperandCode::Gradient, &["gradient"], &["true_gradient"]),
    (OperandCode::Weight, &["weight", "weights"], &["weight"]),
    (OperandCode::Scratch, &[], &["scratch", "totals", "cursors"]),
    (OperandCode::Segments, &["plan"], &["buffers"]),
    (OperandCode::Rows, &["plan"], &["buffers"]),
    (OperandCode::Entries, &["entries", "plan"], &["entries", "buffers"]),
    (OperandCode::Columns, &["ends", "column_indices"], &["columns"]),
];

/// The parameters of a function, from 1, that errors are about; 0 where there is none.
pub(crate) struct Blame {
    /// By the code of an operand, of those that the call reads.
    read: [u8; CODES],
    /// The same, of those that it writes.
    written: [u8; CODES],
    /// The first and the second list of ids, where a function has two.
    pub(super) lists: [u8; 2],
    /// The first or only bound of a range.
    start: u8,
    /// Its end.
    end: u8,
    /// A number, or the struct of a rule, that can have no meaning.
    number: u8,
    /// The list beside a matrix that is written, too: the one that has elements, not rows and columns.
    losses: u8,
    /// The only operand that names the type of the values.
    typed: u8,
    /// The only argument that is no place of an answer: every fault is its own.
    only: u8,
}

const fn same(left: &str, right: &str) -> bool {
    let (left, right, mut place) = (left.as_bytes(), right.as_bytes(), 0);
    while place < left.len() && place < right.len() && left[place] == right[place] {
        place += 1;
    }
    place == left.len() && place == right.len()
}

/// Name and kind of an argument, and how many parameters it takes.
pub(crate) type Named = (&'static str, Kind, u32);

/// Of which parameters one is looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Among {
    /// Those with arrays that are written.
    Written,
    /// The others, sizes among them.
    Read,
    /// The same without sizes.
    ReadArrays,
}

/// The parameter of the first of these names.
const fn find(names: &[&str], arguments: &[Named], among: Among) -> u8 {
    let mut name = 0;
    while name < names.len() {
        let (mut place, mut number) = (0, 1);
        while place < arguments.len() {
            let (own, kind, parameters) = arguments[place];
            let fits = match among {
                Among::Written => kind.arrays().1 > 0,
                Among::Read => kind.arrays().1 == 0,
                Among::ReadArrays => kind.arrays().1 == 0 && !matches!(kind, Kind::Size),
            };
            if fits && same(own, names[name]) {
                return number as u8;
            }
            (place, number) = (place + 1, number + parameters);
        }
        name += 1;
    }
    0
}

impl Blame {
    pub(crate) const fn of(arguments: &[Named]) -> Self {
        let (mut read, mut written) = ([0; CODES], [0; CODES]);
        let mut next = 0;
        while next < NAMES.len() {
            let (code, of_read, of_written) = NAMES[next];
            read[code as usize] = find(of_read, arguments, Among::ReadArrays);
            written[code as usize] = find(of_written, arguments, Among::Written);
            next += 1;
        }
        let (mut place, mut number, mut rule, mut typed, mut count) = (0, 1, 0, 0, 0);
        let (mut only, mut operands) = (0, 0);
        while place < arguments.len() {
            let (_, kind, parameters) = arguments[place];
            if matches!(kind, Kind::Rule(_)) {
                rule = number as u8;
            }
            if kind.names_value_type() {
                (typed, count) = (number as u8, count + 1);
            }
            if !kind.is_answer() {
                (only, operands) = (number as u8, operands + 1);
            }
            (place, number) = (place + 1, number + parameters);
        }
        let of_number = find(&["high", "probability", "density", "deviation", "classes"], arguments, Among::Read);
        let lists = match find(&["targets"], arguments, Among::Read) {
            0 if read[OperandCode::Ids as usize] > 0 => {
                // Of a function whose rows and columns are lists, not sizes.
                [find(&["rows"], arguments, Among::ReadArrays), find(&["columns"], arguments, Among::ReadArrays)]
            }
            targets => [read[OperandCode::Ids as usize], targets],
        };
        Self {
            read,
            written,
            lists: if lists[0] > 0 && lists[1] > 0 { lists } else { [0; 2] },
            start: find(&["start", "first_column"], arguments, Among::Read),
            end: find(&["end", "end_column"], arguments, Among::Read),
            number: if rule > 0 { rule } else { of_number },
            losses: find(&["losses"], arguments, Among::Written),
            typed: if count == 1 { typed } else { 0 },
            only: if operands == 1 { only } else { 0 },
        }
    }

    /// An argument that has been found or not.
    pub(super) fn or_only(&self, argument: u32) -> u32 {
        if argument == 0 { self.only.into() } else { argument }
    }

    /// The argument that an error of the work itself is about; 0 if it is about several.
    #[cold]
    pub(crate) fn argument(&self, numbers: &ErrorNumbers) -> u32 {
        let ErrorNumbers { operand, fault, row: start, expected, found, .. } = *numbers;
        let of = |first: &[u8; CODES], second: &[u8; CODES]| {
            let of = |list: &[u8; CODES]| list.get(operand as usize).copied().unwrap_or(0);
            if of(first) > 0 { of(first) } else { of(second) }
        };
        let argument = match Status::from_number(numbers.status) {
            // Ids that no list has are those of a trusted matrix.
            Some(Status::Ids) => {
                let ids =
                    [OperandCode::Ids, OperandCode::Plan, OperandCode::Input].map(|code| self.read[code as usize]);
                ids.into_iter().find(|&argument| argument > 0).unwrap_or(0)
            }
            // The arrays of a csr have its shape, or it is refused before.
            Some(Status::Shape) if [OperandCode::Indptr as u32, OperandCode::Indices as u32].contains(&operand) => {
                of(&self.written, &self.read)
            }
            Some(Status::Shape)
                if self.losses > 0 && (operand, fault) == (OperandCode::Output as u32, Fault::Elements as u32) =>
            {
                self.losses
            }
            Some(Status::Shape | Status::MissingRow | Status::Pattern) => {
                match operand.checked_sub(OperandCode::State as u32) {
                    // The states follow the weight.
                    Some(state) => self.written[OperandCode::Weight as usize].saturating_add(state as u8),
                    None => of(&self.read, &self.written),
                }
            }
            // Only of scratch it depends on the types whether it is aligned.
            Some(Status::Capacity | Status::MisalignedPointer) => of(&self.written, &self.read),
            // A length may be -1, which is the largest there is.
            Some(Status::Range) if self.start == 0 => {
                let ids = OperandCode::Ids as usize;
                self.read[ids].max(self.written[ids])
            }
            Some(Status::Range) if self.end > 0 && found as u64 > expected as u64 => self.end,
            Some(Status::Range) if self.end > 0 && start as u64 > found as u64 => self.start,
            Some(Status::Range) => self.start,
            Some(Status::Parameter) if fault != Fault::None as u32 => self.number,
            Some(Status::Type) => self.typed,
            _ => 0,
        };
        self.or_only(argument.into())
    }
}
