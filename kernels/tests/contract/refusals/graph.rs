//! What the structure calls of graphs refuse; kernels are in `derived`.
use lacuna::error::{IndexFault, Operand};
use lacuna::{Csr, KernelError, graph};

fn edges() -> Csr<'static, f32, i32> {
    Csr::new(3, 4, &[0, 2, 2, 5], &[0, 3, 0, 1, 2], &[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap()
}

fn ids<T>(entry: usize, fault: IndexFault, expected: i64, found: i64) -> Result<T, KernelError> {
    Err(KernelError::Ids { entry, fault, expected, found })
}

#[test]
fn subgraph_indptr() {
    let mut indptr = [7; 3];
    let mut call = |rows: &[i32], columns: &[i32], room: usize| {
        let result = graph::subgraph_indptr(edges(), rows, columns, &mut indptr[..room]);
        assert!(result.is_ok() || indptr == [7; 3], "written before the refusal");
        result
    };
    assert_eq!(call(&[0, 3], &[1], 3), ids(1, IndexFault::TooLarge, 3, 3));
    assert_eq!(call(&[-1, 3], &[9], 3), ids(0, IndexFault::Negative, 0, -1));
    assert_eq!(call(&[0, 2], &[1, 4], 3), ids(1, IndexFault::TooLarge, 4, 4));
    assert_eq!(call(&[0, 2], &[1, 1], 3), ids(1, IndexFault::NotAscending, 1, 1));
    assert_eq!(call(&[0, 2], &[1], 2), Err(KernelError::Capacity { operand: Operand::Indptr, needed: 3, found: 2 }));
    assert_eq!(call(&[2, 0], &[1, 3], 3), Ok(2));
    assert_eq!(indptr, [0, 1, 2]);
}

#[test]
fn sample_indptr() {
    let mut indptr = [7; 4];
    let mut call = |vertices: &[i32], most: usize, room: usize| {
        let result = graph::sample_indptr(edges(), vertices, most, &mut indptr[..room]);
        assert!(result.is_ok() || indptr == [7; 4], "written before the refusal");
        result
    };
    assert_eq!(call(&[0, 3], 1, 4), ids(1, IndexFault::TooLarge, 3, 3));
    assert_eq!(call(&[0, -2], 1, 4), ids(1, IndexFault::Negative, 0, -2));
    assert_eq!(call(&[0, 1, 2], 1, 3), Err(KernelError::Capacity { operand: Operand::Indptr, needed: 4, found: 3 }));
    assert_eq!(call(&[2, 1, 0], usize::MAX, 4), Ok(5));
    assert_eq!(indptr, [0, 3, 3, 5]);
}
