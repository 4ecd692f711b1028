import { LRUCache } from "lru-cache";
import sharp from "sharp";

/** The header of an A5 page, at three pixels a point. */
const size = { width: Math.round(419.53 * 3), height: 158 * 3 };
const shade = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"><linearGradient id="shade" x2="0" y2="1">` +
    '<stop offset="0" stop-color="#0e0e10" stop-opacity=".25"/><stop offset=".45" stop-color="#0e0e10" stop-opacity=".72"/>' +
    '<stop offset="1" stop-color="#0e0e10" stop-opacity=".96"/></linearGradient><rect width="100%" height="100%" fill="url(#shade)"/></svg>',
);

/** Pictures by path: a stored picture does not change under its name. */
const headPictures = new LRUCache<string, Buffer>({ max: 20 });

/** The picture cropped and darkened, as a JPEG; null if it cannot be read. */
export async function headPicture(path: string): Promise<Buffer | null> {
  const known = headPictures.get(path);
  if (known !== undefined) return known;
  try {
    const cropped = await sharp(path, { limitInputPixels: 40_000_000 })
      .resize(size.width, size.height, { fit: "cover", position: "attention" })
      .flatten({ background: "#0e0e10" })
      .toBuffer();
    const picture = await sharp(cropped)
      .composite([{ input: shade }])
      .jpeg({ quality: 78 })
      .toBuffer();
    headPictures.set(path, picture);
    return picture;
  } catch {
    return null;
  }
}
