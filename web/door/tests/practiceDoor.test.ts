import { expect, test } from "vitest";
import { memoryDoor, sampleAttendee } from "../../pages/door/memoryDoor.fixture.ts";
import { practiceDoor } from "../practiceDoor.ts";

const earlier = { scanId: "s", at: "2026-11-21T18:00:00Z", gate: "South", by: "Tom" };

/** Opens practice a month before the event. */
function openPractice() {
  const device = memoryDoor({
    attendees: [
      sampleAttendee({ attendeeId: 1 }),
      sampleAttendee({ attendeeId: 2, ticketId: 2, admission: earlier }),
      sampleAttendee({ attendeeId: 3, state: "notPaid" }),
    ],
    purchases: [
      {
        purchaseId: 5,
        registrationId: 10,
        codeHash: "",
        items: [{ title: "Wine", quantity: 3 }],
        state: "active",
        redemption: null,
      },
    ],
    state: { isOnline: false },
    now: () => new Date("2026-10-21T12:00:00Z"),
  });
  return { device, practice: practiceDoor(device) };
}

test("practice admits the event's attendees once, on any day, and changes nothing on the device", async () => {
  const { device, practice } = openPractice();
  expect((await device.judgeCode("a:1")).verdict).toBe("otherDay");
  expect(await practice.judgeCode("a:1")).toMatchObject({ verdict: "welcome", earlier: null });
  await practice.admit({ code: "a:1", attendeeId: 1 });
  expect(await practice.judgeCode("a:1")).toMatchObject({
    verdict: "alreadyIn",
    earlier: { gate: "North gate" },
  });
  const { party } = await practice.judgeAttendee(2);
  expect(party.map(({ verdict }) => verdict)).toEqual(["alreadyIn", "welcome", "notPaid"]);
  expect((await practice.search("Mia"))[1]?.admission).toBeNull();
  expect([practice.state().arrived, device.state().arrived]).toEqual([1, 1]);
  await practice.undo(1);
  expect(practice.state().arrived).toBe(0);
  expect(device.calls).toEqual([]);
});

test("practice hands extras over and sells offline, with a separate till", async () => {
  const { device, practice } = openPractice();
  expect((await practice.purchasesOf(10))[0]?.verdict).toBe("welcome");
  const scanId = await practice.redeem({ code: null, purchaseId: 5, counts: [1] });
  expect((await practice.purchasesOf(10))[0]).toMatchObject({
    verdict: "welcome",
    handovers: [{ scanId, counts: [1] }],
  });
  expect(await practice.redeem({ code: null, purchaseId: 5, counts: [3] })).toBeNull();
  await practice.redeem({ code: null, purchaseId: 5, counts: null });
  expect((await practice.purchasesOf(10))[0]).toMatchObject({ verdict: "alreadyIn" });
  await practice.undoRedeem(5);
  expect((await practice.purchasesOf(10))[0]).toMatchObject({ verdict: "welcome", redemption: null });
  const request = { name: "", email: null, what: "2 × Standard", sum: "€50", totalAmount: 5_000 };
  const tickets = [{ ticketId: 1, quantity: 2 }];
  expect(await practice.sell({ ...request, tickets, paidBy: "cash" })).toMatchObject({ kind: "sold" });
  expect(await practice.till()).toMatchObject({ tickets: 2, cash: 5_000, cardTerminal: 0 });
  expect(practice.state().isOnline).toBe(true);
  expect(await device.recent()).toEqual([]);
  expect(device.calls).toEqual([]);
});
