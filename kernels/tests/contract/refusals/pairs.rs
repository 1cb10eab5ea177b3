use super::{capacity, pattern, shape};
use lacuna::error::Operand::{Ids, Output, Right};
use lacuna::{Csr, CsrMut, RowSparse, binary, scalar};

fn csr<'a>(columns: usize, indptr: &'a [i32], indices: &'a [i32]) -> Csr<'a, f32, i32> {
    Csr::new(indptr.len() - 1, columns, indptr, indices, &[1.0; 9][..indices.len()]).unwrap()
}

#[test]
fn counts() {
    let (a, b) = (csr(3, &[0, 2, 3], &[0, 2, 1]), csr(3, &[0, 1, 2], &[2, 0]));
    for (count, expected) in [
        (binary::csr_union_nnz::<f32, i32> as fn(_, _, &mut [i32]) -> _, [2, 2]),
        (binary::csr_intersection_nnz, [1, 0]),
    ] {
        let mut counts = [-1; 3];
        assert_eq!(count(a, csr(3, &[0, 0], &[]), &mut counts), Err(shape(Right, 0, 2, 1)));
        assert_eq!(count(a, csr(4, &[0, 0, 0], &[]), &mut counts), Err(shape(Right, 1, 3, 4)));
        assert_eq!(count(a, b, &mut counts[..1]), Err(capacity(Output, 2, 1)));
        assert_eq!(counts, [-1; 3]);
        count(a, b, &mut counts).unwrap();
        assert_eq!(counts, [expected[0], expected[1], -1]);
    }
}

#[test]
fn ids() {
    let left: RowSparse<f32, i32> = RowSparse::new(5, 1, &[0, 2, 4], &[1.0; 3]).unwrap();
    let mut ids = [-1; 1];
    assert_eq!(
        binary::rows_intersection_ids(left, RowSparse::new(6, 1, &[], &[]).unwrap(), &mut ids),
        Err(shape(Right, 0, 5, 6))
    );
    assert_eq!(
        binary::rows_intersection_ids(left, RowSparse::new(5, 2, &[], &[]).unwrap(), &mut ids),
        Err(shape(Right, 1, 1, 2))
    );
    let right = RowSparse::new(5, 1, &[1, 2, 4], &[1.0; 3]).unwrap();
    assert_eq!(binary::rows_intersection_ids(left, right, &mut ids), Err(capacity(Ids, 2, 1)));
    assert_eq!(ids, [2]);
}

/// The rows before the one that differs are written.
#[test]
fn other_pointers() {
    let (a, b) = (csr(3, &[0, 2, 3], &[0, 2, 1]), csr(3, &[0, 1, 2], &[2, 0]));
    for function in [binary::csr_add, scalar::csr_add] {
        let call = |indptr: &[i32], room: usize| {
            let (mut indices, mut values) = ([-1; 5], [9.0; 5]);
            let result = function(a, b, CsrMut::new(2, 3, indptr, &mut indices[..room], &mut values[..room]).unwrap());
            (result, indices, values)
        };
        assert_eq!(call(&[0, 2, 4], 4), (Ok(()), [0, 2, 0, 1, -1], [1.0, 2.0, 1.0, 1.0, 9.0]));
        let (result, indices, values) = call(&[0, 2, 3], 3);
        assert_eq!((result, &indices[..2], &values[..2]), (Err(pattern(1, 2, 1)), &[0, 2][..], &[1.0, 2.0][..]));
        assert_eq!(call(&[0, 1, 3], 3).0, Err(pattern(0, 2, 1)));
        assert_eq!(call(&[0, 3, 5], 5).0, Err(pattern(0, 2, 3)));
    }
    for function in [binary::csr_multiply, scalar::csr_multiply] {
        let (mut indices, mut values) = ([-1; 2], [9.0; 2]);
        assert_eq!(
            function(a, b, CsrMut::new(2, 3, &[0, 1, 2], &mut indices, &mut values).unwrap()),
            Err(pattern(1, 0, 1))
        );
        function(a, b, CsrMut::new(2, 3, &[0, 1, 1], &mut indices[..1], &mut values[..1]).unwrap()).unwrap();
        assert_eq!((indices[0], values[0]), (2, 1.0));
    }
}
