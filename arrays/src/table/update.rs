//! Steps of optimizers on a table.
use super::{Table, TableError, TableValue};
use lacuna::optim::{self, Rule, Update};
use lacuna::{DenseMut, FormatError, Index, RowSparse, RowSparseMut, RowsMut};
use std::array;

impl<V: TableValue> Table<V> {
    /// One step of a rule, in place, on the rows that the gradient stores: [`lacuna::optim::update`] with the arrays of
    /// the table, in their order.
    ///
    /// A standard update touches all rows, so all go into the journal: lazy ones are what tables are for.
    ///
    /// # Errors
    /// [`TableError::ArrayCount`] if the rule has not as many arrays as the table; [`TableError::Kernel`] as the
    /// kernel; [`TableError::Row`] for a row out of range, which the unchecked constructor lets through;
    /// [`TableError::Io`], for example on a full disk; [`TableError::Failed`]. Then the rows are as before. The example
    /// stands at [`Table`].
    pub fn update<R: Rule<V, N>, I: Index, const N: usize>(
        &mut self,
        rule: &R,
        gradient: RowSparse<'_, V, I>,
    ) -> Result<(), TableError> {
        if self.layout.arrays.len() != N {
            return Err(TableError::ArrayCount {
                path: self.path.clone(),
                expected: N,
                found: self.layout.arrays.len(),
            });
        }
        match rule.common().update {
            Update::Lazy => {
                // What the kernel refuses shall not grow the journal: a step without rows is refused for the same
                // reasons.
                optim::update(
                    rule,
                    RowSparse::<V, I>::trusted(gradient.rows(), gradient.row_length(), &[], &[])?,
                    self.arrays_mut()?,
                )?;
                self.keep((0..gradient.stored_rows()).map(|k| gradient.row_of(k)))?;
            }
            // Any other may write any row.
            _ => self.keep(0..self.layout.rows)?,
        }
        Ok(optim::update(rule, gradient, self.arrays_mut()?)?)
    }

    /// Runs anything on a copy of some rows, one row_sparse array for each array of the table, and takes the rows over
    /// if it succeeds: after an error, or a panic, the table is as before. No other row can be changed.
    ///
    /// # Errors
    /// Those of `run`; [`TableError::Format`] for ids that are not ascending, distinct and inside; [`TableError::Io`]
    /// and [`TableError::Failed`] as [`touch`](Self::touch).
    ///
    /// ```
    /// use lacuna::{RowSparse, optim};
    /// use lacuna_arrays::table::{Options, Table, TableError};
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("t");
    /// let mut table = Table::<f32>::create(&path, 10, &[("weight", 2), ("momentum", 2), ("steps", 1)], &Options::default())?;
    /// let (ids, hyper) = ([2, 5], optim::SgdMomentum::new(0.5, 0.9));
    /// let gradient = RowSparse::new(10, 2, &ids, &[1.0, 2.0, 3.0, 4.0])?;
    /// table.step(&ids, |arrays| {
    ///     let [weight, momentum, steps] = arrays else { return Ok(()) };
    ///     optim::sgd_momentum(&hyper, gradient, weight.reborrow().into(), momentum.reborrow().into())?;
    ///     steps.data_mut().iter_mut().for_each(|steps| *steps += 1.0);
    ///     Ok::<(), TableError>(())
    /// })?;
    /// assert_eq!((table.array("weight")?.row(5), table.array("steps")?.row(5)), (&[-1.5, -2.0][..], &[1.0][..]));
    /// # Ok::<(), anyhow::Error>(())
    /// ```
    pub fn step<I: Index, T, E: From<TableError>>(
        &mut self,
        ids: &[I],
        run: impl FnOnce(&mut [RowSparseMut<'_, V, I>]) -> Result<T, E>,
    ) -> Result<T, E> {
        self.usable()?;
        // Refuses what is no row before anything is read.
        RowSparse::<V, I>::new(self.layout.rows, 0, ids, &[]).map_err(TableError::from)?;
        let mut copy = std::mem::take(&mut self.values);
        copy.clear();
        let values = bytemuck::try_cast_slice(self.map.bytes()).unwrap_or_default();
        for array in &self.layout.arrays {
            let rows = values.get(self.layout.values(array)).unwrap_or_default();
            for id in ids {
                let start = id.to_usize() * array.row_length;
                copy.extend_from_slice(rows.get(start..start + array.row_length).unwrap_or_default());
            }
        }
        let done =
            self.views(ids, &mut copy).map_err(|error| E::from(error.into())).and_then(|mut arrays| run(&mut arrays));
        let taken = done.and_then(|done| self.take_over(ids, &copy).map(|()| done).map_err(E::from));
        self.values = copy;
        taken
    }

    /// Rows outside the map, as arrays.
    fn views<'c, I: Index>(
        &self,
        ids: &'c [I],
        mut copy: &'c mut [V],
    ) -> Result<Vec<RowSparseMut<'c, V, I>>, FormatError> {
        let view = |array: &super::Array| {
            let (rows, rest) =
                std::mem::take(&mut copy).split_at_mut_checked(ids.len() * array.row_length).unwrap_or_default();
            copy = rest;
            RowSparseMut::trusted(self.layout.rows, array.row_length, ids, rows)
        };
        self.layout.arrays.iter().map(view).collect()
    }

    /// Writes rows into the map.
    fn take_over<I: Index>(&mut self, ids: &[I], mut copy: &[V]) -> Result<(), TableError> {
        let arrays = self.layout.arrays.len();
        let lengths: Vec<_> = self.layout.arrays.iter().map(super::Array::row_length).collect();
        let mut rows = self.touch(ids)?;
        for (array, length) in (0..arrays).zip(lengths) {
            for entry in 0..ids.len() {
                let (row, rest) = copy.split_at_checked(length).unwrap_or_default();
                copy = rest;
                rows.row_mut(array, entry).copy_from_slice(row);
            }
        }
        Ok(())
    }

    /// The arrays of the table, all rows of them: only for what touches no other rows than are in the journal.
    fn arrays_mut<I: Index, const N: usize>(&mut self) -> Result<[RowsMut<'_, V, I>; N], TableError> {
        let Self { layout, map, .. } = self;
        let mut values = bytemuck::try_cast_slice_mut(map.bytes_mut()).unwrap_or_default();
        let (mut views, mut start) = (array::from_fn(|_| RowsMut::default()), 0);
        for (view, array) in views.iter_mut().zip(&layout.arrays) {
            let place = layout.values(array);
            let (before, rest) = values.split_at_mut_checked(place.end - start).unwrap_or_default();
            *view = DenseMut::new(
                layout.rows,
                array.row_length,
                before.get_mut(place.start - start..).unwrap_or_default(),
            )?
            .into();
            (values, start) = (rest, place.end);
        }
        Ok(views)
    }
}
