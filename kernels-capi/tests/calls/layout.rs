//! The structs have the layout that C gives them, and the header has their fields in this order.
use super::model::base::row_sparse_layout;
use lacuna_capi::describe::Type;
use lacuna_capi::{ENUMS, Struct, structs};

const HEADER: &str = include_str!("../../include/lacuna.h");

/// Size of a type, which is its alignment, too.
fn size(c: Type) -> usize {
    match c {
        Type::Pointer { .. } | Type::Plain("size_t") => size_of::<usize>(),
        Type::Plain("uint32_t" | "int32_t" | "float") => 4,
        Type::Plain("int64_t" | "uint64_t" | "double") => 8,
        other => panic!("{other:?} in a struct"),
    }
}

/// Every field at the next multiple of its alignment, the whole a multiple of the largest.
#[test]
fn structs_have_the_layout_of_c() {
    for Struct { name, fields, size: whole, alignment, .. } in structs() {
        let (mut end, mut largest) = (0_usize, 1);
        for field in *fields {
            end = end.next_multiple_of(size(field.c));
            assert_eq!(field.offset, end, "{name}.{}", field.name);
            end += size(field.c);
            largest = largest.max(size(field.c));
        }
        assert_eq!((*whole, *alignment), (end.next_multiple_of(largest), largest), "{name}");
    }
    for described in ENUMS {
        assert_eq!(size(described.c), 4, "{}", described.name);
    }
}

/// What the header says, read by other rules than those that write it.
#[test]
fn the_header_has_every_field() {
    for Struct { name, fields, .. } in structs() {
        let end = HEADER.find(&format!("}} {name};")).unwrap_or_else(|| panic!("no {name}"));
        let start = HEADER[..end].rfind("typedef struct {").unwrap();
        let lines = HEADER[start..end].lines().skip(1).filter(|line| !line.trim_start().starts_with("//"));
        let found: Vec<_> =
            lines.map(|line| line.trim().trim_end_matches(';').rsplit([' ', '*']).next().unwrap()).collect();
        assert_eq!(found, fields.iter().map(|field| field.name).collect::<Vec<_>>(), "{name}");
        // Types stand first, so that whoever has any of the structs can read them.
        let types = fields.iter().take_while(|field| field.name.ends_with("_type")).count();
        assert!(fields[types..].iter().all(|field| !field.name.ends_with("_type")), "{name}");
        for field in *fields {
            let of_pointer = if matches!(field.c, Type::Pointer { .. }) {
                format!(" *{};", field.name)
            } else {
                format!(" {};", field.name)
            };
            assert!(HEADER[start..end].contains(&of_pointer), "{name}.{}", field.name);
        }
    }
}

/// What programs that are built already rely on.
#[test]
fn sizes_in_numbers() {
    let found = |name: &str| {
        structs().find(|known| known.name == name).map(|known| (known.size, known.fields.last().unwrap().offset))
    };
    for (name, size, last) in [
        ("lacuna_csr", 64, 56),
        ("lacuna_csr_mut", 64, 56),
        ("lacuna_dense", 40, 32),
        ("lacuna_dense_mut", 40, 32),
        ("lacuna_row_sparse", 64, 56),
        ("lacuna_row_sparse_mut", 64, 56),
        ("lacuna_rows_mut", 72, 64),
        ("lacuna_broadcast", 72, 64),
        ("lacuna_plan", 88, 80),
        ("lacuna_plan_buffers", 72, 64),
        ("lacuna_block_ends", 64, 56),
        ("lacuna_sell_plan", 56, 48),
        ("lacuna_array", 24, 16),
        ("lacuna_array_mut", 24, 16),
        ("lacuna_stream", 24, 16),
        ("lacuna_sgd", 40, 36),
        ("lacuna_sgd_momentum", 48, 44),
        ("lacuna_nag", 48, 44),
        ("lacuna_adagrad", 48, 44),
        ("lacuna_adam", 64, 60),
        ("lacuna_error", 56, 52),
    ] {
        assert_eq!(found(name), Some((size, last)), "{name}");
    }
    assert_eq!(row_sparse_layout(), (64, 8));
}
