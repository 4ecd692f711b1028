import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readImage } from "../../media/readImage.ts";
import { type TestApp, testApp } from "../../testing/app.ts";
import { buildEvent, buildPackage } from "../../testing/builders.ts";
import { card } from "../../testing/buying.ts";
import { runQuery } from "../../testing/cluster.ts";
import { askByForm } from "../../testing/form.ts";
import { runDueImageRemovals, waitingJobs } from "../../testing/jobs.ts";
import { buildTwoClubs, historyOf, type TwoClubs } from "../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
let dataDir: string;
let eventId: number;
let gold: number;
beforeAll(async () => {
  app = await testApp();
  dataDir = await mkdtemp(join(tmpdir(), "foyer-logo-"));
  app.services.dataDir = dataDir;
  clubs = await buildTwoClubs(app);
});
beforeEach(async () => {
  app.time.now = new Date();
  const { db } = app.database;
  ({ id: eventId } = await buildEvent(db, { clubId: clubs.clubId, config: { showSponsors: true } }));
  gold = (await buildPackage(db, eventId, { name: "Gold", price: 50_000 })).id;
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

interface Proof {
  sponsorshipId: number;
  accessKey: string;
}

const picture = (color = "#246") =>
  sharp({ create: { width: 900, height: 300, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
const storedFiles = () => readdir(join(dataDir, "images", "sponsor-logo")).catch(() => []);
const nameOf = (url: string | null) => url?.split("/").at(-1);
async function newSponsor(more: object = {}): Promise<Proof> {
  const sponsorData = { firstName: "Ada", email: "ada@example.org", organization: "Engines" };
  const { payload } = await app.ask("sponsorship/create", {
    body: { eventId, packageId: gold, sponsorData, ...more },
  });
  return { sponsorshipId: payload.sponsorship.id, accessKey: payload.accessKey };
}
const setLogo = ({ sponsorshipId, accessKey }: Proof, ...files: Buffer[]) =>
  askByForm(app, "sponsorship/setLogo", {
    fields: { sponsorshipId: String(sponsorshipId), accessKey },
    files: files.map((file) => [file, "logo.png"]),
    token: "",
  });
async function pay(proof: Proof): Promise<void> {
  const { payload } = await app.ask("sponsorship/createSponsorshipPaymentIntent", { body: proof });
  const { paymentIntentId } = payload;
  const body = { paymentIntentId, accessKey: proof.accessKey, card: card() };
  expect((await app.ask("stripe/confirm-payment", { body })).status).toBe(200);
}
const groups = async () => (await app.ask("sponsorship/getSupport", { query: { eventId } })).payload.sponsors;
const staffView = async ({ sponsorshipId }: Proof) =>
  (await app.ask("sponsorship/getSponsorshipById", { query: { sponsorshipId }, token: clubs.tokens.admin }))
    .payload;
const runImageRemovals = async () => {
  await runQuery(
    app.database.url,
    "update graphile_worker._private_jobs set run_at = now() - interval '1 hour'",
  );
  await runDueImageRemovals(app);
};

describe("a sponsor's logo", () => {
  test("an event's page has a logo only after the payment, and then beside the sponsor's name", async () => {
    const proof = await newSponsor();
    const { logoUrl } = (await setLogo(proof, await picture())).payload;
    expect(logoUrl).toMatch(/^\/api\/sponsor-logo\/[\w-]{22}\.jpg$/);
    expect(await groups()).toEqual([]);
    const own = await app.ask("sponsorship/getOwn", { query: { ...proof } });
    expect(own.payload.logoUrl).toBe(logoUrl);
    await pay(proof);
    await pay(
      await newSponsor({ sponsorData: { firstName: "Tom", email: "tom@example.org", organization: "Mill" } }),
    );
    expect(await groups()).toEqual([
      { packageName: "Gold", names: ["Engines", "Mill"], logoUrls: [logoUrl, null], others: 0 },
    ]);
    expect((await staffView(proof)).logoUrl).toBe(logoUrl);
    const served = await app.http.inject({ url: logoUrl!, headers: { accept: "image/webp" } });
    expect(served.headers).toMatchObject({
      "content-type": "image/webp",
      "content-security-policy": "default-src 'none'; sandbox",
    });
    const file = await readImage(dataDir, "sponsor-logo", nameOf(logoUrl)!, { accept: "image/webp" });
    expect(file).toMatchObject({ type: "image/webp", isImmutable: true });
  });

  test("only the re-encoded picture of an uploaded logo is stored, nothing else of the file", async () => {
    const script = "<script>alert(document.domain)</script>";
    const jpeg = await picture();
    // A JPEG with a script in its comment (marker FF FE), and after it the start of a .zip.
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), Buffer.from(script)]);
    const polyglot = Buffer.concat([
      jpeg.subarray(0, 2),
      comment,
      jpeg.subarray(2),
      Buffer.from(`PK\u0003\u0004${script}`),
    ]);
    const { logoUrl } = (await setLogo(await newSponsor(), polyglot)).payload;
    const file = await readFile(join(dataDir, "images", "sponsor-logo", nameOf(logoUrl)!));
    expect(file.includes("<script>")).toBe(false);
    expect(await sharp(file).metadata()).toMatchObject({ format: "jpeg", width: 640 });
  });

  test.each<[string, () => Promise<Buffer[]> | Buffer[], number, string]>([
    [
      "an SVG called .png",
      () => [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
      415,
      "unsupportedType",
    ],
    ["a web page", () => [Buffer.from("<!doctype html><script>alert(1)</script>")], 415, "unsupportedType"],
    ["a truncated JPEG", async () => [(await picture()).subarray(0, 700)], 400, "invalidFile"],
    ["more than 2 MB", () => [Buffer.alloc(2 * 1024 * 1024 + 1, 0xff)], 413, "tooLarge"],
    ["two files", async () => [await picture(), await picture()], 413, "tooLarge"],
  ])("a wrong logo file is refused, and the previous logo stays: %s", async (_, files, status, code) => {
    const proof = await newSponsor();
    const { logoUrl } = (await setLogo(proof, await picture())).payload;
    const before = await storedFiles();
    const reply = await setLogo(proof, ...(await files()));
    expect([reply.status, reply.code]).toEqual([status, code]);
    expect((await app.ask("sponsorship/getOwn", { query: { ...proof } })).payload.logoUrl).toBe(logoUrl);
    expect(await storedFiles()).toEqual(before);
  });

  test("a logo cannot be set without the sponsorship's key", async () => {
    const [proof, other] = [await newSponsor(), await newSponsor()];
    const before = await storedFiles();
    expect(await setLogo({ ...proof, accessKey: other.accessKey }, await picture())).toMatchObject({
      status: 404,
      code: "notFound",
    });
    expect(await storedFiles()).toEqual(before);
  });

  test("a sponsor can set and replace the logo after the payment, until the event's guestsUntil", async () => {
    const until = new Date(app.time.now.getTime() + 24 * 3_600_000);
    ({ id: eventId } = await buildEvent(app.database.db, {
      clubId: clubs.clubId,
      config: { showSponsors: true, guestsUntil: until.toISOString() },
    }));
    gold = (await buildPackage(app.database.db, eventId, { name: "Gold", price: 50_000 })).id;
    const proof = await newSponsor();
    const own = async () => (await app.ask("sponsorship/getOwn", { query: { ...proof } })).payload;
    await pay(proof);
    expect((await own()).logoUntil).toBe(until.toISOString());
    await setLogo(proof, await picture("#111"));
    const { logoUrl } = (await setLogo(proof, await picture("#222"))).payload;
    expect(await groups()).toMatchObject([{ names: ["Engines"], logoUrls: [logoUrl] }]);
    await runImageRemovals();
    expect(await storedFiles()).toContain(nameOf(logoUrl));
    app.time.now = new Date(until.getTime() + 1);
    expect((await own()).logoUntil).toBeNull();
    expect(await setLogo(proof, await picture())).toMatchObject({ status: 409, code: "notActive" });
    expect((await own()).logoUrl).toBe(logoUrl);
  });

  test("a sponsor whose logo staff removed cannot set another one", async () => {
    const proof = await newSponsor();
    await setLogo(proof, await picture());
    await pay(proof);
    const body = { sponsorshipId: proof.sponsorshipId };
    await app.ask("sponsorship/removeLogo", { body, token: clubs.tokens.admin });
    const before = await storedFiles();
    expect(await setLogo(proof, await picture())).toMatchObject({ status: 409, code: "notActive" });
    expect(await storedFiles()).toEqual(before);
    expect((await app.ask("sponsorship/getOwn", { query: { ...proof } })).payload.logoUntil).toBeNull();
  });

  test("a sponsorship that was refunded cannot get a logo", async () => {
    const proof = await newSponsor();
    await pay(proof);
    const { orderId } = await staffView(proof);
    await app.ask("order/refund", { body: { orderId }, token: clubs.tokens.admin });
    await app.checkout.makeRefunds(orderId!);
    expect(await setLogo(proof, await picture())).toMatchObject({ status: 409, code: "notActive" });
  });

  test("a sponsor's first logo is accepted while at most 199 logos of the event wait for a payment", async () => {
    const proof = await newSponsor();
    await app.database.pool.query(
      `insert into sponsorships (event_id, club_id, package_type, amount, currency, access_key, logo)
        select $1::bigint, $2, 'donation', 100, 'eur', 'k' || $1::text || '-' || n, 'n' || n from generate_series(1, 200) n`,
      [eventId, clubs.clubId],
    );
    expect(await setLogo(proof, await picture())).toMatchObject({ status: 503, code: "busy" });
    await app.database.pool.query("update sponsorships set logo = null where event_id = $1 and logo = 'n1'", [
      eventId,
    ]);
    expect((await setLogo(proof, await picture())).status).toBe(200);
  });

  test("an event accepts twenty logos a minute, and more in the next minute", async () => {
    const proof = await newSponsor();
    const small = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#246" } })
      .jpeg()
      .toBuffer();
    for (let time = 0; time < 20; time++) expect((await setLogo(proof, small)).status).toBe(200);
    expect(await setLogo(proof, small)).toMatchObject({ status: 503, code: "busy" });
    ({ id: eventId } = await buildEvent(app.database.db, { clubId: clubs.clubId }));
    gold = (await buildPackage(app.database.db, eventId, { name: "Gold", price: 50_000 })).id;
    expect((await setLogo(await newSponsor(), small)).status).toBe(200);
    app.time.now = new Date(app.time.now.getTime() + 61_000);
    expect((await setLogo(proof, small)).status).toBe(200);
  });

  test("one client may send a logo ten times a minute, and no more", async () => {
    const limited = await testApp({ limited: true });
    const replies = [];
    for (let time = 0; time < 11; time++)
      replies.push(
        await limited.ask("sponsorship/setLogo", { body: { sponsorshipId: 1, accessKey: "A".repeat(22) } }),
      );
    await limited.close();
    expect(replies.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 404), 429]);
  });
});

describe("a logo's file", () => {
  test("a logo's file is deleted when its sponsorship is given up, never paid, or refunded", async () => {
    const released = await newSponsor();
    const unpaid = await newSponsor();
    const refunded = await newSponsor();
    const paid = await newSponsor();
    const urls = [];
    for (const proof of [released, unpaid, refunded, paid])
      urls.push((await setLogo(proof, await picture())).payload.logoUrl);
    await pay(refunded);
    await pay(paid);
    await app.ask("sponsorship/release", { body: released });
    app.time.now = new Date(Date.now() + 3_600_000);
    await app.checkout.sweep();
    const { orderId } = await staffView(refunded);
    await app.ask("order/refund", { body: { orderId }, token: clubs.tokens.admin });
    await app.checkout.makeRefunds(orderId!);
    for (const proof of [released, unpaid, refunded]) expect((await staffView(proof)).logoUrl).toBeNull();
    expect(await groups()).toMatchObject([{ logoUrls: [urls[3]] }]);
    await runImageRemovals();
    const files = await storedFiles();
    for (const url of urls.slice(0, 3)) expect(files).not.toContain(nameOf(url ?? null));
    expect(files).toContain(nameOf(urls[3]!));
  });

  test("a sponsor can replace and remove a logo, and its file is deleted", async () => {
    const proof = await newSponsor();
    const first = (await setLogo(proof, await picture("#111"))).payload.logoUrl;
    const second = (await setLogo(proof, await picture("#222"))).payload.logoUrl;
    expect(await waitingJobs(app)).toContain(`image:sponsor-logo:${nameOf(first)}`);
    await runImageRemovals();
    expect(await storedFiles()).toContain(nameOf(second));
    expect(await storedFiles()).not.toContain(nameOf(first));
    expect((await setLogo(proof)).payload.logoUrl).toBeNull();
    await runImageRemovals();
    expect(await storedFiles()).not.toContain(nameOf(second));
  });

  test("a logo's file is deleted when staff remove the logo or the event, and the removal of a logo is in the history", async () => {
    const [proof, other] = [await newSponsor(), await newSponsor()];
    const [logo, second] = [
      (await setLogo(proof, await picture())).payload.logoUrl,
      (await setLogo(other, await picture())).payload.logoUrl,
    ];
    await pay(proof);
    const removeLogo = () =>
      app.ask("sponsorship/removeLogo", {
        body: { sponsorshipId: proof.sponsorshipId },
        token: clubs.tokens.admin,
      });
    expect((await removeLogo()).payload.logoUrl).toBeNull();
    expect((await removeLogo()).payload.logoUrl).toBeNull();
    expect(await groups()).toMatchObject([{ names: ["Engines"], logoUrls: [null] }]);
    const history = await historyOf(app.database.db, "sponsorship", proof.sponsorshipId);
    expect(history.filter(({ action }) => action === "logoRemoved")).toHaveLength(1);
    await app.database.pool.query("delete from events where id = $1", [eventId]);
    await runImageRemovals();
    for (const url of [logo, second]) expect(await storedFiles()).not.toContain(nameOf(url));
  });

  test("a logo's removal is queued when it is set, so that its file is deleted if no row has its name", async () => {
    app.time.now = new Date(Date.now() - 3 * 3_600_000);
    const { logoUrl } = (await setLogo(await newSponsor(), await picture())).payload;
    expect(await waitingJobs(app)).toContain(`image:sponsor-logo:${nameOf(logoUrl)}`);
    // As if the process had ended before the row got the logo. The trigger is off, because it would queue a second job.
    await app.database.pool.query("alter table sponsorships disable trigger sponsorships_logo_changed");
    await app.database.pool.query("update sponsorships set logo = null where logo = $1", [nameOf(logoUrl)]);
    await app.database.pool.query("alter table sponsorships enable trigger sponsorships_logo_changed");
    await runDueImageRemovals(app);
    expect(await storedFiles()).not.toContain(nameOf(logoUrl));
  });
});
