import { expect, test } from "vitest";
import { DoorCallError } from "../askDoor.ts";
import { askUndo, createSaleDesk, type KeptSale, type SaleRequest } from "../sale.ts";

const saleRequest: SaleRequest = {
  tickets: [{ ticketId: 1, quantity: 2 }],
  name: "",
  email: null,
  paidBy: "cash",
  totalAmount: 5_000,
  what: "2 × Standard",
  sum: "€50",
};
const soldOut = { code: "soldOut", msg: "Sold out.", payload: null };
const noAnswer = () => Promise.reject(new DoorCallError(0));
const refuse = () => Promise.reject(new DoorCallError(409, soldOut));

function createDevice() {
  const requests: string[] = [];
  const disk: { sale: KeptSale | null; listed: string[] } = { sale: null, listed: [] };
  const failures: { end: Error | null; reported: unknown[] } = { end: null, reported: [] };
  const server = { sell: () => Promise.resolve() as Promise<unknown>, close: async () => false };
  let keys = 0;
  const openPage = () =>
    createSaleDesk({
      keeper: {
        waiting: async () => disk.sale,
        async begin(sale) {
          const other = disk.sale;
          disk.sale ??= sale;
          return other;
        },
        async end({ key }, isSold) {
          if (failures.end) throw failures.end;
          if (isSold) disk.listed.push(key);
          disk.sale = null;
        },
      },
      connection: {
        sell({ key }) {
          expect(disk.sale?.key).toBe(key);
          requests.push(`sell ${key}`);
          return server.sell();
        },
        close({ key }) {
          requests.push(`close ${key}`);
          return server.close();
        },
      },
      newKey: () => `key-${++keys}`,
      now: () => 0,
      report: (error) => failures.reported.push(error),
    });
  return { requests, disk, failures, server, openPage };
}

test("a sale that the server has made is reported as sold, listed, and removed from the disk", async () => {
  const { openPage, disk } = createDevice();
  expect(await openPage().sell(saleRequest)).toMatchObject({ kind: "sold", sale: { key: "key-1" } });
  expect(disk).toEqual({ sale: null, listed: ["key-1"] });
});

test("a sale whose answer was lost is sent again by another page with the same key", async () => {
  const { openPage, disk, server, requests } = createDevice();
  server.sell = noAnswer;
  expect(await openPage().sell(saleRequest)).toMatchObject({ kind: "unanswered", why: "noAnswer" });
  expect(await openPage().askAgain()).toMatchObject({ kind: "unanswered" });
  server.sell = async () => {};
  expect(await openPage().askAgain()).toMatchObject({ kind: "sold" });
  expect(requests).toEqual(["sell key-1", "sell key-1", "sell key-1"]);
  expect(disk).toEqual({ sale: null, listed: ["key-1"] });
  expect(await openPage().askAgain()).toBeNull();
});

test("no sale begins while an earlier sale has no answer", async () => {
  const { openPage, server, requests } = createDevice();
  server.sell = noAnswer;
  await openPage().sell(saleRequest);
  const other = await openPage().sell({ ...saleRequest, what: "1 × Child" });
  expect(other).toMatchObject({ kind: "another", sale: { what: "2 × Standard" } });
  expect(requests).toEqual(["sell key-1"]);
});

test("a sale that cannot be removed from the disk is still reported as sold, and the error is reported", async () => {
  const { openPage, failures } = createDevice();
  failures.end = new DOMException("No room.", "QuotaExceededError");
  expect(await openPage().sell(saleRequest)).toMatchObject({ kind: "sold", sale: { key: "key-1" } });
  expect(failures.reported).toEqual([failures.end]);
});

test("an error in our own code leaves the sale unanswered", async () => {
  const { openPage, disk, failures, server } = createDevice();
  const fault = new TypeError("A fault of ours.");
  server.sell = () => Promise.reject(fault);
  expect(await openPage().sell(saleRequest)).toMatchObject({ kind: "unanswered", why: "noAnswer" });
  expect([disk.sale?.key, failures.reported]).toEqual(["key-1", [fault]]);
});

test("after a refusal, a sale counts as not made when its key has been closed", async () => {
  const { openPage, disk, server, requests } = createDevice();
  server.sell = refuse;
  expect(await openPage().sell(saleRequest)).toMatchObject({ kind: "notSold", refusal: soldOut });
  expect([disk.sale, requests]).toEqual([null, ["sell key-1", "close key-1"]]);
});

test.each([
  ["an ended session", new DoorCallError(440, { code: "tokenExpired", msg: "", payload: null })],
  ["missing places", new DoorCallError(409, soldOut)],
])("after a refusal for %s, a sale that another tab has made is reported as sold", async (_, refusal) => {
  const { openPage, disk, server } = createDevice();
  server.sell = () => Promise.reject(refusal);
  server.close = async () => true;
  expect(await openPage().sell(saleRequest)).toMatchObject({ kind: "sold", sale: { key: "key-1" } });
  expect(disk.listed).toEqual(["key-1"]);
});

test("after a lost answer, a refused sale counts as not made only if its key has been closed", async () => {
  const { openPage, disk, server, requests } = createDevice();
  server.sell = noAnswer;
  await openPage().sell(saleRequest);
  server.sell = refuse;
  server.close = noAnswer;
  expect(await openPage().askAgain()).toMatchObject({ kind: "unanswered" });
  expect(disk.sale?.key).toBe("key-1");
  server.close = async () => false;
  expect(await openPage().askAgain()).toMatchObject({ kind: "notSold", refusal: soldOut });
  expect(requests.at(-1)).toBe("close key-1");
});

test("a sale that the helper cancels is reported as sold if the first request has made it", async () => {
  const { openPage, disk, server } = createDevice();
  server.sell = noAnswer;
  await openPage().sell(saleRequest);
  server.close = async () => true;
  expect(await openPage().giveUp()).toMatchObject({ kind: "sold" });
  expect(disk.listed).toEqual(["key-1"]);
  expect(await openPage().giveUp()).toBeNull();
});

test.each([
  ["a busy server", new DoorCallError(503, { code: "busy", msg: "", payload: null }), "busy"],
  ["a proxy's own page", new DoorCallError(403), "noAnswer"],
  ["an error of the server", new DoorCallError(500), "busy"],
])("%s leaves the sale unanswered", async (_, error, why) => {
  const { openPage, disk, server } = createDevice();
  server.sell = () => Promise.reject(error);
  expect(await openPage().sell(saleRequest)).toMatchObject({ kind: "unanswered", why });
  expect(disk.sale?.key).toBe("key-1");
});

test("a sale stays unanswered, with the reason, if the server no longer knows the device", async () => {
  const { openPage, server } = createDevice();
  server.sell = noAnswer;
  await openPage().sell(saleRequest);
  const ended = () =>
    Promise.reject(new DoorCallError(440, { code: "tokenExpired", msg: "", payload: null }));
  server.sell = ended;
  server.close = ended;
  expect(await openPage().askAgain()).toMatchObject({ kind: "unanswered", why: "unknownDevice" });
});

test("the outcome of an undo is known only if our server has decided, and each try has the same key", async () => {
  const sale = { ...saleRequest, key: "a-sale", at: 0 };
  const keys: string[] = [];
  const undo = (answer: () => Promise<unknown>) =>
    askUndo(sale, (key) => {
      keys.push(key);
      return answer();
    });
  const refusal = { code: "notActive", msg: "Too late.", payload: null };
  const failing = (error: Error) => () => Promise.reject(error);
  expect((await undo(async () => ({}))).kind).toBe("undone");
  expect(await undo(failing(new DoorCallError(409, refusal)))).toEqual({ kind: "notUndone", sale, refusal });
  for (const error of [
    new DoorCallError(0),
    new DoorCallError(409),
    new DoorCallError(503, refusal),
    new DoorCallError(440, refusal),
    new Error("a fault of ours"),
  ])
    expect((await undo(failing(error))).kind).toBe("undoUnanswered");
  expect(new Set(keys)).toEqual(new Set(["undo-a-sale"]));
});
