//! The cells of a buffer, in pages that take memory only once they are touched: a buffer may be larger than the host's
//! memory.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, Ordering};

use super::cell::Cell;

/// Bytes of a buffer that a page holds.
pub(super) const PAGE: usize = 1 << 16;
const CELLS: usize = PAGE / 4;

/// The host has no memory for a page.
pub(super) struct NoRoom;

#[derive(Debug, Default)]
struct Page {
    cells: OnceLock<Box<[Cell]>>,
    /// Before there are cells: [`FILLED`] and the byte that the host filled the page with.
    fill: AtomicU16,
}

const FILLED: u16 = 1 << 8;

#[derive(Debug)]
pub(super) struct Pages {
    pages: Vec<Page>,
    /// Of all pages.
    cells: usize,
}

impl Pages {
    /// For so many bytes, of which none is written. `None` if there is no room for the list of pages.
    pub(super) fn new(bytes: usize) -> Option<Self> {
        let count = bytes.div_ceil(PAGE);
        let mut pages = Vec::new();
        pages.try_reserve_exact(count).ok()?;
        pages.resize_with(count, Page::default);
        Some(Pages { pages, cells: bytes.div_ceil(4) })
    }

    /// A cell that may have been written: `None` in a page that nothing was written to.
    #[inline]
    pub(super) fn get(&self, cell: usize) -> Option<&Cell> {
        match self.pages.get(cell / CELLS)?.cells.get() {
            Some(cells) => cells.get(cell % CELLS),
            None => self.get_filled(cell),
        }
    }

    #[cold]
    fn get_filled(&self, cell: usize) -> Option<&Cell> {
        let page = self.pages.get(cell / CELLS)?;
        // Since they were looked for, another thread may have made the cells.
        let written = page.fill.load(Ordering::Relaxed) & FILLED != 0 || page.cells.get().is_some();
        if written { self.get_or_make(cell).ok() } else { None }
    }

    /// A cell to be written.
    #[inline]
    pub(super) fn get_or_make(&self, cell: usize) -> Result<&Cell, NoRoom> {
        let number = cell / CELLS;
        let page = self.pages.get(number).ok_or(NoRoom)?;
        match page.cells.get() {
            Some(cells) => cells.get(cell % CELLS),
            None => self.make(number, page)?.get(cell % CELLS),
        }
        .ok_or(NoRoom)
    }

    #[cold]
    fn make<'p>(&self, number: usize, page: &'p Page) -> Result<&'p [Cell], NoRoom> {
        let count = CELLS.min(self.cells.saturating_sub(number * CELLS));
        let mut cells = Vec::new();
        cells.try_reserve_exact(count).map_err(|_| NoRoom)?;
        let filled = self.filled(number);
        cells.resize_with(count, || filled.map_or_else(Cell::default, Cell::filled));
        // Another thread may have been faster: then these are the cells.
        Ok(page.cells.get_or_init(|| cells.into_boxed_slice()))
    }

    /// The byte that a page without cells is filled with.
    pub(super) fn filled(&self, number: usize) -> Option<u8> {
        let page = self.pages.get(number).filter(|page| page.cells.get().is_none())?;
        let fill = page.fill.load(Ordering::Relaxed);
        (fill & FILLED != 0).then_some(fill as u8)
    }

    /// Fills a whole page by the host, if it has no cells yet; whether it did.
    pub(super) fn fill(&self, number: usize, byte: u8) -> bool {
        let Some(page) = self.pages.get(number).filter(|page| page.cells.get().is_none()) else { return false };
        page.fill.store(FILLED | u16::from(byte), Ordering::Relaxed);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::thread;

    /// Blocks on several threads read and write a filled page for the first time at once.
    #[test]
    fn all_threads_find_a_filled_page() {
        for _ in 0..2000 {
            let pages = Pages::new(64).unwrap();
            assert!(pages.fill(0, 7));
            let barrier = Barrier::new(4);
            let found = |number| {
                barrier.wait();
                pages.get(number).is_some_and(|cell| cell.written(0xf) && cell.load() == 0x0707_0707)
            };
            thread::scope(|scope| {
                let threads: Vec<_> = (0..4)
                    .map(|number| {
                        scope.spawn({
                            let found = &found;
                            move || found(number)
                        })
                    })
                    .collect();
                assert!(threads.into_iter().all(|thread| thread.join().unwrap()));
            });
        }
    }
}
