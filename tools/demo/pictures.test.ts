import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { storeImage } from "../../server/media/storeImage.ts";
import { paintPicture } from "./paintPictures.ts";
import { demoPicture, demoPictures } from "./pictures.ts";
import { streetFood } from "./scenes/streetFood.ts";

describe("the demo world's pictures", () => {
  test.each(demoPictures)("the demo picture %s can be uploaded like any other picture", async (name) => {
    const dataDir = await mkdtemp(join(tmpdir(), "foyer-demo-"));
    try {
      const picture = await demoPicture(name);
      const isLogo = name === "harbour-club" || name === "siam-society";
      expect(await sharp(picture).metadata()).toMatchObject({
        format: "jpeg",
        width: isLogo ? 960 : 1920,
        height: isLogo ? 960 : 1080,
      });
      expect(picture.length).toBeLessThan(400_000);
      await expect(storeImage({ dataDir }, isLogo ? "club-logo" : "event-banner", picture)).resolves.toMatch(
        /\.jpg$/,
      );
    } finally {
      await rm(dataDir, { recursive: true });
    }
  });

  test("the painting code still makes the stored logo of the Siam society, and the same street food each time", async () => {
    const pixels = (picture: Buffer) => sharp(picture).resize(96, 96).removeAlpha().raw().toBuffer();
    const [stored, painted] = await Promise.all([
      pixels(await demoPicture("siam-society")),
      pixels(await paintPicture("siam-society")),
    ]);
    const difference = stored.reduce((sum, value, index) => sum + Math.abs(value - (painted[index] ?? 0)), 0);
    expect(difference / stored.length).toBeLessThan(2);
    expect(streetFood()).toBe(streetFood());
  });
});
