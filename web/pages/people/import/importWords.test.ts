import { expect, test } from "vitest";
import type { AttendeeImport } from "../../../../contract/shapes/people.ts";
import {
  deleteWords,
  doneWords,
  importCountText,
  importStateText,
  inactiveWords,
  isThere,
  mailedTicketsWords,
  noEmailWords,
  partsWords,
  registrationsWords,
  rowNumbersWords,
  startWords,
  stillInactiveWords,
  updateWords,
} from "./importWords.ts";

const entry: AttendeeImport = {
  id: 12,
  eventId: 3,
  importedBy: "Ines Vogt",
  importedAt: "2026-11-27T16:00:00.000Z",
  fileName: "people.csv",
  people: 1200,
  registrations: 1200,
  leftOut: 0,
  peopleLeft: 1200,
  peopleWaiting: 0,
  takenBackAt: null,
  takenBackBy: null,
  refusal: null,
};

test("the list shows how many people an import registered, how many are left, and how many rows were left out", () => {
  expect(importCountText(entry)).toBe("1,200 people");
  expect(importCountText({ ...entry, peopleLeft: 1199, leftOut: 1 })).toBe(
    "1,199 of 1,200 people, 1 row left out",
  );
  expect(importCountText({ ...entry, waitingList: 4 })).toBe("1,200 people, 4 on the waiting list");
  expect(importCountText({ ...entry, sponsors: 1, leftOut: 1 })).toBe(
    "1,200 people, 1 sponsor, 1 row left out",
  );
  expect(importCountText({ ...entry, records: 12 })).toBe(
    "1,200 people, 12 rows of the other event kept for reading",
  );
  const takenBack = { ...entry, people: 1, peopleLeft: 0, takenBackAt: "2026-11-27T17:00:00.000Z" };
  expect(importCountText(takenBack)).toBe("1 person");
});

test("the list shows who took an import back, or why nobody can", () => {
  expect(importStateText(entry, null)).toBeNull();
  expect(importStateText({ ...entry, refusal: "1 of its people was let in." }, null)).toBe(
    "Cannot be taken back. 1 of its people was let in.",
  );
  const takenBack = { ...entry, takenBackBy: "Ines Vogt", refusal: "It was taken back already." };
  expect(importStateText(takenBack, "27 Nov 2026, 18:00")).toBe(
    "Taken back by Ines Vogt, 27 Nov 2026, 18:00",
  );
});

test("the page shows how many people of an import are not yet active", () => {
  expect(importStateText({ ...entry, peopleWaiting: 1200 }, null)).toBe("Not yet active.");
  const some = { ...entry, peopleWaiting: 1150, refusal: "1 of its people was changed since." };
  expect(importStateText(some, null)).toBe(
    "1,150 not yet active. Cannot be taken back. 1 of its people was changed since.",
  );
  expect(stillInactiveWords(5, 5)).toMatch(/^Nobody is active yet: /);
  expect(stillInactiveWords(2, 5)).toMatch(/^2 people of them are not active yet: /);
  expect(inactiveWords(0, 5)).toBeNull();
  expect(inactiveWords(5, 5)).toMatch(/^Nobody is active yet: /);
  expect(inactiveWords(1, 5)).toMatch(/^1 person is not yet active: /);
  expect(inactiveWords(1200, 1201)).toMatch(/^1,200 people are not yet active: /);
});

test("the page shows how many people a file corrects, and how many it leaves unchanged", () => {
  expect(updateWords({ changed: 12, newAddresses: 0, unchanged: 96, kept: 0 })).toBe(
    "12 people are corrected and 96 are as they were.",
  );
  expect(updateWords({ changed: 0, newAddresses: 0, unchanged: 1, kept: 2 })).toBe(
    "Nobody is corrected, 1 is as it was, and 2 were changed here since and stay.",
  );
  expect(updateWords({ changed: 1, newAddresses: 1, unchanged: 0, kept: 1 })).toBe(
    "1 person is corrected (1 with another e-mail address) and 1 was changed here since and stays.",
  );
  expect([startWords(3, 0), startWords(0, 1), startWords(1, 1200)]).toEqual([
    "Import 3 people",
    "Correct 1 person",
    "Import 1 person and correct 1,200",
  ]);
  expect([doneWords(3, 0), doneWords(0, 1), doneWords(1, 2)]).toEqual([
    "3 people are registered.",
    "1 person is corrected.",
    "1 person is registered. 2 people are corrected.",
  ]);
});

test("the dialog shows to how many addresses tickets were mailed", () => {
  expect(mailedTicketsWords(0)).toBe("No ticket was mailed.");
  expect(mailedTicketsWords(1)).toMatch(/^Tickets were mailed to 1 address: the door refuses them/);
  expect(mailedTicketsWords(1200)).toMatch(/^Tickets were mailed to 1,200 addresses: the door refuses them/);
});

test("the first rows with an error are listed, and the others are counted", () => {
  expect(rowNumbersWords([3], 1)).toBe("3");
  expect(rowNumbersWords([3, 5], 2)).toBe("3 and 5");
  expect(rowNumbersWords([3, 1005], 3)).toBe("3, 1,005, and 1 other");
  expect(rowNumbersWords([3, 5], 1108)).toBe("3, 5, and 1,106 others");
});

test("the page shows how many registrations the people of a file become, and how many can be mailed no ticket", () => {
  expect(registrationsWords(3, 3)).toBe("Each person becomes a free registration of their own.");
  expect(registrationsWords(1080, 1065)).toMatch(/^They become 1,065 free registrations: /);
  expect(registrationsWords(2, 1)).toMatch(/^They become 1 free registration: /);
  expect(noEmailWords(1)).toMatch(/^1 person has no e-mail address, /);
  expect(noEmailWords(1200)).toMatch(/^1,200 people have no e-mail address, /);
});

test("the dialog that takes an import back lists what is deleted besides people", () => {
  expect([isThere(entry), deleteWords(entry), partsWords(entry)]).toEqual([
    true,
    "Delete 1,200 people",
    null,
  ]);
  const list = { ...entry, peopleLeft: 0, waitingList: 1 };
  expect([isThere(list), deleteWords(list), partsWords(list)]).toEqual([
    true,
    "Delete import",
    "1 entry of the waiting list is deleted.",
  ]);
  expect(partsWords({ ...list, waitingList: 1200 })).toBe("1,200 entries of the waiting list are deleted.");
  expect(partsWords({ ...list, sponsors: 2 })).toBe(
    "1 entry of the waiting list and 2 sponsors are deleted.",
  );
  expect(partsWords({ ...list, waitingList: 0, sponsors: 1 })).toBe("1 sponsor is deleted.");
  const records = { ...list, waitingList: 0, records: 1 };
  expect([isThere(records), partsWords(records)]).toEqual([true, "1 row of the other event is deleted."]);
  expect(isThere({ ...list, waitingList: 0 })).toBe(false);
});
