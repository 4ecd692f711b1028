import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { maxPictureBytes } from "../../contract/rules/pictures.ts";
import { blackPng } from "../testing/hostile/pictures.ts";
import { imageFile } from "./images.ts";
import { imageWidths, readImage, servedWidth } from "./readImage.ts";
import { storeImage } from "./storeImage.ts";

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "foyer-media-"));
});
afterEach(() => rm(dataDir, { recursive: true }));

/** By default wider than any stored picture. */
async function photo({ width = 2400, height = 1350 } = {}): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><linearGradient id="g"><stop stop-color="#246"/><stop offset="1" stop-color="#fc8"/></linearGradient><rect width="100%" height="100%" fill="url(#g)"/></svg>`;
  return sharp(Buffer.from(svg)).jpeg().toBuffer();
}

async function storedFiles(): Promise<string[]> {
  return readdir(join(dataDir, "images", "event-banner")).catch(() => []);
}

describe("an uploaded picture", () => {
  test("an uploaded picture is stored under a random name, shrunk and re-encoded", async () => {
    const upload = await photo();
    const names = [
      await storeImage({ dataDir }, "event-banner", upload),
      await storeImage({ dataDir }, "event-banner", upload),
    ];
    expect(new Set(names).size).toBe(2);
    expect((await storedFiles()).toSorted()).toEqual(names.toSorted());
    const file = await readFile(imageFile(dataDir, "event-banner", names[0]!)!);
    expect(await sharp(file).metadata()).toMatchObject({ format: "jpeg", width: 1920, height: 1080 });
  });

  test("an uploaded picture with transparency stays a PNG, and no picture is enlarged", async () => {
    const upload = await sharp({ create: { width: 200, height: 100, channels: 4, background: "#c79f5a80" } })
      .png()
      .toBuffer();
    const name = await storeImage({ dataDir }, "club-logo", upload);
    const file = await readFile(imageFile(dataDir, "club-logo", name)!);
    expect(await sharp(file).metadata()).toMatchObject({
      format: "png",
      width: 200,
      height: 100,
      hasAlpha: true,
    });
  });

  test("an uploaded picture loses its metadata and is rotated as its orientation requires", async () => {
    const upload = await sharp(await photo({ width: 400, height: 200 }))
      .withExif({ IFD0: { Copyright: "Secret Owner" }, IFD3: { GPSLatitude: "13/1 44/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect(upload.includes("Secret Owner")).toBe(true);
    const file = await readFile(
      imageFile(dataDir, "event-banner", await storeImage({ dataDir }, "event-banner", upload))!,
    );
    const { exif, icc, xmp, orientation, width, height } = await sharp(file).metadata();
    expect({ exif, icc, xmp, orientation, width, height }).toEqual({ width: 200, height: 400 });
    expect(file.includes("Secret Owner")).toBe(false);
  });

  test("an uploaded JPEG loses its comment and what follows its end", async () => {
    const script = "<script>alert(document.domain)</script>";
    const jpeg = await photo({ width: 300, height: 200 });
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), Buffer.from(script)]);
    const polyglot = Buffer.concat([
      jpeg.subarray(0, 2),
      comment,
      jpeg.subarray(2),
      Buffer.from(`PK\u0003\u0004${script}`),
    ]);
    const file = await readFile(
      imageFile(dataDir, "event-banner", await storeImage({ dataDir }, "event-banner", polyglot))!,
    );
    expect(file.includes("<script>")).toBe(false);
    expect(file.subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
  });

  test.each([
    [
      "an SVG",
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      "unsupportedType",
    ],
    [
      "a GIF",
      async () =>
        sharp(await photo())
          .gif()
          .toBuffer(),
      "unsupportedType",
    ],
    [
      "a WebP",
      async () =>
        sharp(await photo())
          .webp()
          .toBuffer(),
      "unsupportedType",
    ],
    ["a web page", async () => Buffer.from("<!doctype html><script>alert(1)</script>"), "unsupportedType"],
    ["an empty file", async () => Buffer.alloc(0), "invalidFile"],
    ["an incomplete JPEG", async () => (await photo()).subarray(0, 9_000), "invalidFile"],
    [
      "a PNG that is only its first bytes",
      async () => Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      "invalidFile",
    ],
    [
      "a web page that begins like a JPEG",
      async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from("<html>")]),
      "invalidFile",
    ],
    ["larger than 10 MB", async () => Buffer.alloc(maxPictureBytes + 1, 0xff), "tooLarge"],
  ])("an upload is refused and leaves no file if it is %s", async (_, upload, code) => {
    await expect(storeImage({ dataDir }, "event-banner", await upload())).rejects.toMatchObject({ code });
    expect(await storedFiles()).toEqual([]);
  });

  test("a picture of 16,000 × 16,000 pixels in a small file is refused, and the server's process grows by less than 100 MB", async () => {
    const bomb = blackPng(16_000, 16_000);
    expect(bomb.length).toBeLessThan(maxPictureBytes);
    const before = process.memoryUsage.rss();
    await expect(storeImage({ dataDir }, "event-banner", bomb)).rejects.toMatchObject({ code: "tooLarge" });
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
  });

  test("50 of 80 concurrent uploads wait for their turn, and the others are refused", async () => {
    const upload = await photo({ width: 600, height: 400 });
    const names = await Promise.all(
      Array.from({ length: 8 }, () => storeImage({ dataDir }, "event-banner", upload)),
    );
    expect(new Set(names).size).toBe(8);
    const flood = Array.from({ length: 80 }, () =>
      storeImage({ dataDir }, "event-banner", upload).then(
        () => "stored",
        ({ code }) => code,
      ),
    );
    const outcomes = await Promise.all(flood);
    expect(outcomes.filter((outcome) => outcome === "stored")).toHaveLength(50);
    expect(outcomes.filter((outcome) => outcome === "busy")).toHaveLength(30);
  });
});

describe("a requested picture", () => {
  test("a requested picture has the best format that the browser accepts", async () => {
    const name = await storeImage({ dataDir }, "event-banner", await photo());
    const formats = [
      ["image/avif,image/webp,*/*", "image/avif", "heif"],
      ["image/webp,*/*", "image/webp", "webp"],
      ["*/*", "image/jpeg", "jpeg"],
      ["", "image/jpeg", "jpeg"],
    ] as const;
    for (const [accept, type, format] of formats) {
      const served = await readImage(dataDir, "event-banner", name, { width: "640", accept });
      expect(served).toMatchObject({ type, isImmutable: true });
      expect(await sharp(served?.body).metadata()).toMatchObject({ format, width: 640, height: 360 });
    }
  });

  test("a requested picture is made only in the served widths", async () => {
    const name = await storeImage({ dataDir }, "event-banner", await photo());
    for (let width = 1; width < 4000; width += 97) {
      await readImage(dataDir, "event-banner", name, { width: String(width) });
    }
    const files = await readdir(join(dataDir, "images", "derived", "event-banner"));
    expect(files).toHaveLength(imageWidths.length);
  });

  test.each([
    [undefined, 1280],
    ["", 1280],
    ["640", 640],
    ["641", 960],
    ["99999", 1920],
    ["-1", 1280],
    ["1e9", 1280],
    ["NaN", 1280],
    [Number.NaN, 1280],
    [0, 1280],
    ["640; rm", 1280],
  ])("a picture that is requested with the width %j is served at most %i pixels wide", (wanted, width) => {
    expect(servedWidth(wanted)).toBe(width);
  });

  test("a size of a picture is made once for 200 concurrent requests, and read from disk afterwards", async () => {
    const name = await storeImage({ dataDir }, "event-banner", await photo());
    const crowd = await Promise.all(
      Array.from({ length: 200 }, () =>
        readImage(dataDir, "event-banner", name, { width: 640, accept: "image/webp" }),
      ),
    );
    expect(new Set(crowd.map((served) => served?.body)).size).toBe(1);
    const derived = join(dataDir, "images", "derived", "event-banner");
    const [file = ""] = await readdir(derived);
    await writeFile(join(derived, file), "from disk");
    const again = await readImage(dataDir, "event-banner", name, { width: 640, accept: "image/webp" });
    expect(again?.body.toString()).toBe("from disk");
    expect(again?.etag).not.toBe(crowd[0]?.etag);
  });

  test("a missing picture is answered with the default picture, which is not marked as immutable", async () => {
    for (const kind of ["event-banner", "club-logo"] as const) {
      const served = await readImage(dataDir, kind, "default", { width: 320 });
      expect(served).toMatchObject({ type: "image/jpeg", isImmutable: false });
      expect((await sharp(served?.body).metadata()).width).toBe(320);
      for (const missing of [`${"A".repeat(22)}.jpg`, "nothere.png", "old-logo_2.JPG"])
        expect(await readImage(dataDir, kind, missing, { width: 320 })).toEqual(served);
    }
    const [banner, logo] = await Promise.all([
      readImage(dataDir, "event-banner", "default", {}),
      readImage(dataDir, "club-logo", "default", {}),
    ]);
    expect(banner?.etag).not.toBe(logo?.etag);
  });

  test("a requested logo keeps its transparency, also for a browser that knows only PNG", async () => {
    const upload = await sharp({ create: { width: 400, height: 400, channels: 4, background: "#c79f5a80" } })
      .png()
      .toBuffer();
    const name = await storeImage({ dataDir }, "club-logo", upload);
    for (const accept of ["image/avif", "image/webp", "*/*"]) {
      const served = await readImage(dataDir, "club-logo", name, { width: 320, accept });
      expect((await sharp(served?.body).metadata()).hasAlpha).toBe(true);
    }
  });

  test("a picture is served even if nothing can be written to the disk", async () => {
    const name = await storeImage({ dataDir }, "event-banner", await photo({ width: 400, height: 200 }));
    await writeFile(join(dataDir, "images", "derived"), "a file where a folder should be");
    await expect(readImage(dataDir, "event-banner", name, { width: 320 })).resolves.toMatchObject({
      type: "image/jpeg",
    });
  });

  test.each([
    "../../x",
    "..",
    "",
    ".",
    ".htaccess",
    "a b.jpg",
    "a".repeat(101),
    "/etc/passwd",
    `${"A".repeat(22)}.jpg/../../x`,
    `../${"A".repeat(19)}.jpg`,
    `${"A".repeat(22)}.jpg\0`,
  ])("a picture with an invalid name is not found: %j", async (file) => {
    expect(imageFile(dataDir, "event-banner", file)).toBeNull();
    expect(await readImage(dataDir, "event-banner", file, {})).toBeNull();
  });
});
