/**
 * Pictures for the demo world, painted by our own code (paintPictures.ts): free of photographers' rights, no download.
 */
import { readFile } from "node:fs/promises";

/** The events' pictures and the clubs' logos, by name. */
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

/** A picture as JPEG: an event's is 1920 × 1080 pixels, a club's logo 960 × 960. */
export async function demoPicture(name: DemoPicture): Promise<Buffer> {
  return readFile(pictureFile(name));
}

export function pictureFile(name: DemoPicture): URL {
  return new URL(`./painted/${name}.jpg`, import.meta.url);
}
