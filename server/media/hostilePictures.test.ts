import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blackPng, hostilePictures, jpegOfScans } from "../testing/hostile/pictures.ts";
import { openPictureQueue, pictureLimits, pictureQueues } from "./pictureQueues.ts";
import { readImage } from "./readImage.ts";
import { storeImage } from "./storeImage.ts";

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "foyer-hostile-"));
});
afterAll(() => rm(dataDir, { recursive: true }));

const jpegOf = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#246" } }).jpeg();
const picture = () => jpegOf(60, 40).toBuffer();

describe("a picture that is made to harm its decoder", () => {
  test.each(hostilePictures)(
    "a harmful picture is refused with the reason: $name",
    async ({ make, code, message }) => {
      const upload = await make();
      expect(upload.length).toBeLessThan(10 * 2 ** 20);
      await expect(storeImage({ dataDir }, "event-banner", upload)).rejects.toMatchObject({
        code,
        message: expect.stringMatching(message),
      });
      expect(await readdir(dataDir)).toEqual([]);
    },
  );

  const drawRequest = { side: 640, mostPixels: 40_000_000 };
  test.each([
    ["time", { cpuMs: 1 }],
    // Too little to draw, and enough for the process's thread to start.
    ["memory", { memoryMb: 60 }],
  ] as const)(
    "a picture that exceeds the limit of %s ends its process, and another queue draws the next picture",
    async (limit, smaller) => {
      const queue = openPictureQueue({ ...pictureLimits, ...smaller });
      await expect(queue.encode({ ...drawRequest, upload: jpegOfScans(3000, 45) })).rejects.toMatchObject({
        code: "tooLarge",
        message: expect.stringContaining(`too much ${limit}`),
      });
      expect(queue.pid).toBeUndefined();
      const other = openPictureQueue(pictureLimits);
      expect((await other.encode({ ...drawRequest, upload: await picture() })).format).toBe("jpeg");
    },
  );

  test("a slow picture of staff delays neither visitors' logos nor the display of pictures", async () => {
    const name = await storeImage({ dataDir }, "event-banner", await picture());
    const { pid } = pictureQueues.staff;
    process.kill(pid!, "SIGSTOP");
    try {
      const waiting = storeImage({ dataDir }, "event-banner", await picture());
      expect(await storeImage({ dataDir }, "sponsor-logo", await picture())).toMatch(/\.jpg$/);
      expect(await readImage(dataDir, "event-banner", name, { width: 320 })).toMatchObject({
        type: "image/jpeg",
      });
      process.kill(pid!, "SIGCONT");
      expect(await waiting).toMatch(/\.jpg$/);
    } finally {
      process.kill(pid!, "SIGCONT");
    }
  });
});

describe("an ordinary picture", () => {
  test.each([
    ["a photograph of 39 megapixels", () => jpegOf(7300, 5400).toBuffer()],
    ["an ordinary progressive JPEG", () => jpegOf(7300, 5400).jpeg({ progressive: true }).toBuffer()],
    ["a rotated photograph", () => jpegOf(6000, 4000).withMetadata({ orientation: 6 }).toBuffer()],
    [
      // Inside the picture, these bytes would begin thousands of scans.
      "a phone's photograph with its video appended",
      async () => Buffer.concat([await picture(), Buffer.alloc(99_999, "\xff\xda\0\x02", "latin1")]),
    ],
    ["a screenshot as PNG", async () => blackPng(5120, 2880, { depth: 8, colour: 6 })],
  ])("an ordinary picture is accepted: %s", async (_what, make) => {
    expect(await storeImage({ dataDir }, "event-banner", await make())).toMatch(/^[\w-]{22}\.(?:jpg|png)$/);
  });

  test("a visitor's logo of more than 8 megapixels is refused", async () => {
    const upload = await jpegOf(4000, 2001).toBuffer();
    await expect(storeImage({ dataDir }, "sponsor-logo", upload)).rejects.toMatchObject({
      code: "tooLarge",
      message: "A picture may have at most 8 megapixels.",
    });
    expect(await storeImage({ dataDir }, "club-logo", upload)).toMatch(/\.jpg$/);
  });
});
