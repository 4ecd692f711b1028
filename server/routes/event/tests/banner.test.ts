import { randomBytes } from "node:crypto";
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { imageFile } from "../../../media/images.ts";
import { readImage } from "../../../media/readImage.ts";
import { type TestApp, testApp } from "../../../testing/app.ts";
import { buildEvent } from "../../../testing/builders.ts";
import { askByForm } from "../../../testing/form.ts";
import { runDueImageRemovals, waitingJobs } from "../../../testing/jobs.ts";
import { buildTwoClubs, type TwoClubs } from "../../../testing/twoClubs.ts";

let app: TestApp;
let clubs: TwoClubs;
let dataDir: string;
beforeAll(async () => {
  app = await testApp();
  dataDir = await mkdtemp(join(tmpdir(), "foyer-banner-"));
  app.services.dataDir = dataDir;
  clubs = await buildTwoClubs(app);
});
beforeEach(() => {
  app.time.now = new Date();
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

const picture = (color: string, width = 640) =>
  sharp({ create: { width, height: 360, channels: 3, background: color } })
    .jpeg()
    .toBuffer();
const storedFiles = async () =>
  sorted(await readdir(join(dataDir, "images", "event-banner")).catch(() => []));
const sorted = (names: string[]) => names.toSorted((one, other) => (one < other ? -1 : 1));
const derivedOf = async (name: string) =>
  (await readdir(join(dataDir, "images", "derived", "event-banner"))).filter((file) =>
    file.startsWith(name.slice(0, 22)),
  );
/**
 * The app's clock decides when a job is due, and the database's clock when it runs. So a removal that was queued 25
 * hours ago, for a day later, runs now.
 */
const setClockBack = (hours: number) => {
  app.time.now = new Date(Date.now() - hours * 3_600_000);
};
const upload = (fields: Record<string, string>, ...files: [Buffer, string][]) =>
  askByForm(app, "event/save", { fields, files, token: clubs.tokens.admin });
const ourEvent = () => buildEvent(app.database.db, { clubId: clubs.clubId });

describe("an event's picture", () => {
  test("an event's picture is uploaded with the form that creates the event, and its file gets a random name", async () => {
    const reply = await upload(
      {
        id: "null",
        name: "With a picture",
        slug: "",
        startDatetime: "2030-05-01T18:00:00Z",
        endDatetime: "",
        taxAmount: "7.5",
        isActive: "true",
        config: '{"holdMinutes":20}',
      },
      [await picture("#246"), "../../x.svg"],
    );
    expect(reply.payload).toMatchObject({
      slug: "with-a-picture",
      endDatetime: null,
      taxAmount: 7.5,
      isActive: true,
      config: { holdMinutes: 20 },
      banner: expect.stringMatching(/^[\w-]{22}\.jpg$/),
      bannerUrl: `/api/event-banner/${reply.payload.banner}`,
    });
    expect(await storedFiles()).toEqual([reply.payload.banner]);
  });

  test("an event's picture can be replaced and removed, and all of its files are deleted a day later", async () => {
    const { id } = await ourEvent();
    const others = await storedFiles();
    setClockBack(23);
    const first = (await upload({ id: String(id) }, [await picture("#111"), "a.jpg"])).payload.banner!;
    const second = (await upload({ id: String(id) }, [await picture("#222"), "b.jpg"])).payload.banner!;
    expect(second).not.toBe(first);
    for (const name of [first, second])
      await readImage(dataDir, "event-banner", name, { width: 320, accept: "image/webp" });
    await runDueImageRemovals(app);
    // Pages that are open may still request the first picture.
    expect(await storedFiles()).toEqual(sorted([...others, first, second]));
    expect((await upload({ id: String(id), rmImage: "false" })).payload.banner).toBe(second);
    setClockBack(25);
    // A form that was opened earlier sends the name of a former picture.
    expect((await upload({ id: String(id), rmImage: first })).payload.banner).toBe(second);
    expect((await upload({ id: String(id), rmImage: second })).payload.banner).toBeNull();
    const third = (await upload({ id: String(id) }, [await picture("#333"), "c.jpg"])).payload.banner!;
    await runDueImageRemovals(app);
    // The first was replaced 23 hours ago, the second removed 25 hours ago.
    expect(await storedFiles()).toEqual(sorted([...others, first, third]));
    expect(await derivedOf(first)).toEqual([`${first.slice(0, 22)}-320.webp`]);
    expect(await derivedOf(second)).toEqual([]);
    expect((await upload({ id: String(id), rmImage: "true" })).payload.banner).toBeNull();
    const fourth = (await upload({ id: String(id) }, [await picture("#444"), "d.jpg"])).payload.banner!;
    await app.ask("event/removeEvent", { query: { eventId: id }, token: clubs.tokens.admin });
    expect(await storedFiles()).toEqual(sorted([...others, first, third, fourth]));
    await runDueImageRemovals(app);
    expect(await storedFiles()).toEqual(sorted([...others, first]));
  });

  test("an event's picture stays as long as an event shows it", async () => {
    const { id } = await ourEvent();
    setClockBack(24 * 400);
    const { banner } = (await upload({ id: String(id) }, [await picture("#445"), "a.jpg"])).payload;
    await runDueImageRemovals(app);
    expect(await storedFiles()).toContain(banner);
    expect(await waitingJobs(app)).not.toContain(`image:event-banner:${banner}`);
  });

  test("an event's picture stays if the change that removes it is rolled back", async () => {
    const { id } = await ourEvent();
    const { banner } = (await upload({ id: String(id) }, [await picture("#446"), "a.jpg"])).payload;
    setClockBack(25);
    expect((await upload({ id: String(id), rmImage: "true", slug: "api" })).code).toBe("slugTaken");
    await runDueImageRemovals(app);
    expect(await storedFiles()).toContain(banner);
  });

  test("a picture that was uploaded with a refused save is deleted", async () => {
    const { id } = await ourEvent();
    const others = await storedFiles();
    setClockBack(25);
    const reply = await upload({ id: String(id), slug: "api" }, [await picture("#555"), "a.jpg"]);
    expect(reply.code).toBe("slugTaken");
    const byStranger = await askByForm(app, "event/save", {
      fields: { id: String(id) },
      files: [[await picture("#666"), "a.jpg"]],
      token: clubs.tokens.stranger,
    });
    expect(byStranger.status).toBe(404);
    // The stranger was refused before the picture was written.
    expect(await storedFiles()).toHaveLength(others.length + 1);
    await runDueImageRemovals(app);
    expect(await storedFiles()).toEqual(others);
  });

  test("the removal of a picture is queued before the picture is written, so that a stopped process leaves no file", async () => {
    const files = join(dataDir, "images", "event-banner");
    const before = await waitingJobs(app);
    const others = await storedFiles();
    // A file in place of the folder: the picture cannot be written.
    await rename(files, `${files}-away`);
    await writeFile(files, "no folder");
    const reply = await upload({ id: String((await ourEvent()).id) }, [await picture("#556"), "a.jpg"]);
    expect(reply.status).toBe(503);
    expect(await waitingJobs(app)).toHaveLength(before.length + 1);
    await rm(files);
    await rename(`${files}-away`, files);
    expect(await storedFiles()).toEqual(others);
  });

  test("a copied event has its own copy of the picture", async () => {
    const { id } = await ourEvent();
    const { banner } = (await upload({ id: String(id) }, [await picture("#777"), "a.jpg"])).payload;
    const body = { eventId: id, startDatetime: "2031-05-01T18:00:00Z" };
    const copy = (await app.ask("event/copy", { body, token: clubs.tokens.admin })).payload;
    const contentOf = (name: string | null) => readFile(imageFile(dataDir, "event-banner", name ?? "") ?? "");
    expect(copy.banner).not.toBe(banner);
    expect(await contentOf(copy.banner)).toEqual(await contentOf(banner));
    setClockBack(25);
    await upload({ id: String(id), rmImage: "true" });
    await runDueImageRemovals(app);
    expect(await storedFiles()).toContain(copy.banner);
    expect(await storedFiles()).not.toContain(banner);
  });

  test("an event's picture can be uploaded with the page's texts", async () => {
    const { id } = await ourEvent();
    const reply = await askByForm(app, "event/saveLandingConfig", {
      fields: { id: String(id), heroTitle: "Come", enableLandingPage: "true" },
      files: [[await picture("#888"), "a.jpg"]],
      token: clubs.tokens.admin,
    });
    expect(reply.payload).toMatchObject({ landingConfig: { heroTitle: "Come" }, banner: expect.any(String) });
  });
});

describe("a file that is not accepted as a picture", () => {
  test.each<[string, () => Promise<Buffer> | Buffer, number, string]>([
    [
      "an SVG called .png",
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      415,
      "unsupportedType",
    ],
    ["a truncated JPEG", async () => (await picture("#999")).subarray(0, 700), 400, "invalidFile"],
    ["more than 10 MB", () => Buffer.alloc(10 * 1024 * 1024 + 1, 0xff), 413, "tooLarge"],
  ])(
    "a file that is no valid picture is refused, and the event stays as it was: %s",
    async (_, file, status, code) => {
      const { id } = await ourEvent();
      const others = await storedFiles();
      const reply = await upload({ id: String(id), name: "Other" }, [await file(), "a.png"]);
      expect([reply.status, reply.code]).toEqual([status, code]);
      const now = await app.ask("event/getEvent", { query: { eventId: id } });
      expect(now.payload).toMatchObject({ name: "Summer Gala", banner: null });
      expect(await storedFiles()).toEqual(others);
    },
  );

  test("a picture from somebody who is not signed in is refused", async () => {
    const form = { fields: { name: "x" }, files: [[Buffer.alloc(1000), "a.png"]] as [Buffer, string][] };
    expect((await askByForm(app, "event/save", { ...form, token: "" })).status).toBe(401);
  });
});

test("the server's process has grown by less than 300 MB after it stored a picture of 40 megapixels", async () => {
  const raw = { width: 2000, height: 1250, channels: 3 } as const;
  const noise = sharp(randomBytes(raw.width * raw.height * raw.channels), { raw });
  const large = await noise.resize(8000, 5000, { kernel: "linear" }).jpeg({ quality: 60 }).toBuffer();
  expect(large.length).toBeLessThan(10 * 1024 * 1024);
  expect(large.length).toBeGreaterThan(3 * 1024 * 1024);
  const { id } = await ourEvent();
  const before = process.memoryUsage.rss();
  expect((await upload({ id: String(id) }, [large, "a.jpg"])).status).toBe(200);
  expect(process.memoryUsage.rss() - before).toBeLessThan(300 * 1024 * 1024);
});
