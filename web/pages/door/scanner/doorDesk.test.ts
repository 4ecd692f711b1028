import { expect, test } from "vitest";
import type { DoorPurchase } from "../../../../contract/shapes/door/door.ts";
import { memoryDoor, sampleAttendee } from "../memoryDoor.fixture.ts";
import { createDoorDesk, type DoorDesk } from "./doorDesk.ts";
import type { Tone } from "./verdict/verdictWords.ts";

const shirts = (part: Partial<DoorPurchase> = {}): DoorPurchase => ({
  purchaseId: 5,
  registrationId: 10,
  codeHash: "",
  items: [{ title: "T-shirt", quantity: 2 }],
  state: "active",
  redemption: null,
  ...part,
});

function openDesk(purchases: DoorPurchase[] = []) {
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
  const tones: Tone[] = [];
  const doorDesk = createDoorDesk({ device, signal: (tone) => tones.push(tone), now: () => clock.ms });
  return { ...doorDesk, device, tones, clock };
}

test("a scanned guest is admitted immediately, and the admission can be undone", async () => {
  const { scanCode, undo, store, device, tones } = openDesk();
  await scanCode("a:1");
  expect(device.calls).toEqual(["admit 1"]);
  expect(store.get().shown).toMatchObject({ isDone: true, judgement: { verdict: "welcome" } });
  expect(tones).toEqual(["good"]);
  const [act] = store.get().acts;
  expect(act).toMatchObject({ words: "Mia Keller", what: "in", attendeeIds: [1] });
  expect(store.get().latest).toBe(act?.key);
  await undo(act?.key ?? 0);
  expect(device.calls).toEqual(["admit 1", "undo 1"]);
  expect(store.get()).toMatchObject({ shown: null, latest: null, acts: [{ isUndone: true }] });
  await undo(act?.key ?? 0);
  expect(device.calls).toHaveLength(2);
});

test("a refused guest is shown with a sound, and nothing is stored on the device", async () => {
  const { scanCode, store, device, tones } = openDesk();
  await scanCode("a:3");
  await scanCode("what is this");
  expect(device.calls).toEqual([]);
  expect(tones).toEqual(["warn", "bad"]);
  expect(store.get().shown?.judgement.verdict).toBe("unknown");
  expect(store.get().acts).toEqual([]);
});

test("a code that is scanned twice is judged once, and judged again some seconds later", async () => {
  const { scanCode, store, device, clock } = openDesk();
  await Promise.all([scanCode("a:1"), scanCode("a:1")]);
  expect(device.calls).toEqual(["admit 1"]);
  expect(store.get().shown?.judgement.verdict).toBe("welcome");
  clock.ms += 5_000;
  await scanCode("a:1");
  expect(device.calls).toEqual(["admit 1"]);
  expect(store.get().shown?.judgement.verdict).toBe("alreadyIn");
});

test("a ticked member of a party is admitted with one tap, and undone with one", async () => {
  const { scanCode, tick, letMoreIn, undo, store, device } = openDesk();
  await scanCode("a:1");
  tick([2]);
  await letMoreIn();
  expect(device.calls).toEqual(["admit 1", "admit 2"]);
  expect(store.get().shown?.judgement.verdict).toBe("welcome");
  const second = store.get().shown?.judgement.party.find(({ attendeeId }) => attendeeId === 2);
  expect(second?.admission).not.toBeNull();
  await undo(store.get().latest ?? 0);
  expect(device.calls.at(-1)).toBe("undo 2");
  expect(store.get().shown?.judgement.party.find(({ attendeeId }) => attendeeId === 2)?.admission).toBeNull();
});

test("a companion whose ticket is for another day is not admitted, and extras wait for their day", async () => {
  const clock = { ms: Date.parse("2026-11-21T18:42:00Z") };
  const sunday = { ticketId: 2, registrationId: 11 };
  const device = memoryDoor({
    attendees: [
      sampleAttendee({ attendeeId: 1, ...sunday, ticketId: 1 }),
      sampleAttendee({ attendeeId: 2, ...sunday, firstName: "Wiebke" }),
      sampleAttendee({ attendeeId: 4, ...sunday, registrationId: 12 }),
    ],
    purchases: [shirts({ registrationId: 12 })],
    now: () => new Date(clock.ms),
  });
  const desk = createDoorDesk({ device, signal: () => {}, now: () => clock.ms });
  await desk.choose(1);
  expect(desk.store.get().shown?.judgement.party.map(({ verdict }) => verdict)).toEqual([
    "welcome",
    "otherDay",
  ]);
  desk.tick([2]);
  await desk.admit();
  expect(device.calls).toEqual(["admit 1"]);
  expect(desk.store.get()).toMatchObject({
    trouble: "Not let in: Wiebke Keller. See why here.",
    acts: [{ words: "Mia Keller" }],
  });
  await desk.scanCode("a:4");
  expect(desk.store.get().shown).toMatchObject({
    judgement: { verdict: "otherDay" },
    purchases: [{ verdict: "otherDay" }],
  });
  await desk.handOver(5);
  clock.ms += 24 * 3_600_000;
  await desk.handOver(5);
  expect(device.calls).toEqual(["admit 1", "redeem 5: 2"]);
});

test("the next code is refused while guests are ticked, and judged after they are admitted", async () => {
  const { scanCode, tick, letMoreIn, store, device, tones, clock } = openDesk();
  await scanCode("a:1");
  tick([2]);
  await scanCode("a:3");
  expect(store.get()).toMatchObject({
    shown: { judgement: { attendee: { attendeeId: 1 } } },
    ticked: [2],
    trouble: "Not scanned. Let the ticked guests in first, or clear the ticks, then scan again.",
  });
  expect(tones).toEqual(["good", "warn"]);
  await letMoreIn();
  expect(device.calls).toEqual(["admit 1", "admit 2"]);
  expect(store.get()).toMatchObject({
    ticked: [],
    trouble: null,
    acts: [{ words: "Tom Keller" }, { words: "Mia Keller" }],
  });
  // The code is still held, so the camera reads it in the next frame.
  clock.ms += 33;
  await scanCode("a:3");
  expect(store.get().shown?.judgement.verdict).toBe("notPaid");
});

test("while guests are ticked, a held code sounds once, and the card's own, still held, does not", async () => {
  const { scanCode, tick, store, tones, clock } = openDesk();
  const hold = async (text: string) => {
    for (let frame = 0; frame < 60; frame += 1) {
      clock.ms += 33;
      await scanCode(text);
    }
  };
  await scanCode("a:1");
  tick([2]);
  await hold("a:1");
  expect([store.get().trouble, tones]).toEqual([null, ["good"]]);
  await hold("a:3");
  expect(tones).toEqual(["good", "warn"]);
});

test("an undo does not close a party with ticked guests", async () => {
  const { scanCode, tick, undo, undoCheckIn, store, device, tones, clock } = openDesk();
  await scanCode("a:1");
  tick([2]);
  await undo(store.get().latest ?? 0);
  const held = { shown: { judgement: { attendee: { attendeeId: 1 } } }, ticked: [2] };
  expect(store.get()).toMatchObject({ ...held, trouble: expect.stringContaining("Not undone.") });
  tick([]);
  clock.ms += 5_000;
  await scanCode("a:1");
  tick([2]);
  await undoCheckIn();
  expect(store.get()).toMatchObject({ ...held, trouble: expect.stringContaining("Not undone.") });
  expect([device.calls, tones]).toEqual([["admit 1"], ["good", "warn", "warn", "warn"]]);
});

test("a chosen guest is admitted together with the ticked guests", async () => {
  const { choose, tick, admit, store, device } = openDesk();
  await choose(2);
  tick([1]);
  await admit();
  expect(device.calls).toEqual(["admit 2", "admit 1"]);
  expect(store.get().acts).toMatchObject([{ attendeeIds: [2, 1] }]);
});

test("a page that is opened later lists the earlier acts, and can undo them", async () => {
  const first = openDesk();
  await first.scanCode("a:1");
  const recent = await first.device.recent();
  const device = memoryDoor({ attendees: [sampleAttendee({ attendeeId: 1 })], recent });
  const later = createDoorDesk({ device, signal: () => {}, now: () => Date.now() });
  await later.restore();
  const [act] = later.store.get().acts;
  expect(act).toMatchObject({ words: "Mia Keller", isUndone: false });
  expect(later.store.get().latest).toBeNull();
  await later.undo(act!.key);
  expect(device.calls).toEqual(["undo 1"]);
  expect(await device.recent()).toMatchObject([{ isUndone: true }]);
});

test("a ticket newer than the copy gets its name and party when the copy receives them", async () => {
  const { scanCode, fill, store, device } = openDesk();
  const ticket = JSON.stringify({ r: 10, a: 9, q: "0c6f2a8e-4b1d-4c3a-9e5f-7a8b9c0d1e2f" });
  await scanCode(ticket);
  expect(store.get().shown?.judgement).toMatchObject({ verdict: "welcome", isNew: true, attendee: null });
  await fill();
  expect(store.get().shown?.judgement.attendee).toBeNull();
  device.addAttendee(ticket, sampleAttendee({ attendeeId: 9, firstName: "Zoe" }));
  await fill();
  expect(store.get()).toMatchObject({
    shown: { isDone: true, judgement: { verdict: "welcome", isNew: false, attendee: { firstName: "Zoe" } } },
    acts: [{ words: "Zoe Keller" }],
  });
  expect(store.get().shown?.judgement.party.map(({ attendeeId }) => attendeeId)).toContain(2);
});

test("a chosen guest is admitted only when the helper confirms", async () => {
  const { choose, admit, store, device, tones } = openDesk();
  await choose(2);
  expect(device.calls).toEqual([]);
  expect(tones).toEqual([]);
  expect(store.get().shown?.isDone).toBe(false);
  await admit();
  await admit();
  expect(device.calls).toEqual(["admit 2"]);
  expect(store.get().shown).toMatchObject({ isDone: true, judgement: { verdict: "welcome" } });
  await choose(3);
  expect(store.get().shown).toMatchObject({ isDone: true, judgement: { verdict: "notPaid" } });
});

test("a check-in can be undone on the guest's card, which then waits for the helper to confirm", async () => {
  const { scanCode, undoCheckIn, store, device, clock } = openDesk();
  await scanCode("a:1");
  clock.ms += 5_000;
  await scanCode("a:1");
  expect(store.get().shown?.judgement.verdict).toBe("alreadyIn");
  await undoCheckIn();
  expect(device.calls).toEqual(["admit 1", "undo 1"]);
  expect(store.get().shown).toMatchObject({ isDone: false, judgement: { verdict: "welcome" } });
  expect(store.get().acts).toMatchObject([{ isUndone: true }]);
});

test("the admission of a ticket newer than the copy can be undone by the id in its code", async () => {
  const { device, clock } = openDesk();
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
  const newer = { ...device, judgeCode };
  const doorDesk = createDoorDesk({ device: newer, signal: () => {}, now: () => clock.ms });
  await doorDesk.scanCode(text);
  expect(device.calls).toEqual([`admit ${text}`]);
  await doorDesk.undo(doorDesk.store.get().latest ?? 0);
  expect(device.calls.at(-1)).toBe("undo 77");
});

test("extras are handed over by their code, or on the card of a guest of the same registration", async () => {
  const byCode = openDesk([shirts()]);
  await byCode.scanCode("p:5");
  expect(byCode.device.calls).toEqual([]);
  expect(byCode.store.get().shown).toMatchObject({ isDone: false, isExtras: true });
  await byCode.handOverScanned();
  await byCode.handOverScanned();
  expect(byCode.device.calls).toEqual(["redeem 5: 2"]);
  expect(byCode.store.get().acts[0]).toMatchObject({ words: "2\u00a0×\u00a0T-shirt", what: "handedOver" });
  expect(byCode.store.get().shown).toMatchObject({ isDone: true, handed: "2\u00a0×\u00a0T-shirt" });
  await byCode.undo(byCode.store.get().latest ?? 0);
  expect(byCode.device.calls).toEqual(["redeem 5: 2", "undoRedeem 5"]);

  const byCard = openDesk([shirts()]);
  await byCard.scanCode("a:1");
  expect(byCard.store.get().shown?.purchases).toHaveLength(1);
  await byCard.handOver(5);
  expect(byCard.device.calls).toEqual(["admit 1", "redeem 5: 2"]);
  expect(byCard.store.get().shown?.purchases[0]?.redemption).not.toBeNull();
});

test("extras can be handed over in parts, and an undo reverses only its own part", async () => {
  const { scanCode, choosePart, handOver, handOverScanned, undo, store, device, clock } = openDesk([
    shirts({ items: [{ title: "T-shirt", quantity: 3 }] }),
  ]);
  await scanCode("a:1");
  choosePart(5, [1]);
  await handOver(5);
  // A second tap does not hand over the rest.
  await handOver(5);
  expect(device.calls).toEqual(["admit 1", "redeem 5: 1"]);
  expect(store.get().shown?.purchases[0]).toMatchObject({ redemption: null, verdict: "welcome" });
  const first = store.get().latest;
  clock.ms += 5_000;
  await scanCode("p:5");
  choosePart(5, [1]);
  await handOverScanned();
  expect(store.get().shown).toMatchObject({
    handed: "1\u00a0×\u00a0T-shirt",
    judgement: { purchase: { redemption: null } },
  });
  await undo(first ?? 0);
  expect((await device.purchasesOf(10))[0]?.handovers?.map(({ counts }) => counts)).toEqual([[1]]);
  clock.ms += 5_000;
  await scanCode("p:5");
  await handOverScanned();
  expect(device.calls.at(-1)).toBe("redeem 5: 2");
  clock.ms += 5_000;
  await scanCode("p:5");
  expect(store.get().shown?.judgement.verdict).toBe("alreadyIn");
});

test("guests who are ticked on the card of scanned extras stay ticked, and are let in after the handover", async () => {
  const { scanCode, tick, handOverScanned, letMoreIn, store, device, clock } = openDesk([shirts()]);
  await scanCode("p:5");
  tick([1, 2]);
  await handOverScanned();
  expect(store.get()).toMatchObject({
    shown: { isDone: true, handed: "2\u00a0×\u00a0T-shirt" },
    ticked: [1, 2],
  });
  clock.ms += 5_000;
  await scanCode("a:3");
  expect(store.get().trouble).toContain("Not scanned.");
  await letMoreIn();
  expect(device.calls).toEqual(["redeem 5: 2", "admit 1", "admit 2"]);
  // Nobody who was let in a moment ago can be ticked again.
  expect(store.get()).toMatchObject({
    shown: {
      handed: "2\u00a0×\u00a0T-shirt",
      judgement: {
        verdict: "welcome",
        party: [{ verdict: "alreadyIn" }, { verdict: "alreadyIn" }, { verdict: "notPaid" }],
      },
    },
    ticked: [],
    trouble: null,
  });
});

test("a single extra is handed over as soon as its code is scanned", async () => {
  const { scanCode, store, device, tones } = openDesk([
    shirts({ items: [{ title: "T-shirt", quantity: 1 }] }),
  ]);
  await scanCode("p:5");
  expect([device.calls, tones]).toEqual([["redeem 5: 1"], ["good"]]);
  expect(store.get().shown).toMatchObject({ isDone: true, handed: "1\u00a0×\u00a0T-shirt" });
});

test("extras that are newer than the copy are recognised as extras, and all that is left is handed over", async () => {
  const { scanCode, handOverScanned, store, device } = openDesk();
  const text = JSON.stringify({ id: 8, qrUuid: "0c6f2a8e-4b1d-4c3a-9e5f-7a8b9c0d1e2f" });
  await scanCode(text);
  expect(store.get().shown).toMatchObject({ isDone: false, isExtras: true });
  await handOverScanned();
  expect(device.calls).toEqual(["redeem 8"]);
});

test("an admission that the device could not store is not shown as done", async () => {
  const { device, clock } = openDesk();
  const tones: Tone[] = [];
  const full = { ...device, admit: () => Promise.reject(new Error("no room")) };
  const doorDesk = createDoorDesk({ device: full, signal: (tone) => tones.push(tone), now: () => clock.ms });
  await doorDesk.scanCode("a:1");
  expect(doorDesk.store.get()).toMatchObject({ shown: null, acts: [], latest: null });
  expect(doorDesk.store.get().trouble).toContain("no room");
  expect(tones).toEqual(["bad"]);
});

test("a guest's welcome disappears when the next admission cannot be stored", async () => {
  const { device, clock } = openDesk();
  const admit: typeof device.admit = (attendee) =>
    attendee.attendeeId === 2 ? Promise.reject(new Error("no room")) : device.admit(attendee);
  const doorDesk = createDoorDesk({ device: { ...device, admit }, signal: () => {}, now: () => clock.ms });
  await doorDesk.scanCode("a:1");
  await doorDesk.scanCode("a:2");
  expect(doorDesk.store.get()).toMatchObject({ shown: null, acts: [{ words: "Mia Keller" }] });
  expect(doorDesk.store.get().trouble).toContain("no room");
});

type DeskWithDevice = DoorDesk & Pick<ReturnType<typeof openDesk>, "device">;
const acts: [
  string,
  (desk: DeskWithDevice) => Promise<unknown>,
  (desk: DeskWithDevice) => Promise<unknown>,
][] = [
  ["admitting", ({ choose }) => choose(1), ({ admit }) => admit()],
  [
    "admitting others of the party",
    async ({ scanCode, tick }) => {
      await scanCode("a:1");
      tick([2]);
    },
    ({ letMoreIn }) => letMoreIn(),
  ],
  ["handing over on a guest's card", ({ scanCode }) => scanCode("a:1"), ({ handOver }) => handOver(5)],
  ["handing over by a code", ({ scanCode }) => scanCode("p:5"), ({ handOverScanned }) => handOverScanned()],
  [
    "handing over what another door has handed over",
    async ({ scanCode, device }) => {
      await scanCode("p:5");
      await device.redeem({ code: null, purchaseId: 5, counts: null });
    },
    ({ handOverScanned }) => handOverScanned(),
  ],
  ["undoing the guest's check-in", ({ scanCode }) => scanCode("a:1"), ({ undoCheckIn }) => undoCheckIn()],
  [
    "undoing an earlier act",
    async ({ scanCode }) => {
      await scanCode("a:1");
      await scanCode("a:2");
    },
    ({ undo, store }) => undo(store.get().acts[1]?.key ?? 0),
  ],
  [
    "filling in a name",
    async ({ scanCode, device }) => {
      await scanCode("new:4");
      device.addAttendee("new:4", sampleAttendee({ attendeeId: 4 }));
    },
    ({ fill }) => fill(),
  ],
];
test.each(acts)("a card that is closed while %s is pending stays closed", async (_what, open, act) => {
  /** Closes the card when the device is called for the n-th time. */
  async function actClosedAt(n: number) {
    const { device, clock } = openDesk([shirts()]);
    let calls = Number.NEGATIVE_INFINITY;
    const counted = new Proxy(device, {
      get(target, name) {
        calls += 1;
        if (calls === n) desk.dismiss();
        return Reflect.get(target, name);
      },
    });
    const desk = createDoorDesk({ device: counted, signal: () => {}, now: () => clock.ms });
    await open({ ...desk, device });
    calls = 0;
    await act({ ...desk, device });
    return { shown: desk.store.get().shown, calls, stored: device.calls };
  }
  const control = await actClosedAt(0);
  expect(control.shown).not.toBeNull();
  expect(control.calls).toBeGreaterThan(0);
  for (let n = 1; n <= control.calls; n++) {
    const { shown, stored } = await actClosedAt(n);
    expect([n, shown]).toEqual([n, null]);
    expect(stored).toEqual(control.stored);
  }
});
