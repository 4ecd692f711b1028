/** An attacker guesses promo codes from many addresses, real or forged. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../../server/config.ts";
import { mostNetworks } from "../../server/http/client.ts";
import { fewWrongCodes, manyWrongCodesOfEvent } from "../../server/promoCodes/guesses.ts";
import { testApp } from "../../server/testing/app.ts";
import { buildEvent, buildPromoCode } from "../../server/testing/builders.ts";

const wrongCodes = 20;

async function openSite(setting: string) {
  const { trustProxy } = readConfig({ TRUST_PROXY: setting });
  const app = await testApp({ limited: true, trustProxy });
  const { id: eventId } = await buildEvent(app.database.db);
  await buildPromoCode(app.database.db, eventId, { code: "RIGHT" });
  let guess = 0;
  const statusOf = async (forwardedFor: string, code = `GUESS${guess++}`) => {
    const reply = await app.ask("promoCode/check", {
      body: { eventId, code },
      headers: { "x-forwarded-for": forwardedFor },
    });
    return reply.status;
  };
  /** Counts the wrong guesses that were checked instead of refused. */
  const countChecked = async (guesses: number, addressOf: (n: number) => string) => {
    let count = 0;
    for (let n = 0; n < guesses; n++) if ((await statusOf(addressOf(n))) === 404) count++;
    return count;
  };
  return { app, statusOf, countChecked };
}

describe("behind one proxy", () => {
  let site: Awaited<ReturnType<typeof openSite>>;
  beforeAll(async () => {
    site = await openSite("true");
  });
  afterAll(() => site.app.close());
  // Each test runs an hour after the previous one, so the limits start anew.
  beforeEach(() => {
    site.app.time.now = new Date(site.app.time.now.getTime() + 3_600_000);
  });

  test("all addresses of one IPv6 /64 count as one client", async () => {
    expect(await site.countChecked(60, (n) => `2001:db8:0:1:${n.toString(16)}::1`)).toBe(wrongCodes);
  });

  test("an IPv4 address is one client, also when written as IPv6, and another address is another client", async () => {
    expect(await site.countChecked(30, () => "192.0.2.1")).toBe(wrongCodes);
    expect(await site.statusOf("::ffff:192.0.2.1")).toBe(429);
    expect(await site.statusOf("192.0.2.2")).toBe(404);
  });

  test("a client with an IPv6 /48 does not get new tries for each of its networks", async () => {
    // Each /64 is in another /56, so only the /48 can make them one client.
    const checkedCount = await site.countChecked(256, (n) => `2001:db8:2:${(n * 256).toString(16)}::1`);
    // One try from each network while there are few networks, then the tries of one client.
    expect(checkedCount).toBe(mostNetworks[48] + wrongCodes);
  });

  test("while many clients guess codes of one event, each has only a few tries, and a valid code still works", async () => {
    const checkedCount = await site.countChecked(20 * 20, (n) => `198.51.100.${n % 20}`);
    expect(checkedCount).toBeGreaterThanOrEqual(manyWrongCodesOfEvent);
    expect(checkedCount).toBeLessThanOrEqual(manyWrongCodesOfEvent + 20 * fewWrongCodes);
    expect(await site.countChecked(10, () => "203.0.113.1")).toBe(fewWrongCodes);
    expect(await site.statusOf("203.0.113.2", "RIGHT")).toBe(200);
  });

  test("a client cannot forge its address: only the address that the proxy adds counts", async () => {
    expect(await site.countChecked(40, (n) => `10.0.0.${n}, 203.0.113.9`)).toBe(wrongCodes);
  });
});

test.each([
  ["false", wrongCodes],
  ["10.0.0.0/8", wrongCodes],
  ["127.0.0.0/8", 40],
  ["1", 40],
])("with TRUST_PROXY=%s, %i of 40 guesses with forged addresses are checked", async (setting, tries) => {
  const site = await openSite(setting);
  try {
    expect(await site.countChecked(40, (n) => `198.51.100.${n}`)).toBe(tries);
  } finally {
    await site.app.close();
  }
});
