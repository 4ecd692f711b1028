/** The work of the processes that pictureQueues.ts starts. */
import sharp, { type Sharp } from "sharp";
import { DomainError } from "../domainError.ts";
import { answerRequests } from "../processes/answerRequests.ts";

export type Format = "avif" | "webp" | "jpeg" | "png";

interface UploadRequest {
  readonly upload: Uint8Array;
  readonly side: number;
  readonly mostPixels: number;
}

interface ServedRequest {
  readonly source: Uint8Array;
  readonly width: number;
  readonly format: Format;
}

export type PictureRequest = UploadRequest | ServedRequest;

export interface PictureAnswer {
  readonly body: Uint8Array;
  readonly format: Format;
}

sharp.concurrency(1);
sharp.cache(false);
// The default pictures are SVG. An upload of SVG is refused before it comes here (pictureCost.ts).
sharp.block({ operation: ["VipsForeignLoad"] });
sharp.unblock({ operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadSvg"] });

answerRequests<PictureRequest, PictureAnswer>((request) =>
  "upload" in request ? reencode(request) : encodeServed(request),
);

async function reencode({ upload, side, mostPixels }: UploadRequest): Promise<PictureAnswer> {
  try {
    const options = { limitInputPixels: mostPixels, failOn: "error" } as const;
    const { hasAlpha } = await sharp(upload, options).metadata();
    // By default, sharp drops EXIF, XMP and profiles, and converts to sRGB.
    const picture = sharp(upload, options)
      .autoOrient()
      .resize(side, side, { fit: "inside", withoutEnlargement: true });
    return hasAlpha
      ? { format: "png", body: await picture.png({ compressionLevel: 9 }).toBuffer() }
      : { format: "jpeg", body: await picture.jpeg({ quality: 90 }).toBuffer() };
  } catch {
    throw new DomainError("invalidFile", "The picture is damaged or incomplete.");
  }
}

async function encodeServed({ source, width, format }: ServedRequest): Promise<PictureAnswer> {
  const picture = sharp(source, { limitInputPixels: 40_000_000 }).resize(width, null, {
    withoutEnlargement: true,
  });
  return { body: await withFormat(picture, format).toBuffer(), format };
}

function withFormat(picture: Sharp, format: Format): Sharp {
  // Less effort than the default is faster: the first visitor waits for it.
  if (format === "avif") return picture.avif({ quality: 52, effort: 2 });
  if (format === "webp") return picture.webp({ quality: 76 });
  if (format === "png") return picture.png({ compressionLevel: 9 });
  return picture.flatten({ background: "#0e0e10" }).jpeg({ quality: 80, mozjpeg: true });
}
