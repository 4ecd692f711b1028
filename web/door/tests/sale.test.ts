import { expect, test } from "vitest";
import { NotAnswered } from "../askDoor.ts";
import { createSaleDesk, type KeptSale, type SaleRequest } from "../sale.ts";

const wish: SaleRequest = {
  tickets: [{ ticketId: 1, quantity: 2 }],
  name: "",
  email: null,
  paidBy: "cash",
  totalAmount: 5_000,
  what: "2 × Standard",
  sum: "€50",
};
const soldOut = { code: "soldOut", msg: "Sold out.", payload: null };
const silence = () => Promise.reject(new NotAnswered(0));
const refused = () => Promise.reject(new NotAnswered(409, soldOut));

/** A device whose pages share a disk, and a server whose answers the test sets. */
function device() {
  const requests: string[] = [];
  const disk: { sale: KeptSale | null; listed: string[] } = { sale: null, listed: [] };
  const fails: { end: Error | null; reported: unknown[] } = { end: null, reported: [] };
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
          if (fails.end) throw fails.end;
          if (isSold) disk.listed.push(key);
          disk.sale = null;
        },
      },
      connection: {
        sell({ key }) {
          // It is on the disk before it is sent.
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
      report: (error) => fails.reported.push(error),
    });
  return { asked: requests, disk, fails, server, openPage };
}

test("an answered sale is sold, listed, and no longer waits", async () => {
  const { openPage, disk } = device();
  expect(await openPage().sell(wish)).toMatchObject({ kind: "sold", sale: { key: "key-1" } });
  expect(disk).toEqual({ sale: null, listed: ["key-1"] });
});

test("a sale whose answer was lost is sent again by another page with the same key", async () => {
  const { openPage, disk, server, asked } = device();
  server.sell = silence;
  expect(await openPage().sell(wish)).toMatchObject({ kind: "unanswered", why: "noAnswer" });
  expect(await openPage().askAgain()).toMatchObject({ kind: "unanswered" });
  server.sell = async () => {};
  expect(await openPage().askAgain()).toMatchObject({ kind: "sold" });
  expect(asked).toEqual(["sell key-1", "sell key-1", "sell key-1"]);
  expect(disk).toEqual({ sale: null, listed: ["key-1"] });
  expect(await openPage().askAgain()).toBeNull();
});

test("no other sale begins while one was not answered", async () => {
  const { openPage, server, asked } = device();
  server.sell = silence;
  await openPage().sell(wish);
  const other = await openPage().sell({ ...wish, what: "1 × Child" });
  expect(other).toMatchObject({ kind: "another", sale: { what: "2 × Standard" } });
  expect(asked).toEqual(["sell key-1"]);
});

test("a sale that the disk cannot let go of is sold all the same, and the fault is reported", async () => {
  const { openPage, fails } = device();
  fails.end = new DOMException("No room.", "QuotaExceededError");
  expect(await openPage().sell(wish)).toMatchObject({ kind: "sold", sale: { key: "key-1" } });
  expect(fails.reported).toEqual([fails.end]);
});

test("a fault of ours while a sale is asked for says nothing of the sale", async () => {
  const { openPage, disk, fails, server } = device();
  const fault = new TypeError("A fault of ours.");
  server.sell = () => Promise.reject(fault);
  expect(await openPage().sell(wish)).toMatchObject({ kind: "unanswered", why: "noAnswer" });
  expect([disk.sale?.key, fails.reported]).toEqual(["key-1", [fault]]);
});

test("a sale that was refused was not made once its key is closed", async () => {
  const { openPage, disk, server, asked } = device();
  server.sell = refused;
  expect(await openPage().sell(wish)).toMatchObject({ kind: "notSold", refusal: soldOut });
  expect([disk.sale, asked]).toEqual([null, ["sell key-1", "close key-1"]]);
});

test.each([
  ["a session that ended", new NotAnswered(440, { code: "tokenExpired", msg: "", payload: null })],
  ["no places", new NotAnswered(409, soldOut)],
])(
  "a refusal for %s is not the last word: another tab may have made the sale meanwhile",
  async (_, refusal) => {
    const { openPage, disk, server } = device();
    server.sell = () => Promise.reject(refusal);
    server.close = async () => true;
    expect(await openPage().sell(wish)).toMatchObject({ kind: "sold", sale: { key: "key-1" } });
    expect(disk.listed).toEqual(["key-1"]);
  },
);

test("a refusal that comes after a silence counts once the key is closed", async () => {
  const { openPage, disk, server, asked } = device();
  server.sell = silence;
  await openPage().sell(wish);
  server.sell = refused;
  server.close = silence;
  expect(await openPage().askAgain()).toMatchObject({ kind: "unanswered" });
  expect(disk.sale?.key).toBe("key-1");
  server.close = async () => false;
  expect(await openPage().askAgain()).toMatchObject({ kind: "notSold", refusal: soldOut });
  expect(asked.at(-1)).toBe("close key-1");
});

test("a sale that the helper ends is told to be sold where the first request had made it", async () => {
  const { openPage, disk, server } = device();
  server.sell = silence;
  await openPage().sell(wish);
  server.close = async () => true;
  expect(await openPage().giveUp()).toMatchObject({ kind: "sold" });
  expect(disk.listed).toEqual(["key-1"]);
  expect(await openPage().giveUp()).toBeNull();
});

test.each([
  ["a server that could not say", new NotAnswered(503, { code: "busy", msg: "", payload: null }), "busy"],
  ["a proxy's own page", new NotAnswered(403), "noAnswer"],
  ["an error of the server", new NotAnswered(500), "busy"],
])("%s leaves the sale unanswered", async (_, error, why) => {
  const { openPage, disk, server } = device();
  server.sell = () => Promise.reject(error);
  expect(await openPage().sell(wish)).toMatchObject({ kind: "unanswered", why });
  expect(disk.sale?.key).toBe("key-1");
});

test("a server that does not know the device any more is told apart from silence", async () => {
  const { openPage, server } = device();
  server.sell = silence;
  await openPage().sell(wish);
  const ended = () => Promise.reject(new NotAnswered(440, { code: "tokenExpired", msg: "", payload: null }));
  server.sell = ended;
  server.close = ended;
  expect(await openPage().askAgain()).toMatchObject({ kind: "unanswered", why: "unknownDevice" });
});
