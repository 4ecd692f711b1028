import { expect, test } from "vitest";
import type { DoorPurchase } from "../../../../contract/shapes/door.ts";
import { memoryDoor, sampleAttendee } from "../memoryDoor.fixture.ts";
import { createDoorDesk } from "./doorDesk.ts";
import type { Tone } from "./verdictWords.ts";

const shirts = (part: Partial<DoorPurchase> = {}): DoorPurchase => ({
  purchaseId: 5,
  registrationId: 10,
  codeHash: "",
  items: [{ title: "T-shirt", quantity: 2 }],
  state: "active",
  redemption: null,
  ...part,
});

/** A desk with a party of three, one of them unpaid, and a clock that the test moves. */
function desk(purchases: DoorPurchase[] = []) {
  const clock = { ms: Date.parse("2026-11-21T18:42:00Z") };
  const device = memoryDoor({
    attendees: [
      sampleAttendee({ attendeeId: 1 }),
      sampleAttendee({ attendeeId: 2, firstName: "Tom" }),
      sampleAttendee({ attendeeId: 3, firstName: "Ida", state: "notPaid" }),
    ],
    purchases,
    now: () => new Date(clock.ms),
  });
  const heard: Tone[] = [];
  const made = createDoorDesk({ device, signal: (tone) => heard.push(tone), now: () => clock.ms });
  return { ...made, device, heard, clock };
}

test("a scanned guest is let in at once, and can be taken back", async () => {
  const { code, undo, store, device, heard } = desk();
  await code("a:1");
  expect(device.told).toEqual(["admit 1"]);
  expect(store.get().shown).toMatchObject({ isDone: true, judged: { verdict: "welcome" } });
  expect(heard).toEqual(["good"]);
  const [act] = store.get().acts;
  expect(act).toMatchObject({ words: "Mia Keller", what: "in", attendeeIds: [1] });
  expect(store.get().latest).toBe(act?.key);
  await undo(act?.key ?? 0);
  expect(device.told).toEqual(["admit 1", "undo 1"]);
  expect(store.get()).toMatchObject({ shown: null, latest: null, acts: [{ isUndone: true }] });
  await undo(act?.key ?? 0);
  expect(device.told).toHaveLength(2);
});

test("who may not come in is shown and heard, and nothing is told to the device", async () => {
  const { code, store, device, heard } = desk();
  await code("a:3");
  await code("what is this");
  expect(device.told).toEqual([]);
  expect(heard).toEqual(["warn", "bad"]);
  expect(store.get().shown?.judged.verdict).toBe("unknown");
  expect(store.get().acts).toEqual([]);
});

test("a code that is beamed twice counts once, and again after a while", async () => {
  const { code, store, device, clock } = desk();
  await Promise.all([code("a:1"), code("a:1")]);
  expect(device.told).toEqual(["admit 1"]);
  expect(store.get().shown?.judged.verdict).toBe("welcome");
  clock.ms += 5_000;
  await code("a:1");
  expect(device.told).toEqual(["admit 1"]);
  expect(store.get().shown?.judged.verdict).toBe("alreadyIn");
});

test("of a party those who are here come in with one tap, and go out with one", async () => {
  const { code, tick, letMoreIn, undo, store, device } = desk();
  await code("a:1");
  tick([2]);
  await letMoreIn();
  expect(device.told).toEqual(["admit 1", "admit 2"]);
  expect(store.get().shown?.judged.verdict).toBe("welcome");
  const second = store.get().shown?.judged.party.find(({ attendeeId }) => attendeeId === 2);
  expect(second?.admission).not.toBeNull();
  await undo(store.get().latest ?? 0);
  expect(device.told.at(-1)).toBe("undo 2");
  expect(store.get().shown?.judged.party.find(({ attendeeId }) => attendeeId === 2)?.admission).toBeNull();
});

test("who is ticked is not left behind by the next code: it waits until they are in", async () => {
  const { code, tick, letMoreIn, store, device, heard, clock } = desk();
  await code("a:1");
  tick([2]);
  await code("a:3");
  expect(store.get()).toMatchObject({
    shown: { judged: { attendee: { attendeeId: 1 } } },
    ticked: [2],
    trouble: "Not scanned. Let the ticked guests in first, or clear the ticks, then scan again.",
  });
  expect(heard).toEqual(["good", "warn"]);
  await letMoreIn();
  expect(device.told).toEqual(["admit 1", "admit 2"]);
  expect(store.get()).toMatchObject({
    ticked: [],
    trouble: null,
    acts: [{ words: "Tom Keller" }, { words: "Mia Keller" }],
  });
  // The code is still held: the camera reads it in the next frame.
  clock.ms += 33;
  await code("a:3");
  expect(store.get().shown?.judged.verdict).toBe("notPaid");
});

test("a code that is held while guests are ticked is refused aloud once, and the scanned one's own code never", async () => {
  const { code, tick, store, heard, clock } = desk();
  const hold = async (text: string) => {
    for (let frame = 0; frame < 60; frame += 1) {
      clock.ms += 33;
      await code(text);
    }
  };
  await code("a:1");
  tick([2]);
  await hold("a:1");
  expect([store.get().trouble, heard]).toEqual([null, ["good"]]);
  await hold("a:3");
  expect(heard).toEqual(["good", "warn"]);
});

test("a party that has ticks is taken away by no undo", async () => {
  const { code, tick, undo, undoCheckIn, store, device, heard, clock } = desk();
  await code("a:1");
  tick([2]);
  await undo(store.get().latest ?? 0);
  const held = { shown: { judged: { attendee: { attendeeId: 1 } } }, ticked: [2] };
  expect(store.get()).toMatchObject({ ...held, trouble: expect.stringContaining("Not undone.") });
  tick([]);
  clock.ms += 5_000;
  await code("a:1");
  tick([2]);
  await undoCheckIn();
  expect(store.get()).toMatchObject({ ...held, trouble: expect.stringContaining("Not undone.") });
  expect([device.told, heard]).toEqual([["admit 1"], ["good", "warn", "warn", "warn"]]);
});

test("a chosen name is let in together with who is ticked", async () => {
  const { choose, tick, admit, store, device } = desk();
  await choose(2);
  tick([1]);
  await admit();
  expect(device.told).toEqual(["admit 2", "admit 1"]);
  expect(store.get().acts).toMatchObject([{ attendeeIds: [2, 1] }]);
});

test("what was done is listed again by a page that is opened later, and can be taken back there", async () => {
  const first = desk();
  await first.code("a:1");
  const recent = await first.device.recent();
  const device = memoryDoor({ attendees: [sampleAttendee({ attendeeId: 1 })], recent });
  const later = createDoorDesk({ device, signal: () => {}, now: () => Date.now() });
  await later.restore();
  const [act] = later.store.get().acts;
  expect(act).toMatchObject({ words: "Mia Keller", isUndone: false });
  expect(later.store.get().latest).toBeNull();
  await later.undo(act!.key);
  expect(device.told).toEqual(["undo 1"]);
  expect(await device.recent()).toMatchObject([{ isUndone: true }]);
});

test("a ticket that was newer than the copy gets its name and party when those arrive", async () => {
  const { code, fill, store, device } = desk();
  const ticket = JSON.stringify({ r: 10, a: 9, q: "0c6f2a8e-4b1d-4c3a-9e5f-7a8b9c0d1e2f" });
  await code(ticket);
  expect(store.get().shown?.judged).toMatchObject({ verdict: "welcome", isNew: true, attendee: null });
  await fill();
  expect(store.get().shown?.judged.attendee).toBeNull();
  device.arrives(ticket, sampleAttendee({ attendeeId: 9, firstName: "Zoe" }));
  await fill();
  expect(store.get()).toMatchObject({
    shown: { isDone: true, judged: { verdict: "welcome", isNew: false, attendee: { firstName: "Zoe" } } },
    acts: [{ words: "Zoe Keller" }],
  });
  expect(store.get().shown?.judged.party.map(({ attendeeId }) => attendeeId)).toContain(2);
});

test("a chosen name is let in only by the helper's word", async () => {
  const { choose, admit, store, device, heard } = desk();
  await choose(2);
  expect(device.told).toEqual([]);
  expect(heard).toEqual([]);
  expect(store.get().shown?.isDone).toBe(false);
  await admit();
  await admit();
  expect(device.told).toEqual(["admit 2"]);
  expect(store.get().shown).toMatchObject({ isDone: true, judged: { verdict: "welcome" } });
  await choose(3);
  expect(store.get().shown).toMatchObject({ isDone: true, judged: { verdict: "notPaid" } });
});

test("somebody who is in already can be taken back from their card, and then waits for the helper's word", async () => {
  const { code, undoCheckIn, store, device, clock } = desk();
  await code("a:1");
  clock.ms += 5_000;
  await code("a:1");
  expect(store.get().shown?.judged.verdict).toBe("alreadyIn");
  await undoCheckIn();
  expect(device.told).toEqual(["admit 1", "undo 1"]);
  expect(store.get().shown).toMatchObject({ isDone: false, judged: { verdict: "welcome" } });
  expect(store.get().acts).toMatchObject([{ isUndone: true }]);
});

test("a ticket newer than the copy can be taken back too, by the id in its code", async () => {
  const { device, clock } = desk();
  const text = JSON.stringify({ r: 4, a: 77, q: "3f2b8c1e-9a4d-4f6b-8e2a-1c5d7f9b0a3e" });
  const judgeCode: typeof device.judgeCode = async () => ({
    verdict: "welcome",
    isNew: true,
    attendee: null,
    purchase: null,
    party: [],
    earlier: null,
    code: text,
  });
  const made = createDoorDesk({ device: { ...device, judgeCode }, signal: () => {}, now: () => clock.ms });
  await made.code(text);
  expect(device.told).toEqual([`admit ${text}`]);
  await made.undo(made.store.get().latest ?? 0);
  expect(device.told.at(-1)).toBe("undo 77");
});

test("extras are handed over by their code, or from the card of who bought them", async () => {
  const byCode = desk([shirts()]);
  await byCode.code("p:5");
  expect(byCode.device.told).toEqual(["redeem 5"]);
  expect(byCode.store.get().acts[0]).toMatchObject({ words: "2 × T-shirt", what: "handedOver" });
  await byCode.undo(byCode.store.get().latest ?? 0);
  expect(byCode.device.told).toEqual(["redeem 5", "undoRedeem 5"]);

  const byCard = desk([shirts()]);
  await byCard.code("a:1");
  expect(byCard.store.get().shown?.purchases).toHaveLength(1);
  await byCard.handOver(5);
  expect(byCard.device.told).toEqual(["admit 1", "redeem 5"]);
  expect(byCard.store.get().shown?.purchases[0]?.redemption).not.toBeNull();
});

test("what the device could not keep is never shown as done", async () => {
  const { device, clock } = desk();
  const heard: Tone[] = [];
  const full = { ...device, admit: () => Promise.reject(new Error("no room")) };
  const made = createDoorDesk({ device: full, signal: (tone) => heard.push(tone), now: () => clock.ms });
  await made.code("a:1");
  expect(made.store.get()).toMatchObject({ shown: null, acts: [], latest: null });
  expect(made.store.get().trouble).toContain("no room");
  expect(heard).toEqual(["bad"]);
});

test("the welcome of one does not stand for the next, who could not be kept", async () => {
  const { device, clock } = desk();
  const admit: typeof device.admit = (judged) =>
    judged.attendeeId === 2 ? Promise.reject(new Error("no room")) : device.admit(judged);
  const made = createDoorDesk({ device: { ...device, admit }, signal: () => {}, now: () => clock.ms });
  await made.code("a:1");
  await made.code("a:2");
  expect(made.store.get()).toMatchObject({ shown: null, acts: [{ words: "Mia Keller" }] });
  expect(made.store.get().trouble).toContain("no room");
});
