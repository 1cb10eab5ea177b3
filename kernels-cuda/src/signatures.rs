//! What each entry takes: the one list from which the device crate makes its entries and this crate the structs that
//! launch them.
//!
//! An entry has separate parameters: a pointer inside a struct that is passed by value costs generic accesses.
//! Parameters that always go together are a group here, which the device crate takes apart and puts together again.
//! Kinds of single parameters:
//!
//! | kind | on the device | from the host |
//! |---|---|---|
//! | `In<T>`, `InFrom<T>`, `InOrNull<T>` | `*const T` | a buffer, a buffer from an element on, or none |
//! | `Out<T>`, `OutFrom<T>` | `*mut T` | a buffer, or a buffer from an element on |
//! | `Words`, `WordsOrNull` | `*mut u64` | the words of a check |
//! | `Size`, `Word`, `Number<V>`, `Address` | `usize`, `u32`, `V`, `u64` | the same |
//! | `Values<V>`, `ValuesMut<V>`, `Scalar<V>` | as `In`, `Out`, `Number` | the operands of a function, as the list of kernels calls them |
//! | `Sums<V>`, `SumsMut<V>` | as `In`, `Out` of `V::Arithmetic` | a buffer of what is computed with `V` |
//! | `Numbers<V, [names]>`, `States<V, I, [names]>` | as many numbers or groups, one after the other | an array |

/// Hands the groups to a macro, those with pointers and those without: name, types, and the parts in the order of their
/// parameters.
macro_rules! for_each_group {
    ($callback:ident $($context:tt)*) => {
        $callback! {
            $($context)*
            pointers {
                /// A matrix of which `capacity` entries have room.
                Csr<V, I> { indptr: In<I>, indices: In<I>, values: In<V>, capacity: Size, rows: Size }
                /// A csr whose entries are written.
                CsrMut<V, I> { indptr: In<I>, indices: Out<I>, values: Out<V>, capacity: Size }
                /// A dense matrix.
                Matrix<V> { data: In<V>, rows: Size, stride: Size, columns: Size }
                /// A dense matrix that is written, with as many columns as what is written to it.
                MatrixMut<V> { data: Out<V>, rows: Size, stride: Size }
                /// Which rows are stored; null ids for all of them.
                Pattern<I> { ids: InOrNull<I>, stored: InOrNull<I>, capacity: Size, rows: Size }
                /// Stored rows.
                RowSparse<V, I> { ids: In<I>, stored: In<I>, capacity: Size, rows: Size, data: In<V>, columns: Size }
                /// A weight or a state of an optimizer, with as many rows as the gradient, and as many columns or one;
                /// null ids for a dense one.
                State<V, I> { ids: InOrNull<I>, stored: InOrNull<I>, capacity: Size, data: OutFrom<V>, stride: Size }
                /// What is brought to the shape of a result: the element of a row and a column is
                /// `data[place * row_step + column * column_step]`, where `place` is the row's among those stored. Null
                /// ids for one that stores all rows.
                Broadcast<V, I> {
                    ids: InOrNull<I>, stored: InOrNull<I>, capacity: Size, rows: Size, data: InFrom<V>, row_step: Size,
                        column_step: Size,
                }
                /// Which terms belong to which row: `count` rows, or the number that `stored` points to, where it is
                /// less.
                Segments<I> { bounds: In<I>, stored: InOrNull<I>, count: Size, terms: Size }
                /// The terms of a plan: rows of the operand, and the values of the entries. Null values for rows that
                /// are added as they are.
                Planned<V, I> { rows: In<I>, entries: In<I>, values: InOrNull<V>, value_count: Size }
                /// A table of row_sparse arrays of `rows` rows, four words each: the addresses of ids, of their number
                /// and of data, and the capacity.
                Inputs { table: In<u64>, count: Size, rows: Size }
            }
            numbers {
                /// The hyper-parameters that all optimizers have. `clip_gradient` is infinite where nothing is clipped;
                /// `standard` is 0 for a lazy update.
                Common<V> {
                    learning_rate: Number<V>, weight_decay: Number<V>, rescale_gradient: Number<V>,
                        clip_gradient: Number<V>, standard: Word,
                }
                /// A sequence of random numbers, from an element on.
                Stream { seed: Address, stream: Address, first: Address }
                /// The random numbers of a rounding; `stochastic` is 0 for the nearest, which needs none.
                Draws { key_low: Word, key_high: Word, first_row: Address, stochastic: Word }
                /// A row of a table of inputs.
                Input { ids: Address, stored: Address, data: Address, capacity: Size }
                /// A row belongs to `1 << lane_bits` threads, and `wide` is 0 if the accesses are not of 16 bytes.
                Groups { lane_bits: Word, wide: Word }
            }
        }
    };
}

/// Hands the reductions to a macro, with the numbers by which entries know them and the names of their kernels: one
/// entry serves all.
macro_rules! for_each_reduction {
    ($callback:ident) => {
        $callback! {
            Sum 0 sum_rows sum_columns sum_csr_rows sum_csr_columns;
            Mean 1 mean_rows mean_columns mean_csr_rows mean_csr_columns;
            Norm1 2 norm1_rows norm1_columns norm1_csr_rows norm1_csr_columns;
            Norm2 3 norm2_rows norm2_columns norm2_csr_rows norm2_csr_columns;
            SquareSum 4 square_sum_rows square_sum_columns square_sum_csr_rows square_sum_csr_columns;
            Max 5 max_rows max_columns max_csr_rows max_csr_columns;
            Min 6 min_rows min_columns min_csr_rows min_csr_columns;
        }
    };
}

/// Hands the kernels of the families that have one entry each to a macro: `{context}`, then rules with their arguments'
/// type, their own hyper-parameters, their arrays and those of one number a row, and functions with their operands and
/// arguments, all from the list of kernels.
macro_rules! for_each_member {
    ($callback:ident $($context:tt)*) => {
        lacuna::for_each_kernel! { members { $callback [$($context)*] [] [] [] [] } }
    };
}

/// Goes through the list, row by row.
macro_rules! members {
    (
        { $callback:ident $context:tt [$($optim:tt)*] $map:tt $binary:tt $loss:tt }
        $(#[$doc:meta])* optim::$name:ident [V I] ($hyper:ident: Rule($Rule:ident [$($own:ident)*]), $($operands:tt)*)
            -> $output:ty, $cut:ident, $call:ident $parameters:tt
            {
                rule: *$rule:ident, $gradient:ident, states: [$($state:ident),*] $(, numbers: [$($number:ident),*])?
            }, $peer:literal, $structure:tt;
        $($rows:tt)*
    ) => {
        members! {
            {
                $callback $context [
                    $($optim)* $(#[$doc])* $call $name $Rule [$($own)*] [$($state)*] [$($($number)*)?];
                ] $map $binary $loss
            } $($rows)*
        }
    };
    (
        { $callback:ident $context:tt $optim:tt [$($map:tt)*] $binary:tt $loss:tt }
        $(#[$doc:meta])* map::$name:ident [$value:ident] $operands:tt
            -> $output:ty, $cut:ident, $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;
        $($rows:tt)*
    ) => {
        members! {
            { $callback $context $optim [$($map)* $(#[$doc])* $name $operands $fields;] $binary $loss } $($rows)*
        }
    };
    (
        { $callback:ident $context:tt $optim:tt $map:tt [$($binary:tt)*] $loss:tt }
        $(#[$doc:meta])* binary::$name:ident [$value:ident] $operands:tt
            -> $output:ty, $cut:ident, $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;
        $($rows:tt)*
    ) => {
        members! {
            { $callback $context $optim $map [$($binary)* $(#[$doc])* $name $operands $fields;] $loss } $($rows)*
        }
    };
    // Others of this family are functions of rows.
    (
        { $callback:ident $context:tt $optim:tt $map:tt $binary:tt [$($loss:tt)*] }
        $(#[$doc:meta])* loss::$name:ident [$value:ident] $operands:tt
            -> $output:ty, $cut:ident, Elements $parameters:tt $fields:tt, $peer:literal, $structure:tt;
        $($rows:tt)*
    ) => {
        members! {
            { $callback $context $optim $map $binary [$($loss)* $(#[$doc])* $name $operands $fields;] } $($rows)*
        }
    };
    (
        $state:tt
        $(#[$doc:meta])* $family:ident::$name:ident $types:tt $operands:tt
            -> $output:ty, $cut:ident, $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;
        $($rows:tt)*
    ) => {
        members! { $state $($rows)* }
    };
    ({ $callback:ident [$($context:tt)*] [$($optim:tt)*] [$($map:tt)*] [$($binary:tt)*] [$($loss:tt)*] }) => {
        $callback! { { $($context)* } optim { $($optim)* } map { $($map)* } binary { $($binary)* } loss { $($loss)* } }
    };
}

/// How many names there are.
macro_rules! count {
    ([$($name:ident)*]) => { <[&str]>::len(&[$(stringify!($name)),*]) };
}

/// Hands the entries to a macro: by family, which is also the module of PTX that they are in, each with its types and
/// parameters.
macro_rules! for_each_entry {
    ($callback:ident) => {
        for_each_member! { all_entries $callback }
    };
}

macro_rules! all_entries {
    (
        { $callback:ident }
        optim { $($(#[$rule_doc:meta])* $step:ident $rule:ident $Rule:ident $own:tt $states:tt $numbers:tt;)* }
        map { $($(#[$map_doc:meta])* $map:ident ($($map_operand:ident: $map_kind:ident),*) $map_fields:tt;)* }
        binary {
            $(
                $(#[$binary_doc:meta])* $binary:ident (
                    $($binary_operand:ident: $binary_kind:ident),*
                ) $binary_fields:tt;
            )*
        }
        loss { $($(#[$loss_doc:meta])* $loss:ident ($($loss_operand:ident: $loss_kind:ident),*) $loss_fields:tt;)* }
    ) => {
        $callback! {
            products {
                /// `out = a b`, rows of at most a block of entries. One column: 4 threads a row.
                csr_dense[V: Storage, I: Index](a: Csr<V, I>, b: Matrix<V>, out: MatrixMut<V>, groups: Groups);
                /// As `csr_dense`; the indices are places among the stored rows.
                csr_row_sparse[V: Value, I: Index](a: Csr<V, I>, b: Matrix<V>, out: MatrixMut<V>, groups: Groups);
                /// The sums of the blocks of longer rows.
                csr_blocks[V: Storage, I: Index](a: Csr<V, I>, b: Matrix<V>, sums: SumsMut<V>, groups: Groups);
                /// The sums of segments of at most a block of terms, one after the other or to the rows of the ids. For
                /// all products with a transposed csr.
                planned_products[V: Storage, I: Index](
                    segments: Segments<I>, terms: Planned<V, I>, b: Matrix<V>, out: MatrixMut<V>, ids: InOrNull<I>,
                        groups: Groups,
                );
                /// The sums of the operand's rows in each segment of at most a block of terms.
                coalesce[V: Storage, I: Index](
                    segments: Segments<I>, rows: In<I>, b: Matrix<V>, out: MatrixMut<V>, groups: Groups
                );
                /// The sums of the blocks of longer segments.
                plan_blocks[V: Storage, I: Index](
                    segments: Segments<I>, terms: Planned<V, I>, b: Matrix<V>, sums: SumsMut<V>, groups: Groups,
                );
                /// The sums of longer rows from those of their blocks.
                block_totals[V: Storage, I: Index](
                    segments: Segments<I>, columns: Size, sums: Sums<V>, out: MatrixMut<V>, ids: InOrNull<I>,
                        lane_bits: Word,
                );
                /// For each entry the place of its column among stored rows.
                stored_positions[I: Index](indices: In<I>, length: Size, stored: Pattern<I>, positions: Out<I>);
                /// `out = a b` at the places of `out`.
                csr_csr[V: Value, I: Index](a: Csr<V, I>, b: Csr<V, I>, out: CsrMut<V, I>);
                /// `out = a b` for the transpose plan of `b`, whose ids are its columns.
                dense_csr[V: Value, I: Index](
                    a: Matrix<V>, segments: Segments<I>, terms: Planned<V, I>, columns_of_b: Pattern<I>, columns: Size,
                        out: MatrixMut<V>,
                );
                /// `out = a b^T`.
                dense_csr_t[V: Value, I: Index](a: Matrix<V>, b: Csr<V, I>, out: MatrixMut<V>);
                /// `out = a b^T`. 4 threads an element.
                dense_row_sparse_t[V: Value, I: Index](a: Matrix<V>, b: RowSparse<V, I>, out: MatrixMut<V>);
                /// `out = a b`, where the elements of `a` are so far apart from row to row and from term to term, and
                /// those of `b` from term to term and from column to column. A thread for 4 elements.
                dense_products[V: Value](
                    a: In<V>, a_row: Size, a_term: Size, b: In<V>, b_term: Size, b_column: Size, terms: Size,
                        columns: Size, out: MatrixMut<V>,
                );
                /// `out = a b^T` at the places of `out`. 4 threads an entry.
                sddmm[V: Value, I: Index](a: Matrix<V>, b: Matrix<V>, out: CsrMut<V, I>);
            }
            cast {
                /// Each number in another type. 4 numbers a thread.
                cast[A: AnyNumber, B: AnyNumber](input: In<A>, out: Out<B>, length: Size);
                /// The number of stored elements of each row.
                dense_row_nnz[V: Value, I: Index](dense: Matrix<V>, counts: OutFrom<I>, groups: Groups);
                /// 1 for rows with a stored element.
                dense_row_flags[V: Value, I: Index](dense: Matrix<V>, flags: Out<I>);
                /// Columns and values of a csr of the right pointers.
                dense_to_csr[V: Value, I: Index](dense: Matrix<V>, out: CsrMut<V, I>, check: Words);
                /// What `dense_to_csr` says of a row that it refused.
                dense_to_csr_refusal[V: Value, I: Index](dense: Matrix<V>, indptr: In<I>, check: Words);
                /// Columns and values, unless there is no room for all.
                dense_to_csr_one_pass[V: Value, I: Index](dense: Matrix<V>, out: CsrMut<V, I>, check: Words);
                /// Entries at their places, else zero.
                csr_to_dense[V: Storage, I: Index](csr: Csr<V, I>, columns: Size, out: MatrixMut<V>, wide: Word);
                /// The rows of the ids.
                dense_to_row_sparse[V: Value, I: Index](
                    dense: Matrix<V>, stored: Pattern<I>, out: Out<V>, groups: Groups
                );
                /// Stored rows at their places, else zero.
                row_sparse_to_dense[V: Value, I: Index](input: RowSparse<V, I>, out: MatrixMut<V>, groups: Groups);
                /// Zeroes the rows that are not stored.
                zero_absent_rows[V: Storage, I: Index](
                    stored: Pattern<I>, columns: Size, out: MatrixMut<V>, groups: Groups
                );
            }
            rows {
                /// The rows asked for, zero where they are not stored.
                retain[V: Storage, I: Index](data: RowSparse<V, I>, kept: Pattern<I>, out: Out<V>, groups: Groups);
                /// The sum of the inputs, if the ids are their union.
                add_n[V: Value, I: Index](
                    inputs: Inputs, columns: Size, union: Pattern<I>, out: Out<V>, groups: Groups, check: Words,
                );
                /// Refuses places that are not below a length.
                check_places[I: Index](places: In<I>, length: Size, below: Size, check: Words);
                /// The values at the places, unless one of them was refused.
                permute[V: Storage, I: Index](
                    entries: In<I>, values: In<V>, out: Out<V>, length: Size, value_count: Size, check: Words
                );
                /// Refuses ids that do not ascend, or are out of range.
                check_ids[I: Index](ids: Pattern<I>, check: Words);
                /// By one thread: the number of ids that a retain stores, or what is wrong with them.
                retain_count[I: Index](ids: Pattern<I>, data_stored: In<I>, retained_count: Out<I>, check: Words);
                /// By one thread: writes the first `count` of these rows to a table of inputs, from row `first` on, so
                /// that the host need not wait for a transfer.
                input_rows[](
                    table: Out<u64>, first: Size, count: Size, a: Input, b: Input, c: Input, d: Input, e: Input,
                        f: Input, g: Input, h: Input,
                );
                /// All ids of the inputs, ascending. Blocks along y: the inputs from `first` on.
                merge_ids[I: Index](inputs: Inputs, first: Size, merged: Out<I>);
                /// Refuses ids that are not the union of the inputs'.
                check_union[I: Index](inputs: Inputs, union: Pattern<I>, check: Words);
            }
            slice {
                /// Refuses ids that are no rows; and, in the next check, rows of the result that do not store as many
                /// entries as they are given.
                check_take[I: Index](indptr: In<I>, rows: Size, ids: In<I>, length: Size, stored: In<I>, checks: Words);
                /// Rows by ids, unless one was refused.
                take[V: Storage, I: Index](
                    csr: Csr<V, I>, ids: In<I>, length: Size, out: CsrMut<V, I>, groups: Groups, checks: Words
                );
                /// Refuses rows of the result that do not store as many entries as they are given.
                check_columns[I: Index](
                    indptr: In<I>, indices: In<I>, capacity: Size, rows: Size, first_column: Size, columns: Size,
                        stored: In<I>, check: Words,
                );
                /// A range of columns, unless a row was refused.
                columns[V: Value, I: Index](
                    csr: Csr<V, I>, first_column: Size, columns: Size, out: CsrMut<V, I>, groups: Groups, check: Words
                );
                /// Refuses rows of the result that have less room.
                check_concat[I: Index](indptr: In<I>, rows: Size, starts: In<I>, stored: In<I>, check: Words);
                /// An array to its place among others, unless a row was refused.
                concat[V: Value, I: Index](
                    csr: Csr<V, I>, first_column: Size, starts: In<I>, out: CsrMut<V, I>, groups: Groups, check: Words
                );
                /// Refuses rows of the result that do not store as many entries as they are given.
                check_prune[V: Value, I: Index](csr: Csr<V, I>, stored: In<I>, check: Words);
                /// The entries that are not 0, unless a row was refused.
                prune[V: Value, I: Index](csr: Csr<V, I>, out: CsrMut<V, I>, check: Words);
                /// `x` where the condition is not 0, else `y`; null for zeros.
                select[V: Value, I: Index](
                    condition: Csr<V, I>, x: InOrNull<V>, x_stride: Size, y: InOrNull<V>, y_stride: Size, columns: Size,
                        out: MatrixMut<V>,
                );
                /// The elements of a diagonal.
                diagonal[V: Value, I: Index](csr: Csr<V, I>, first_column: Size, out: Out<V>, length: Size);
            }
            embedding {
                /// The rows of the ids, unless one of these was refused.
                lookup[V: Storage, I: Index](
                    ids: In<I>, length: Size, weight: Matrix<V>, out: MatrixMut<V>, groups: Groups, check: Words
                );
                /// The rows of the ids, zero where they are not stored, unless an id was refused.
                lookup_row_sparse[V: Value, I: Index](
                    ids: In<I>, length: Size, weight: RowSparse<V, I>, out: MatrixMut<V>, groups: Groups, check: Words,
                );
                /// The sums of bags, unless an id was refused.
                bag_sum[V: Storage, I: Index](
                    bags: Csr<V, I>, padding: Size, weight: Matrix<V>, out: MatrixMut<V>, groups: Groups, check: Words
                );
                /// The means of bags, unless an id was refused.
                bag_mean[V: Storage, I: Index](
                    bags: Csr<V, I>, padding: Size, weight: Matrix<V>, out: MatrixMut<V>, groups: Groups, check: Words
                );
                /// The values of entries over their number in the bag.
                bag_shares[V: Value, I: Index](bags: Csr<V, I>, padding: Size, out: Out<V>);
                /// The maxima of bags, unless an id was refused, and the entries that they come from.
                bag_max[V: Value, I: Index](
                    bags: Csr<V, I>, padding: Size, weight: Matrix<V>, entries: Out<I>, out: MatrixMut<V>,
                        groups: Groups, check: Words,
                );
                /// The sums of the gradient's elements that came from the terms of each segment.
                bag_max_gradient[V: Value, I: Index](
                    segments: Segments<I>, bags: In<I>, terms: In<I>, entries: In<I>, gradient: Matrix<V>,
                        out: MatrixMut<V>, groups: Groups,
                );
                /// Keys, entries and bags of a plan of bags.
                bag_keys[I: Index](
                    indptr: In<I>, ids: In<I>, capacity: Size, bags: Size, rows: Size, padding: Size, keys: Out<I>,
                        entries: Out<I>, sources: Out<I>,
                    check: Words,
                );
            }
            segments {
                /// Keys, entries and operand rows of a transposed product.
                transpose_keys[I: Index](
                    indptr: In<I>, indices: In<I>, capacity: Size, rows: Size, columns: Size, stored: Pattern<I>,
                        keys: Out<I>, entries: Out<I>,
                    sources: Out<I>,
                );
                /// Keys and entries of a coalesce.
                id_keys[I: Index](ids: Pattern<I>, keys: Out<I>, entries: Out<I>, check: Words);
                /// 1 where a key differs from the one before.
                first_flags[I: Index](keys: In<I>, length: Size, rows: Size, flags: Out<I>);
                /// Ids, segments, operand rows and entries of a plan. Null sources: those are the entries.
                plan_finish[I: Index](
                    keys: In<I>, sorted: In<I>, length: Size, rows: Size, totals: In<I>, sources: InOrNull<I>,
                        ids: Out<I>, segments: Out<I>,
                    plan_rows: Out<I>, plan_entries: Out<I>, stored: Out<I>, check: WordsOrNull, checked: InOrNull<I>,
                );
                /// From running totals of flags the places, or the values at the places, that are flagged; as many as
                /// there is room for.
                compact_ids[I: Index](
                    totals: In<I>, length: Size, values: InOrNull<I>, ids: Out<I>, capacity: Size, stored: Out<I>
                );
                /// The number of keys of each digit in each tile of 4096, digit by digit.
                sort_count[I: Index](keys: In<I>, length: Size, shift: Word, totals: Out<I>);
                /// Moves keys and entries to their places. `totals` holds the running totals of the counts.
                sort_scatter[I: Index](
                    keys: In<I>, entries: In<I>, length: Size, shift: Word, totals: In<I>, sorted_keys: Out<I>,
                        sorted_entries: Out<I>,
                );
                /// The total of each tile of 2048 elements.
                scan_tiles[I: Index](elements: In<I>, length: Size, totals: Out<u64>);
                /// The totals of the tiles before each tile, by one block. A total of all above the largest is refused.
                scan_totals[](totals: Out<u64>, count: Size, largest: Size, check: WordsOrNull);
                /// Each element becomes the total up to it, unless that of all was refused.
                scan_elements[I: Index](elements: Out<I>, length: Size, totals: In<u64>, check: WordsOrNull);
            }
            optim {
                /// Refuses the first needed row that the target does not store: in the check of this number, and in the
                /// first, which is that of the call.
                check_stored[I: Index](needed: Pattern<I>, target: Pattern<I>, checks: Words, number: Size);
                /// The rows of a pattern out of a table, in the type that they are computed with.
                load_rows[V: Storage, I: Index](table: Matrix<V>, pattern: Pattern<I>, rows: SumsMut<V>, groups: Groups);
                /// The same rows back, each number rounded once: 8 columns a thread.
                store_rows[V: Storage, I: Index](
                    rows: Sums<V>, pattern: Pattern<I>, table: MatrixMut<V>, columns: Size, groups: Groups, draws: Draws,
                );
                $(
                    /// One step, of the rows of the gradient or of all:
                    $(#[$rule_doc])*
                    $rule[V: Value, I: Index](
                        common: Common<V>, own: Numbers<V, $own>, gradient: RowSparse<V, I>, states: States<V, I,
                            $states>, numbers: States<V, I, $numbers>,
                        groups: Groups, refused: WordsOrNull,
                    );
                )*
            }
            reduce {
                /// The sums of the blocks of a slice of values.
                reduce_blocks[V: Value](values: In<V>, length: Size, sums: Out<f64>, reduction: Word);
                /// The sums of the blocks of each column, block after block.
                reduce_column_blocks[V: Value](a: Matrix<V>, sums: Out<f64>, reduction: Word);
                /// The sums of blocks of the sums of blocks, of each of so many columns. Of values of `f32` if they are
                /// not wide.
                reduce_block_sums[](
                    sums: In<f64>, blocks: Size, columns: Size, out: Out<f64>, wide: Word, reduction: Word
                );
                /// The reduction of `count` values in each column, of which some are stored, from sums of blocks.
                reduce_totals[V: Value](
                    sums: In<f64>, blocks: Size, columns: Size, out: OutFrom<V>, stored: Size, count: Size,
                    reduction: Word,
                );
                /// The value of each row in all of its elements.
                repeat_rows[V: Value](values: In<V>, columns: Size, out: MatrixMut<V>, groups: Groups);
                /// The value of each column in all of its elements.
                repeat_columns[V: Value](values: In<V>, columns: Size, out: MatrixMut<V>, groups: Groups);
                /// The place of the largest element of each row. 4 threads a row.
                argmax_rows[V: Value, I: Index](a: Matrix<V>, out: Out<I>);
                /// The gradient of each row where an element is the extreme.
                extreme_rows_backward[V: Value](
                    gradient: In<V>, a: Matrix<V>, result: In<V>, out: MatrixMut<V>, groups: Groups
                );
                /// The gradient of each column where an element is the extreme.
                extreme_columns_backward[V: Value](
                    gradient: In<V>, a: Matrix<V>, result: In<V>, out: MatrixMut<V>, groups: Groups
                );
                /// The number of entries of each row.
                nnz_rows[V: Storage, I: Index](a: Csr<V, I>, out: Out<I>);
                /// The number of entries of each column, from the entries by column.
                nnz_columns[I: Index](segments: Segments<I>, stored: Pattern<I>, columns: Size, out: Out<I>);
                /// The reduction of each row.
                reduce_rows[V: Value](a: Matrix<V>, out: Out<V>, reduction: Word);
                /// The reduction of each column.
                reduce_columns[V: Value](a: Matrix<V>, out: Out<V>, reduction: Word);
                /// The reduction of each row of a matrix of so many columns.
                reduce_csr_rows[V: Value, I: Index](a: Csr<V, I>, columns: Size, out: Out<V>, reduction: Word);
                /// The sums of the blocks of columns of more than a block of entries, which are grouped by column.
                reduce_csr_column_blocks[V: Value, I: Index](
                    segments: Segments<I>, entries: In<I>, values: In<V>, value_count: Size, sums: Out<f64>,
                    reduction: Word,
                );
                /// The reduction of each column of a matrix of so many rows and columns, whose entries are grouped by
                /// column; without sums of blocks, no column has more than one.
                reduce_csr_columns[V: Value, I: Index](
                    segments: Segments<I>, stored: Pattern<I>, entries: In<I>, values: In<V>, value_count: Size,
                        sums: InOrNull<f64>, columns: Size, rows: Size,
                    out: Out<V>, reduction: Word,
                );
            }
            map {
                $(
                    $(#[$map_doc])*
                    $map[V: Value]($($map_operand: $map_kind<V>,)* length: Size);
                )*
            }
            binary {
                $(
                    $(#[$binary_doc])*
                    $binary[V: Value]($($binary_operand: $binary_kind<V>,)* length: Size);
                )*
                /// The number of columns of each row that either matrix stores, or that both do.
                csr_pair_nnz[V: Value, I: Index](a: Csr<V, I>, b: Csr<V, I>, union: Word, counts: OutFrom<I>);
                /// `a + b` into a known pattern, unless the one before was refused.
                csr_add[V: Value, I: Index](
                    a: Csr<V, I>, b: Csr<V, I>, out: CsrMut<V, I>, before: WordsOrNull, check: Words
                );
                /// `a - b`, likewise.
                csr_subtract[V: Value, I: Index](
                    a: Csr<V, I>, b: Csr<V, I>, out: CsrMut<V, I>, before: WordsOrNull, check: Words
                );
                /// `a b`, element by element, likewise.
                csr_multiply[V: Value, I: Index](
                    a: Csr<V, I>, b: Csr<V, I>, out: CsrMut<V, I>, before: WordsOrNull, check: Words
                );
                /// The greater elements, likewise.
                csr_maximum[V: Value, I: Index](
                    a: Csr<V, I>, b: Csr<V, I>, out: CsrMut<V, I>, before: WordsOrNull, check: Words
                );
                /// The lesser elements, likewise.
                csr_minimum[V: Value, I: Index](
                    a: Csr<V, I>, b: Csr<V, I>, out: CsrMut<V, I>, before: WordsOrNull, check: Words
                );
                /// `a > b`, likewise.
                csr_greater[V: Value, I: Index](
                    a: Csr<V, I>, b: Csr<V, I>, out: CsrMut<V, I>, before: WordsOrNull, check: Words
                );
                /// `a != b`, likewise.
                csr_not_equal[V: Value, I: Index](
                    a: Csr<V, I>, b: Csr<V, I>, out: CsrMut<V, I>, before: WordsOrNull, check: Words
                );
                /// What these say of a row that they refused.
                csr_pair_refusal[V: Value, I: Index](
                    a: Csr<V, I>, b: Csr<V, I>, union: Word, indptr: In<I>, check: Words
                );
                /// 1 for the stored rows of `left` that `right` stores.
                rows_intersection_flags[I: Index](left: Pattern<I>, right: Pattern<I>, flags: Out<I>);
                /// `left + right`
                rows_add[V: Value, I: Index](
                    left: Broadcast<V, I>, right: Broadcast<V, I>, out: State<V, I>, rows: Size, columns: Size,
                    groups: Groups
                );
                /// `left - right`
                rows_subtract[V: Value, I: Index](
                    left: Broadcast<V, I>, right: Broadcast<V, I>, out: State<V, I>, rows: Size, columns: Size,
                        groups: Groups,
                );
                /// `left right`, element by element
                rows_multiply[V: Value, I: Index](
                    left: Broadcast<V, I>, right: Broadcast<V, I>, out: State<V, I>, rows: Size, columns: Size,
                        groups: Groups,
                );
                /// `left / right`, element by element
                rows_divide[V: Value, I: Index](
                    left: Broadcast<V, I>, right: Broadcast<V, I>, out: State<V, I>, rows: Size, columns: Size,
                        groups: Groups,
                );
                /// The greater elements
                rows_maximum[V: Value, I: Index](
                    left: Broadcast<V, I>, right: Broadcast<V, I>, out: State<V, I>, rows: Size, columns: Size,
                        groups: Groups,
                );
                /// The lesser elements
                rows_minimum[V: Value, I: Index](
                    left: Broadcast<V, I>, right: Broadcast<V, I>, out: State<V, I>, rows: Size, columns: Size,
                        groups: Groups,
                );
                /// `left > right`
                rows_greater[V: Value, I: Index](
                    left: Broadcast<V, I>, right: Broadcast<V, I>, out: State<V, I>, rows: Size, columns: Size,
                        groups: Groups,
                );
                /// `left != right`
                rows_not_equal[V: Value, I: Index](
                    left: Broadcast<V, I>, right: Broadcast<V, I>, out: State<V, I>, rows: Size, columns: Size,
                        groups: Groups,
                );
                /// `a + b`
                csr_broadcast_add[V: Value, I: Index](
                    a: Csr<V, I>, b: Broadcast<V, I>, columns: Size, out: MatrixMut<V>
                );
                /// `a - b`
                csr_broadcast_subtract[V: Value, I: Index](
                    a: Csr<V, I>, b: Broadcast<V, I>, columns: Size, out: MatrixMut<V>
                );
                /// `b - a`
                broadcast_subtract_csr[V: Value, I: Index](
                    a: Csr<V, I>, b: Broadcast<V, I>, columns: Size, out: MatrixMut<V>
                );
                /// `a b` at the entries of `a`
                entries_multiply[V: Value, I: Index](a: Csr<V, I>, b: Broadcast<V, I>, columns: Size, out: Out<V>);
                /// `a / b` at the entries of `a`
                entries_divide[V: Value, I: Index](a: Csr<V, I>, b: Broadcast<V, I>, columns: Size, out: Out<V>);
                /// `b` at the entries of `a`
                entries_gather[V: Value, I: Index](a: Csr<V, I>, b: Broadcast<V, I>, columns: Size, out: Out<V>);
                /// Adds the entries.
                accumulate_csr[V: Value, I: Index](input: Csr<V, I>, columns: Size, sum: MatrixMut<V>);
                /// Adds the rows that are stored.
                accumulate_rows[V: Value, I: Index](
                    input: Broadcast<V, I>, columns: Size, sum: MatrixMut<V>, groups: Groups
                );
            }
            loss {
                $(
                    $(#[$loss_doc])*
                    $loss[V: Value]($($loss_operand: $loss_kind<V>,)* length: Size);
                )*
                /// The gradient of a regression, with a csr of labels.
                csr_regression_gradient[V: Value, I: Index](
                    result: Matrix<V>, label: Csr<V, I>, scale: Number<V>, out: MatrixMut<V>
                );
                /// The probabilities of each row. Here and below 4 threads a row.
                softmax[V: Value](logits: Matrix<V>, out: MatrixMut<V>);
                /// The probabilities of each column of each element of the batch. Here and in the gradient a thread a
                /// column.
                softmax_columns[V: Value](
                    logits: Matrix<V>, classes: Size, elements: Size, out: MatrixMut<V>, groups: Groups
                );
                /// The gradient of `softmax`.
                softmax_backward[V: Value](gradient: Matrix<V>, result: Matrix<V>, out: MatrixMut<V>);
                /// Logarithms of the probabilities of each row.
                log_softmax[V: Value](logits: Matrix<V>, out: MatrixMut<V>);
                /// The gradient of `log_softmax`.
                log_softmax_backward[V: Value](gradient: Matrix<V>, result: Matrix<V>, out: MatrixMut<V>);
                /// Refuses labels that are neither ignored nor classes. A thread a label.
                check_labels[I: Index](labels: In<I>, length: Size, classes: Size, ignore: Size, check: Words);
                /// The cross entropy of each row, unless a label was refused.
                softmax_cross_entropy[V: Value, I: Index](
                    logits: Matrix<V>, labels: In<I>, ignore: Size, out: Out<V>, check: Words
                );
                /// Its gradient, likewise.
                softmax_cross_entropy_gradient[V: Value, I: Index](
                    logits: Matrix<V>, labels: In<I>, ignore: Size, scale: Number<V>, out: MatrixMut<V>, check: Words,
                );
                /// The same from probabilities.
                softmax_output_gradient[V: Value, I: Index](
                    probabilities: Matrix<V>, labels: In<I>, ignore: Size, smooth_alpha: Number<V>, scale: Number<V>,
                        out: MatrixMut<V>, check: Words,
                );
                /// The same of columns of probabilities.
                softmax_output_gradient_columns[V: Value, I: Index](
                    probabilities: Matrix<V>, labels: In<I>, classes: Size, elements: Size, ignore: Size,
                        smooth_alpha: Number<V>, scale: Number<V>, out: MatrixMut<V>, groups: Groups,
                    check: Words,
                );
                /// The cross entropy of each row's label among noise, and its gradients.
                sampled_softmax[V: Value, I: Index](
                    true_logits: In<V>, noise_logits: Matrix<V>, true_counts: In<V>, noise_counts: In<V>, labels: In<I>,
                        noise: In<I>, weights: In<V>,
                    losses: Out<V>, true_gradient: Out<V>, out: MatrixMut<V>,
                );
            }
            graph {
                /// Refuses ids that do not ascend, or are out of range.
                check_ascending[I: Index](list: In<I>, length: Size, below: Size, check: Words);
                /// Refuses rows with more edges than their vertices have.
                check_degrees[I: Index](
                    indptr: In<I>, rows: Size, vertices: In<I>, length: Size, wanted: In<I>, check: Words
                );
                /// The values of edges, unless a vertex was refused.
                edge_id[V: Value, I: Index](
                    graph: Csr<V, I>, sources: In<I>, targets: In<I>, output: Out<V>, length: Size, checks: Words
                );
                /// The entries in some rows and columns, unless one of these was refused.
                subgraph[V: Value, I: Index](
                    graph: Csr<V, I>, rows: In<I>, row_count: Size, columns: In<I>, column_count: Size, out: CsrMut<V,
                        I>, checks: Words,
                );
                /// What `subgraph` says of a row that it refused.
                subgraph_refusal[V: Value, I: Index](
                    graph: Csr<V, I>, rows: In<I>, columns: In<I>, column_count: Size, indptr: In<I>, check: Words,
                );
                /// Some of the edges of each vertex, unless one was refused.
                sample_neighbors[V: Value, I: Index](
                    graph: Csr<V, I>, vertices: In<I>, length: Size, stream: Stream, out: CsrMut<V, I>, checks: Words,
                );
                /// The same with probabilities in proportion to the weights of columns.
                sample_neighbors_weighted[V: Value, I: Index](
                    graph: Csr<V, I>, vertices: In<I>, length: Size, weight: In<V>, columns: Size, stream: Stream,
                        out: CsrMut<V, I>, checks: Words,
                );
            }
            random {
                /// Random numbers between two bounds. A thread makes a block of four.
                uniform[V: Value](stream: Stream, low: Number<V>, high: Number<V>, output: Out<V>, length: Size);
                /// A value with a probability, else 0.
                bernoulli[V: Value](
                    stream: Stream, probability: Number<V>, value: Number<V>, output: Out<V>, length: Size
                );
                /// Normally distributed numbers.
                normal[V: Value](stream: Stream, mean: Number<V>, deviation: Number<V>, output: Out<V>, length: Size);
                /// Classes of the log-uniform distribution, and how often each is expected.
                log_uniform[V: Value, I: Index](
                    stream: Stream, classes: Size, ids: Out<I>, output: Out<V>, length: Size
                );
                /// How often classes are expected among draws with repetition, unless one was refused. A thread for
                /// each.
                expected_counts[V: Value, I: Index](
                    ids: In<I>, classes: Size, tries: Size, output: Out<V>, length: Size, checks: Words
                );
                /// The same among draws without repetition.
                expected_counts_unique[V: Value, I: Index](
                    ids: In<I>, classes: Size, tries: Size, output: Out<V>, length: Size, checks: Words
                );
            }
        }
    };
}
