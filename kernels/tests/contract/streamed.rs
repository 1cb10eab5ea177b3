//! Outputs so large that they are written past the caches: each row is written once, and all of it.
use lacuna::segments::{PlanBuffers, PlanShape, SegmentPlan, plan_scratch};
use lacuna::{Csr, Dense, DenseMut, Index, Value, cast, dot, scalar};

/// Columns in any order, repeated and outside, beside rows as they should be.
fn broken_order<V: Value, I: Index>() {
    // 8 MiB and more, and rows that end within a piece of what is made at a time, and within a vector.
    let (rows, columns) = (9 * (1 << 20) / size_of::<V>() / 1_531, 1_531);
    let patterns: [&[usize]; 7] = [
        &[],
        &[1_530, 1_024, 512, 511, 0],
        &[3, 3, 700],
        &[0, 511, 512, 1_530],
        &[5, columns, 6],
        &[600, 5],
        &[usize::MAX, 1_530],
    ];
    let (mut indptr, mut indices, mut values) = (vec![I::default()], Vec::new(), Vec::new());
    let mut expected = vec![V::ZERO; rows * columns];
    for row in 0..rows {
        let mut value = V::ONE;
        for &column in patterns[row % patterns.len()] {
            value = value + V::ONE;
            indices.push(I::from_usize(column));
            values.push(value);
            if column < columns {
                expected[row * columns + column] = value;
            }
        }
        indptr.push(I::from_usize(indices.len()));
    }
    let csr = Csr::trusted(rows, columns, &indptr, &indices, &values).unwrap();
    for function in [cast::csr_to_dense, scalar::csr_to_dense] {
        for stride in [columns, columns + 3] {
            let mut out = vec![-V::ONE; rows * stride];
            function(csr, DenseMut::with_stride(rows, columns, stride, &mut out).unwrap()).unwrap();
            for (row, (out, expected)) in out.chunks(stride).zip(expected.chunks(columns)).enumerate() {
                assert!(out[..columns] == *expected, "row {row}");
                assert!(out[columns..].iter().all(|&gap| gap == -V::ONE), "behind row {row}");
            }
        }
    }
}

#[test]
fn csr_to_dense_with_a_broken_order() {
    broken_order::<f32, i32>();
    broken_order::<f64, i64>();
}

/// Products whose rows of 16-byte vectors end within a tile: 8 MiB and more, each row of the result twice a row of B.
fn products<V: Value, I: Index>() {
    let two = V::ONE + V::ONE;
    for columns in [20, 100, 132] {
        let rows = 9 * (1 << 20) / size_of::<V>() / columns;
        let b: Vec<V> = (0..7 * columns)
            .scan(V::ZERO, |x, _| {
                *x = *x + V::ONE;
                Some(*x)
            })
            .collect();
        let b = Dense::new(7, columns, &b).unwrap();
        let (indptr, values) = ((0..=rows).map(I::from_usize).collect::<Vec<_>>(), vec![two; rows]);
        let indices: Vec<I> = (0..rows).map(|row| I::from_usize(row % 7)).collect();
        let a = Csr::new(rows, 7, &indptr, &indices, &values).unwrap();
        for product in [dot::csr_dense, scalar::csr_dense] {
            let mut out = vec![-V::ONE; rows * columns];
            product(a, b, DenseMut::new(rows, columns, &mut out).unwrap()).unwrap();
            assert!(
                out.chunks(columns)
                    .enumerate()
                    .all(|(row, out)| out.iter().zip(b.row(row % 7)).all(|(&out, &x)| out == two * x))
            );
        }
        // The transpose has an entry in each of its rows.
        let pointers: Vec<I> = (0..=7).map(|row| I::from_usize((row * rows).div_ceil(7))).collect();
        let columns_of: Vec<I> = (0..7)
            .flat_map(|row| ((row * rows).div_ceil(7)..((row + 1) * rows).div_ceil(7)).map(I::from_usize))
            .collect();
        let a = Csr::new(7, rows, &pointers, &columns_of, &values).unwrap();
        let mut plan = [(); 4].map(|()| vec![I::default(); rows + 1]);
        let [ids, segments, rows_of, entries] = &mut plan;
        let plan = dot::transpose_plan(
            a,
            0..rows,
            PlanBuffers { ids, segments, rows: rows_of, entries },
            &mut vec![I::Key::default(); plan_scratch(rows)],
        )
        .unwrap();
        let expected = |out: &[V]| {
            out.chunks(columns)
                .enumerate()
                .all(|(row, out)| out.iter().zip(b.row(row * 7 / rows)).all(|(&out, &x)| out == two * x))
        };
        for product in [dot::csr_t_dense_to_dense, scalar::csr_t_dense_to_dense] {
            let mut out = vec![-V::ONE; rows * columns];
            product(&plan, &values, b, DenseMut::new(rows, columns, &mut out).unwrap()).unwrap();
            assert!(expected(&out));
            // Ids that a broken trust gives twice, and downwards: the last one stays.
            let ids: Vec<I> = (0..rows).map(|k| I::from_usize(if k < rows / 2 { rows - 1 - k } else { k })).collect();
            let shape = PlanShape { values: rows, operand_rows: 7, output_rows: rows };
            let broken = SegmentPlan::trusted(&ids, plan.segments(), plan.term_rows(), plan.entries(), shape).unwrap();
            let mut out = vec![-V::ONE; rows * columns];
            product(&broken, &values, b, DenseMut::new(rows, columns, &mut out).unwrap()).unwrap();
            let (top, rest) = out.split_at(rows / 2 * columns);
            assert!(
                top.iter().all(|&x| x == V::ZERO)
                    && rest
                        .chunks(columns)
                        .zip(rows / 2..)
                        .all(|(out, row)| out.iter().zip(b.row(row * 7 / rows)).all(|(&out, &x)| out == two * x))
            );
        }
    }
}

#[test]
fn products_of_any_number_of_columns() {
    products::<f32, i32>();
    products::<f64, i64>();
}
