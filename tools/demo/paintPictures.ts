/**
 * Paints the demo world's pictures. Run `npx node tools/demo/paintPictures.ts` after a change of a scene, because the
 * painted pictures are in the repository.
 */
import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { seededRandom } from "./chance.ts";
import { canvas } from "./paint.ts";
import { type DemoPicture, demoPictures, pictureFile } from "./pictures.ts";
import { harbourRegatta } from "./scenes/harbourRegatta.ts";
import { harbourClub, siamSociety } from "./scenes/logos.ts";
import { nightRun } from "./scenes/nightRun.ts";
import { streetFood } from "./scenes/streetFood.ts";
import { summerGala } from "./scenes/summerGala.ts";
import { winterConcert } from "./scenes/winterConcert.ts";

const painters: Record<DemoPicture, () => Promise<Buffer>> = {
  "summer-gala": () => renderPhoto(summerGala()),
  "harbour-regatta": () => renderPhoto(harbourRegatta()),
  "night-run": () => renderPhoto(nightRun()),
  "street-food": () => renderPhoto(streetFood()),
  "winter-concert": () => renderPhoto(winterConcert()),
  "harbour-club": () => renderPrint(harbourClub()),
  "siam-society": () => renderPrint(siamSociety()),
};

export async function paintPicture(name: DemoPicture): Promise<Buffer> {
  return painters[name]();
}

async function renderPhoto(scene: string): Promise<Buffer> {
  const { width, height } = canvas;
  const pixels = await sharp(Buffer.from(scene)).flatten().removeAlpha().raw().toBuffer();
  const raw = { width, height, channels: 3 as const };
  const bloom = await sharp(pixels, { raw }).linear(1.25, -70).blur(22).raw().toBuffer();
  return sharp(pixels, { raw })
    .composite([
      { input: bloom, raw, blend: "screen" },
      { input: Buffer.from(vignette) },
      // Grain makes even surfaces look less drawn, and hides the steps of long gradients.
      { input: grain(), raw: { ...raw, channels: 1 }, blend: "soft-light" },
    ])
    .jpeg({ quality: 84, mozjpeg: true })
    .toBuffer();
}

async function renderPrint(emblem: string): Promise<Buffer> {
  return sharp(Buffer.from(emblem)).flatten().jpeg({ quality: 90, mozjpeg: true }).toBuffer();
}

const vignette = `<svg xmlns="http://www.w3.org/2000/svg" width="${canvas.width}" height="${canvas.height}"><radialGradient id="v" r=".75"><stop offset=".55" stop-opacity="0"/><stop offset="1" stop-opacity=".5"/></radialGradient><rect width="100%" height="100%" fill="url(#v)"/></svg>`;

function grain(): Buffer {
  const random = seededRandom(7);
  // The sum of two random numbers looks more like grain than one does.
  const shade = () => 128 + (random() + random() - 1) * 22;
  return Buffer.from(Uint8Array.from({ length: canvas.width * canvas.height }, shade));
}

if (import.meta.main) {
  for (const name of demoPictures) await writeFile(pictureFile(name), await paintPicture(name));
}
