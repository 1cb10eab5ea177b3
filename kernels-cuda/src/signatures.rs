//! What each entry takes: the one list from which the device crate makes its entries and this crate the structs that launch them.
//!
//! An entry has separate parameters: a pointer inside a struct that is passed by value costs generic accesses. Parameters that always go together are a group here, which the
//! device crate takes apart and puts together again. Kinds of single parameters:
//!
//! | kind | on the device | from the host |
//! |---|---|---|
//! | `In<T>`, `InOrNull<T>` | `*const T` | a buffer, or none |
//! | `Out<T>`, `OutFrom<T>` | `*mut T` | a buffer, or a buffer from an element on |
//! | `Words`, `WordsOrNull` | `*mut u64` | the words of a check |
//! | `Size`, `Word`, `Number<V>`, `Address` | `usize`, `u32`, `V`, `u64` | the same |
//! | `Numbers<V, [names]>`, `States<V, I, [names]>` | as many numbers or groups, one after the other | an array |

/// Hands the groups to a macro, those with pointers and those without: name, types, and the parts in the order of their parameters.
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
                /// A weight or a state of an optimizer, with as many rows and columns as the gradient; null ids for a dense one.
                State<V, I> { ids: InOrNull<I>, stored: InOrNull<I>, capacity: Size, data: Out<V>, stride: Size }
                /// Which terms belong to which row: `count` rows, or the number that `stored` points to, where it is less.
                Segments<I> { bounds: In<I>, stored: InOrNull<I>, count: Size, terms: Size }
                /// The terms of a plan: rows of the operand, and the values of the entries. Null values for rows that are added as they are.
                Planned<V, I> { rows: In<I>, entries: In<I>, values: InOrNull<V>, value_count: Size }
                /// A table of row_sparse arrays of `rows` rows, four words each: the addresses of ids, of their number and of data, and the capacity.
                Inputs { table: In<u64>, count: Size, rows: Size }
            }
            numbers {
                /// The hyper-parameters that all optimizers have. `clip_gradient` is infinite where nothing is clipped; `standard` is 0 for a lazy update.
                Common<V> {
                    learning_rate: Number<V>, weight_decay: Number<V>, rescale_gradient: Number<V>, clip_gradient: Number<V>, standard: Word,
                }
                /// A row belongs to `1 << lane_bits` threads, and `wide` is 0 if the accesses are not of 16 bytes.
                Groups { lane_bits: Word, wide: Word }
            }
        }
    };
}

/// Hands the kernels of the families that have one entry each to a macro: `{context}`, then rules with their own hyper-parameters and their arrays, and functions with their types,
/// all from the list of kernels.
macro_rules! for_each_member {
    ($callback:ident $($context:tt)*) => {
        lacuna::for_each_kernel! { members { $callback [$($context)*] [] [] [] } }
    };
}

/// Goes through the list, row by row.
macro_rules! members {
    (
        { $callback:ident $context:tt [$($optim:tt)*] $map:tt $binary:tt }
        $(#[$doc:meta])* optim::$name:ident [V I] ($hyper:ident: Rule($Rule:ident [$($own:ident)*]), $gradient:ident: RowSparse $(, $array:ident: RowsMut)+)
            -> $output:ty, $cut:ident, $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;
        $($rows:tt)*
    ) => {
        members! { { $callback $context [$($optim)* $(#[$doc])* $name $Rule [$($own)*] [$($array)+];] $map $binary } $($rows)* }
    };
    (
        { $callback:ident $context:tt $optim:tt [$($map:tt)*] $binary:tt }
        $(#[$doc:meta])* map::$name:ident [V] $operands:tt
            -> $output:ty, $cut:ident, $call:ident($function:ty, V) $fields:tt, $peer:literal, $structure:tt;
        $($rows:tt)*
    ) => {
        members! { { $callback $context $optim [$($map)* $(#[$doc])* $name $function;] $binary } $($rows)* }
    };
    (
        { $callback:ident $context:tt $optim:tt $map:tt [$($binary:tt)*] }
        $(#[$doc:meta])* binary::$name:ident [V] $operands:tt
            -> $output:ty, $cut:ident, $call:ident($function:ty, V) $fields:tt, $peer:literal, $structure:tt;
        $($rows:tt)*
    ) => {
        members! { { $callback $context $optim $map [$($binary)* $(#[$doc])* $name $function;] } $($rows)* }
    };
    (
        $state:tt
        $(#[$doc:meta])* $family:ident::$name:ident $types:tt $operands:tt
            -> $output:ty, $cut:ident, $call:ident $parameters:tt $fields:tt, $peer:literal, $structure:tt;
        $($rows:tt)*
    ) => {
        members! { $state $($rows)* }
    };
    ({ $callback:ident [$($context:tt)*] [$($optim:tt)*] [$($map:tt)*] [$($binary:tt)*] }) => {
        $callback! { { $($context)* } optim { $($optim)* } map { $($map)* } binary { $($binary)* } }
    };
}

/// How many names there are.
macro_rules! count {
    ([$($name:ident)*]) => { <[&str]>::len(&[$(stringify!($name)),*]) };
}

/// Hands the entries to a macro: by family, which is also the module of PTX that they are in, each with its types and parameters.
macro_rules! for_each_entry {
    ($callback:ident) => {
        for_each_member! { all_entries $callback }
    };
}

macro_rules! all_entries {
    (
        { $callback:ident }
        optim { $($(#[$rule_doc:meta])* $rule:ident $Rule:ident $own:tt $arrays:tt;)* }
        map { $($(#[$map_doc:meta])* $map:ident $unary:ty;)* }
        binary { $($(#[$binary_doc:meta])* $binary:ident $function:ty;)* }
    ) => {
        $callback! {
            products {
                /// `out = a b`, rows of at most a block of entries. One column: 4 threads a row.
                csr_dense[V: Value, I: Index](a: Csr<V, I>, b: Matrix<V>, out: MatrixMut<V>, groups: Groups);
                /// As `csr_dense`; the indices are places among the stored rows.
                csr_row_sparse[V: Value, I: Index](a: Csr<V, I>, b: Matrix<V>, out: MatrixMut<V>, groups: Groups);
                /// The sums of the blocks of longer rows.
                csr_blocks[V: Value, I: Index](a: Csr<V, I>, b: Matrix<V>, sums: Out<V>, groups: Groups);
                /// The sums of segments of at most a block of terms, one after the other or to the rows of the ids. For all products with a transposed csr.
                planned_products[V: Value, I: Index](
                    segments: Segments<I>, terms: Planned<V, I>, b: Matrix<V>, out: MatrixMut<V>, ids: InOrNull<I>, groups: Groups,
                );
                /// The sums of the operand's rows in each segment of at most a block of terms.
                coalesce[V: Value, I: Index](segments: Segments<I>, rows: In<I>, b: Matrix<V>, out: MatrixMut<V>, groups: Groups);
                /// The sums of the blocks of longer segments.
                plan_blocks[V: Value, I: Index](
                    segments: Segments<I>, terms: Planned<V, I>, b: Matrix<V>, sums: Out<V>, groups: Groups,
                );
                /// The sums of longer rows from those of their blocks.
                block_totals[V: Value, I: Index](
                    segments: Segments<I>, columns: Size, sums: In<V>, out: MatrixMut<V>, ids: InOrNull<I>, lane_bits: Word,
                );
                /// For each entry the place of its column among stored rows.
                stored_positions[I: Index](indices: In<I>, length: Size, stored: Pattern<I>, positions: Out<I>);
            }
            cast {
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
                csr_to_dense[V: Value, I: Index](csr: Csr<V, I>, columns: Size, out: MatrixMut<V>, wide: Word);
                /// The rows of the ids.
                dense_to_row_sparse[V: Value, I: Index](dense: Matrix<V>, stored: Pattern<I>, out: Out<V>, groups: Groups);
                /// Stored rows at their places, else zero.
                row_sparse_to_dense[V: Value, I: Index](input: RowSparse<V, I>, out: MatrixMut<V>, groups: Groups);
                /// Zeroes the rows that are not stored.
                zero_absent_rows[V: Value, I: Index](stored: Pattern<I>, columns: Size, out: MatrixMut<V>, groups: Groups);
            }
            rows {
                /// The rows asked for, zero where they are not stored.
                retain[V: Value, I: Index](data: RowSparse<V, I>, kept: Pattern<I>, out: Out<V>, groups: Groups);
                /// The sum of the inputs, if the ids are their union.
                add_n[V: Value, I: Index](
                    inputs: Inputs, columns: Size, union: Pattern<I>, out: Out<V>, groups: Groups, check: Words,
                );
                /// Refuses places that are not below a length.
                check_places[I: Index](places: In<I>, length: Size, below: Size, check: Words);
                /// The values at the places, unless one of them was refused.
                permute[V: Value, I: Index](entries: In<I>, values: In<V>, out: Out<V>, length: Size, value_count: Size, check: Words);
                /// Refuses ids that do not ascend, or are out of range.
                check_ids[I: Index](ids: Pattern<I>, check: Words);
                /// By one thread: the number of ids that a retain stores, or what is wrong with them.
                retain_count[I: Index](ids: Pattern<I>, data_stored: In<I>, retained_count: Out<I>, check: Words);
                /// By one thread: writes a row of a table of inputs, so that the host need not wait for a transfer.
                input_row[](table: Out<u64>, row: Size, ids: Address, stored: Address, data: Address, capacity: Size);
                /// All ids of the inputs, ascending. Blocks along y: the inputs.
                merge_ids[I: Index](inputs: Inputs, merged: Out<I>);
                /// Refuses ids that are not the union of the inputs'.
                check_union[I: Index](inputs: Inputs, union: Pattern<I>, check: Words);
            }
            segments {
                /// Keys, entries and operand rows of a transposed product.
                transpose_keys[I: Index](
                    indptr: In<I>, indices: In<I>, capacity: Size, rows: Size, columns: Size, stored: Pattern<I>, keys: Out<I>, entries: Out<I>,
                    sources: Out<I>,
                );
                /// Keys and entries of a coalesce.
                id_keys[I: Index](ids: Pattern<I>, keys: Out<I>, entries: Out<I>, check: Words);
                /// 1 where a key differs from the one before.
                first_flags[I: Index](keys: In<I>, length: Size, rows: Size, flags: Out<I>);
                /// Ids, segments, operand rows and entries of a plan. Null sources: those are the entries.
                plan_finish[I: Index](
                    keys: In<I>, sorted: In<I>, length: Size, rows: Size, totals: In<I>, sources: InOrNull<I>, ids: Out<I>, segments: Out<I>,
                    plan_rows: Out<I>, plan_entries: Out<I>, stored: Out<I>, check: WordsOrNull, checked: InOrNull<I>,
                );
                /// From running totals of flags the places, or the values at the places, that are flagged; as many as there is room for.
                compact_ids[I: Index](totals: In<I>, length: Size, values: InOrNull<I>, ids: Out<I>, capacity: Size, stored: Out<I>);
                /// The number of keys of each digit in each tile of 4096, digit by digit.
                sort_count[I: Index](keys: In<I>, length: Size, shift: Word, totals: Out<I>);
                /// Moves keys and entries to their places. `totals` holds the running totals of the counts.
                sort_scatter[I: Index](
                    keys: In<I>, entries: In<I>, length: Size, shift: Word, totals: In<I>, sorted_keys: Out<I>, sorted_entries: Out<I>,
                );
                /// The total of each tile of 2048 elements.
                scan_tiles[I: Index](elements: In<I>, length: Size, totals: Out<u64>);
                /// The totals of the tiles before each tile, by one block. A total of all above the largest is refused.
                scan_totals[](totals: Out<u64>, count: Size, largest: Size, check: WordsOrNull);
                /// Each element becomes the total up to it, unless that of all was refused.
                scan_elements[I: Index](elements: Out<I>, length: Size, totals: In<u64>, check: WordsOrNull);
            }
            optim {
                /// Refuses the first needed row that the target does not store: in the check of this number, and in the first, which is that of the call.
                check_stored[I: Index](needed: Pattern<I>, target: Pattern<I>, checks: Words, number: Size);
                $(
                    /// One step, of the rows of the gradient or of all:
                    $(#[$rule_doc])*
                    $rule[V: Value, I: Index](
                        common: Common<V>, own: Numbers<V, $own>, gradient: RowSparse<V, I>, states: States<V, I, $arrays>, groups: Groups,
                        refused: WordsOrNull,
                    );
                )*
            }
            map {
                $(
                    $(#[$map_doc])*
                    $map[V: Value](input: In<V>, output: Out<V>, length: Size);
                )*
            }
            binary {
                $(
                    $(#[$binary_doc])*
                    $binary[V: Value](left: In<V>, right: In<V>, output: Out<V>, length: Size);
                )*
            }
        }
    };
}
