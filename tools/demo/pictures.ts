/** The pictures are painted by our own code (paintPictures.ts), so no photographer has rights to them. */
import { readFile } from "node:fs/promises";

export const demoPictures = [
  "summer-gala",
  "harbour-regatta",
  "night-run",
  "street-food",
  "winter-concert",
  "harbour-club",
  "siam-society",
] as const;

export type DemoPicture = (typeof demoPictures)[number];

/** Reads a JPEG: an event's picture has 1920 × 1080 pixels, a club's logo 960 × 960. */
export async function demoPicture(name: DemoPicture): Promise<Buffer> {
  return readFile(pictureFile(name));
}

export function pictureFile(name: DemoPicture): URL {
  return new URL(`./painted/${name}.jpg`, import.meta.url);
}
