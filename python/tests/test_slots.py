"""Maps from ids to rows, beside a plain one made of dictionaries."""

from __future__ import annotations

import copy
import pickle
import unittest
from typing import Any

import numpy as np
from lacuna_sparse import SlotMap


class Plain:
    """Ids are admitted at once; the slot of the oldest makes room, in the order in which slots were touched."""

    def __init__(self, slots: int) -> None:
        self.free = list(range(slots))
        self.slots: dict[int, int] = {}
        self.touched: dict[int, tuple[int, int]] = {}
        self.clock = 0

    def admit(self, ids: list[int], step: int) -> list[int]:
        found = []
        for number in ids:
            self.clock += 1
            if number not in self.slots:
                slot = self.free.pop(0) if self.free else self.take(step)
                if slot is None:
                    found.append(SlotMap.MISSING)
                    continue
                self.slots[number] = slot
            # Within a step the first touch counts.
            if self.touched.get(number, (-1, 0))[0] != step:
                self.touched[number] = (step, self.clock)
            found.append(self.slots[number])
        return found

    def take(self, step: int) -> int | None:
        oldest = min(self.slots, key=lambda number: self.touched[number])
        if self.touched[oldest][0] == step:
            return None
        del self.touched[oldest]
        return self.slots.pop(oldest)


class Slots(unittest.TestCase):
    def test_ids_get_the_slots_of_a_plain_map(self) -> None:
        random = np.random.default_rng(3)
        for capacity in (1, 5, 40):
            plain, found = Plain(capacity), SlotMap(capacity)
            for step in range(1, 60):
                ids = random.integers(-30, 30, 12)
                before = {int(slot): number for number, slot in plain.slots.items()}
                expected = plain.admit(ids.tolist(), step)
                slots, assigned = found.admit(ids, step)
                self.assertEqual(slots.tolist(), expected)
                for each in assigned:
                    number = int(each["id"].astype(np.int64))
                    self.assertEqual(plain.slots[number], each["slot"])
                    self.assertEqual(bool(each["was_used"]), int(each["slot"]) in before)
                    if each["was_used"]:
                        self.assertEqual(before[int(each["slot"])], int(each["evicted"].astype(np.int64)))
                known = np.array(sorted(plain.slots))
                self.assertEqual(found.find(known).tolist(), [plain.slots[number] for number in known.tolist()])
                self.assertEqual((len(found), found.capacity, found.step, found.candidates), (len(known), capacity, step, 0))

    def test_it_is_copied_saved_and_loaded(self) -> None:
        slots = SlotMap(8, candidates=4, admit_after=2, eviction="frequency")
        slots.admit([[5, 6], [5, 2**63 - 1]], 1)
        self.assertEqual((len(slots), slots.candidates), (1, 2))
        for other in (copy.deepcopy(slots), pickle.loads(pickle.dumps(slots)), SlotMap.load(slots.words())):
            self.assertTrue((other.words() == slots.words()).all())
            rows, assigned = other.admit(np.array([6, 7], np.uint64), 2)
            self.assertEqual((rows.tolist(), assigned["id"].tolist()), ([1, SlotMap.MISSING], [6]))
        self.assertEqual(slots.step, 1)

    def test_ids_are_removed_and_grow_old(self) -> None:
        slots = SlotMap(4)
        slots.admit([10, 20, 30], 1)
        slots.admit([10], 5)
        self.assertEqual(slots.remove([20, 99]).tolist(), [1, SlotMap.MISSING])
        ids, rows = slots.evict_older_than(5)
        self.assertEqual((ids.tolist(), rows.tolist(), len(slots)), ([30], [2], 1))

    def test_refusals(self) -> None:
        refused: list[tuple[type[Exception], str, Any]] = [
            (ValueError, "unknown variant", lambda: SlotMap(3, eviction="luck")),
            (ValueError, "no candidates", lambda: SlotMap(3, admit_after=4)),
            (ValueError, "invalid value", lambda: SlotMap(-1)),
            (ValueError, "word 0", lambda: SlotMap.load(np.zeros(40, np.uint64))),
            (TypeError, "whole numbers", lambda: SlotMap(3).find([0.5])),
        ]
        for kind, words, call in refused:
            with self.assertRaisesRegex(kind, words):
                call()
        slots = SlotMap(3)
        slots.admit([1], 7)
        with self.assertRaisesRegex(ValueError, "7"):
            slots.admit([2], 6)
        self.assertEqual(slots.find([1, 2]).tolist(), [0, SlotMap.MISSING])


if __name__ == "__main__":
    unittest.main()
