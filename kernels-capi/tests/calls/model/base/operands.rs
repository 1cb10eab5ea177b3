//! Structs of random contents that keep every rule.
use super::super::memory::Pointer;
use super::super::record::{Array, Field, Record};
use super::patterns::{Groups, Pattern};
use super::{Builder, array, choice, size};
use lacuna_capi::Kind;
use lacuna_capi::status::OperandCode;

/// Numbers added to pointers or ids where a part of something counts from elsewhere.
fn shifted(numbers: &[i64], by: usize) -> Vec<i64> {
    numbers.iter().map(|&number| number + by as i64).collect()
}

impl Builder<'_> {
    fn value_type(&self) -> Field {
        Field::Type(self.value.tag())
    }

    fn index_type(&self) -> Field {
        Field::Type(self.index.tag())
    }

    /// Where nothing is looked at.
    fn any_type(&mut self) -> Field {
        Field::Type(self.random.one_of(&[0, 1, 7, 8, 9, 77, u32::MAX]))
    }

    fn csr_of(&mut self, pattern: &Pattern, kind: Kind) -> Record {
        let (trusted, values) = (self.random.within(0..2), self.values(pattern.nnz()));
        self.csr_with(pattern, kind, trusted, &values)
    }

    fn csr_with(&mut self, pattern: &Pattern, kind: Kind, trusted: usize, values: &[f64]) -> Record {
        let written = kind == Kind::CsrMut;
        // A part's pointers keep their values.
        let first = if trusted == 1 && !self.whole { self.random.one_of(&[0, 0, 3, 40]) } else { 0 };
        let indptr = self.integers(self.index, &shifted(&pattern.indptr, first), OperandCode::Indptr, false);
        let marks = vec![77; pattern.nnz()];
        // Some kernels read the columns of what they write.
        let stale = written && self.random.once_in(2);
        let indices =
            self.integers(self.index, if stale { &marks } else { &pattern.indices }, OperandCode::Indices, written);
        let values = self.reals(values, OperandCode::Values, written);
        let fields = vec![
            ("value_type", self.value_type()),
            ("index_type", self.index_type()),
            choice("trusted", trusted),
            size("rows", pattern.rows),
            size("columns", pattern.columns),
            size("nnz", pattern.nnz()),
            array("indptr", indptr),
            array("indices", indices),
            array("values", values),
        ];
        Record { kind, fields }
    }

    pub fn csr(&mut self, pattern: &Pattern) -> Record {
        self.csr_of(pattern, Kind::Csr)
    }

    /// One with these values.
    pub fn csr_of_values(&mut self, pattern: &Pattern, values: &[f64]) -> Record {
        let trusted = self.random.within(0..2);
        self.csr_with(pattern, Kind::Csr, trusted, values)
    }

    /// One whose columns may be in any order.
    pub fn trusted_csr(&mut self, pattern: &Pattern) -> Record {
        let values = self.values(pattern.nnz());
        self.csr_with(pattern, Kind::Csr, 1, &values)
    }

    pub fn csr_mut(&mut self, pattern: &Pattern) -> Record {
        self.csr_of(pattern, Kind::CsrMut)
    }

    /// Elements of dense rows with gaps, and their stride.
    fn strided(
        &mut self,
        rows: usize,
        columns: usize,
        element: impl FnMut(&mut Self, usize) -> f64,
    ) -> (Vec<f64>, usize) {
        let stride = columns + self.random.one_of(&[0, 0, 1, 3]);
        let extent = if rows == 0 || columns == 0 { 0 } else { (rows - 1) * stride + columns };
        let mut element = element;
        let data = (0..extent).map(|place| element(self, place)).collect();
        // Where there is no second row, the distance to it has no meaning.
        let stride = if rows < 2 && self.random.once_in(4) { self.random.within(0..9) } else { stride };
        (data, stride)
    }

    pub fn dense(&mut self, rows: usize, columns: usize) -> Record {
        let (data, stride) = self.strided(rows, columns, |b, _| b.random.quarter());
        self.dense_of(rows, columns, stride, &data, Kind::Dense)
    }

    pub fn dense_mut(&mut self, rows: usize, columns: usize) -> Record {
        let (data, stride) = self.strided(rows, columns, |_, _| -7.25);
        self.dense_of(rows, columns, stride, &data, Kind::DenseMut)
    }

    pub fn dense_of(&mut self, rows: usize, columns: usize, stride: usize, data: &[f64], kind: Kind) -> Record {
        let data = self.reals(data, OperandCode::Data, kind == Kind::DenseMut);
        let fields = vec![
            ("value_type", self.value_type()),
            size("rows", rows),
            size("columns", columns),
            size("stride", stride),
            array("data", data),
        ];
        Record { kind, fields }
    }

    /// The first row of an array that may be a part of another.
    fn first_row(&mut self) -> usize {
        self.random.one_of(&[0, 0, 0, 1, 7])
    }

    /// A row_sparse with these ids, counted from its first row.
    pub fn row_sparse(&mut self, rows: usize, row_length: usize, ids: &[i64]) -> Record {
        let (first, trusted) = (self.first_row(), self.random.within(0..2));
        self.row_sparse_of(rows, row_length, ids, first, trusted, Kind::RowSparse)
    }

    pub fn row_sparse_mut(&mut self, rows: usize, row_length: usize, ids: &[i64]) -> Record {
        let (first, trusted) = (self.first_row(), self.random.within(0..2));
        self.row_sparse_of(rows, row_length, ids, first, trusted, Kind::RowSparseMut)
    }

    pub fn row_sparse_of(
        &mut self,
        rows: usize,
        row_length: usize,
        ids: &[i64],
        first_row: usize,
        trusted: usize,
        kind: Kind,
    ) -> Record {
        let (indices, data) = self.stored(row_length, &shifted(ids, first_row), kind == Kind::RowSparseMut);
        let fields = vec![
            ("value_type", self.value_type()),
            ("index_type", self.index_type()),
            choice("trusted", trusted),
            size("rows", rows),
            size("row_length", row_length),
            size("stored_rows", ids.len()),
            size("first_row", first_row),
            array("indices", indices),
            array("data", data),
        ];
        Record { kind, fields }
    }

    fn stored(&mut self, row_length: usize, ids: &[i64], written: bool) -> (Array, Array) {
        let data = self.values(ids.len() * row_length);
        (self.integers(self.index, ids, OperandCode::Indices, false), self.reals(&data, OperandCode::Data, written))
    }

    /// Dense rows to be updated, or row_sparse ones with these ids.
    pub fn rows_mut(&mut self, rows: usize, row_length: usize, ids: Option<&[i64]>) -> Record {
        let (storage, first_row, stride, indices, data, stored_rows) = match ids {
            None => {
                let (data, stride) = self.strided(rows, row_length, |b, _| b.random.quarter());
                let indices = self.integers(self.index, &[], OperandCode::Indices, false);
                (
                    0,
                    self.random.within(0..9),
                    stride,
                    indices,
                    self.reals(&data, OperandCode::Data, true),
                    self.random.within(0..9),
                )
            }
            Some(ids) => {
                let first_row = self.first_row();
                let (indices, data) = self.stored(row_length, &shifted(ids, first_row), true);
                (1, first_row, self.random.within(0..9), indices, data, ids.len())
            }
        };
        // Of dense rows, nothing is checked but the shape.
        let trusted = self.random.within(0..2);
        let fields = vec![
            ("value_type", self.value_type()),
            ("index_type", if storage == 1 { self.index_type() } else { self.any_type() }),
            choice("storage", storage),
            choice("trusted", trusted),
            size("rows", rows),
            size("row_length", row_length),
            size("stride", stride),
            size("stored_rows", stored_rows),
            size("first_row", first_row),
            array("indices", indices),
            array("data", data),
        ];
        Record { kind: Kind::RowsMut, fields }
    }

    /// Something of any form that is broadcast to a matrix of this shape.
    pub fn broadcast(&mut self, rows: usize, row_length: usize) -> Record {
        let form = self.random.within(0..5);
        let no_ids = self.integers(self.index, &[], OperandCode::Indices, false);
        let any: Vec<_> = (0..5).map(|_| self.random.within(0..9)).collect();
        let (mut shape, mut stride, mut stored_rows, mut first_row) = ([rows, row_length], any[0], any[1], any[2]);
        let (indices, data) = match form {
            0 => {
                let (data, distance) = self.strided(rows, row_length, |b, _| b.random.quarter());
                stride = distance;
                (no_ids, self.reals(&data, OperandCode::Data, false))
            }
            1 => {
                let ids = self.random.some(rows);
                (first_row, stored_rows) = (self.first_row(), ids.len());
                self.stored(row_length, &shifted(&ids, first_row), false)
            }
            _ => {
                let length = match form {
                    2 => row_length,
                    3 => rows,
                    _ => 1,
                };
                // What the form does not have may be anything.
                match form {
                    2 => shape[0] = any[3],
                    3 => shape[1] = any[3],
                    _ => shape = [any[3], any[4]],
                }
                let data = self.values(length);
                (no_ids, self.reals(&data, OperandCode::Data, false))
            }
        };
        let fields = vec![
            ("value_type", self.value_type()),
            ("index_type", if form == 1 { self.index_type() } else { self.any_type() }),
            ("form", Field::Choice { value: form as u32, highest: 4 }),
            choice("trusted", self.random.within(0..2)),
            size("rows", shape[0]),
            size("row_length", shape[1]),
            size("stride", stride),
            size("stored_rows", stored_rows),
            size("first_row", first_row),
            array("indices", indices),
            array("data", data),
        ];
        Record { kind: Kind::Broadcast, fields }
    }

    /// The plan of these groups: of `values` entries, for an operand and a result of so many rows. Gives its first row,
    /// too.
    pub fn plan(&mut self, groups: &Groups, values: usize, operand_rows: usize, output_rows: usize) -> (Record, usize) {
        let (first_row, trusted) = (self.first_row(), self.random.within(0..2));
        let first_term = if trusted == 1 && !self.whole { self.random.one_of(&[0, 0, 5]) } else { 0 };
        let ids = self.integers(self.index, &shifted(&groups.ids, first_row), OperandCode::Ids, false);
        let segments = self.integers(self.index, &shifted(&groups.segments, first_term), OperandCode::Segments, false);
        let rows = self.integers(self.index, &groups.rows, OperandCode::Rows, false);
        let mut entries = self.integers(self.index, &groups.entries, OperandCode::Entries, false);
        let mut values = values;
        if self.random.once_in(3) {
            // In order.
            (entries.pointer, values) = (Pointer::NULL, groups.rows.len() + first_term);
        }
        let fields = vec![
            ("index_type", self.index_type()),
            choice("trusted", trusted),
            size("stored_rows", groups.ids.len()),
            size("terms", groups.rows.len()),
            size("values", values),
            size("operand_rows", operand_rows),
            size("output_rows", output_rows),
            size("first_row", first_row),
            array("ids", ids),
            array("segments", segments),
            array("rows", rows),
            array("entries", entries),
        ];
        (Record { kind: Kind::Plan, fields }, first_row)
    }

    /// Block ends of a product with this pattern, and how many columns they have: anywhere, as the sums end where they
    /// say, or none at all.
    pub fn block_ends(&mut self, pattern: &Pattern) -> (Record, usize) {
        let none = self.random.once_in(4);
        let (columns, entries) =
            if none { (vec![], vec![]) } else { (self.random.some(pattern.columns), self.random.some(pattern.nnz())) };
        let any_shape = none && self.random.once_in(2);
        let shape = if any_shape { [0; 3] } else { [pattern.rows, pattern.columns, pattern.nnz()] };
        let [of_columns, of_entries] = [(&columns, OperandCode::Columns), (&entries, OperandCode::Entries)]
            .map(|(places, operand)| self.integers(self.index, places, operand, false));
        let fields = vec![
            ("index_type", self.index_type()),
            choice("trusted", self.random.within(0..2)),
            array("columns", of_columns),
            size("columns_length", columns.len()),
            array("entries", of_entries),
            size("entries_length", entries.len()),
            size("matrix_rows", shape[0]),
            size("matrix_columns", shape[1]),
            size("matrix_nnz", shape[2]),
        ];
        (Record { kind: Kind::BlockEnds, fields }, columns.len())
    }

    /// The SELL plan of this pattern, or one that is broken.
    pub fn sell_plan(&mut self, pattern: &Pattern) -> Record {
        let (indptr, indices) = (&pattern.indptr, &pattern.indices);
        let nothing = vec![0.0_f32; pattern.nnz()];
        let a = lacuna::Csr::new(pattern.rows, pattern.columns, indptr, indices, &nothing).expect("a good pattern");
        let needed = lacuna_capi::scratch::lacuna_sell_plan_length(pattern.rows, pattern.nnz());
        let mut memory = vec![-3; needed + self.random.one_of(&[0, 0, 2])];
        lacuna::dot::sell_plan(a, &mut memory).expect("enough memory");
        if self.random.once_in(4) {
            let place = self.random.within(0..memory.len());
            memory[place] = self.random.index(5);
        }
        let (length, memory) = (memory.len(), self.integers(self.index, &memory, OperandCode::Plan, false));
        let entries = self.integers(self.index, &[], OperandCode::Plan, false);
        let fields = vec![
            ("index_type", self.index_type()),
            choice("transposed", self.random.within(0..2)),
            size("rows", pattern.rows),
            size("columns", pattern.columns),
            size("nnz", pattern.nnz()),
            array("memory", memory),
            size("memory_length", length),
            array("entries", entries),
        ];
        Record { kind: Kind::SellPlan, fields }
    }

    /// Buffers for a plan of so many entries, at times longer than it needs.
    pub fn buffers(&mut self, entries: usize) -> Record {
        let mut fields = vec![("index_type", self.index_type())];
        let buffers = [
            ("ids", "ids_length", OperandCode::Ids, 0),
            ("segments", "segments_length", OperandCode::Segments, 1),
            ("rows", "rows_length", OperandCode::Rows, 0),
            ("entries", "entries_length", OperandCode::Entries, 0),
        ];
        for (name, length_name, operand, more) in buffers {
            let length = entries + more + self.random.one_of(&[0, 0, 0, 2]);
            let buffer = self.integers(self.index, &vec![-3; length], operand, true);
            fields.extend([array(name, buffer), size(length_name, length)]);
        }
        Record { kind: Kind::PlanBuffers, fields }
    }

    /// Hyper-parameters, with those that the rule does not share.
    pub fn hyper(&mut self, own: &'static [&'static str], standard: usize) -> Record {
        let names = ["learning_rate"].iter().chain(own).chain(&["weight_decay", "rescale_gradient", "clip_gradient"]);
        let mut number = || {
            // What is not given, a zero that is meant, and what no number of 32 bits is.
            let rare = self.random.one_of(&[0.0, -0.0, 0.1, 1e-60]);
            if self.random.once_in(3) { rare } else { self.random.within(0..9) as f64 * 0.125 }
        };
        let mut fields: Vec<_> = names.map(|&name| (name, Field::Real(number()))).collect();
        fields.extend([choice("clips", self.random.within(0..2)), choice("update", standard)]);
        Record { kind: Kind::Rule(own), fields }
    }
}
