/**
 * Invariant: a stored upload is encoded from its decoded pixels, so it has neither metadata nor a second file inside
 * (docs/product.md §5).
 */
import { access, constants, mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { maxPictureBytes, maxPictureMb } from "../../contract/rules/pictures.ts";
import { DomainError } from "../domainError.ts";
import { type ImageKind, imageFile, newImageName } from "./images.ts";
import { costOf, requireCheapPicture } from "./pictureCost.ts";
import { pictureQueues } from "./pictureQueues.ts";

const maxPixels = 40_000_000;

/** Any visitor can upload a sponsor's logo, so less is allowed. */
const maxLogoPixels = 8_000_000;

const maxSide: Record<ImageKind, number> = {
  "event-banner": 1920,
  "club-logo": 960,
  "sponsor-logo": 640,
};

/**
 * Stores a picture under a new random name, after `announce` has got the name.
 * @throws DomainError `tooLarge`, `unsupportedType`, `invalidFile` or `busy`
 */
export async function storeImage(
  { dataDir, announce }: { dataDir: string; announce?: (name: string) => Promise<void> },
  kind: ImageKind,
  upload: Buffer,
): Promise<string> {
  if (upload.length > maxPictureBytes)
    throw new DomainError("tooLarge", `A picture may have at most ${maxPictureMb} MB.`);
  if (upload.length === 0) throw new DomainError("invalidFile", "The file is empty.");
  const isVisitorUpload = kind === "sponsor-logo";
  const mostPixels = isVisitorUpload ? maxLogoPixels : maxPixels;
  requireCheapPicture(costOf(upload), mostPixels);
  const queue = isVisitorUpload ? pictureQueues.visitors : pictureQueues.staff;
  const { format, body } = await queue.encode({ upload, side: maxSide[kind], mostPixels });
  const name = newImageName(format === "png" ? "png" : "jpg");
  const path = imageFile(dataDir, kind, name)!;
  await announce?.(name);
  // A crash must not leave a partial picture under this name.
  const temporaryPath = `${path}.part`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(temporaryPath, body);
    await rename(temporaryPath, path);
  } catch {
    await rm(temporaryPath, { force: true }).catch(() => {});
    throw new DomainError(
      "busy",
      "Pictures cannot be saved at the moment. Save without the picture, or try again later.",
    );
  }
  return name;
}

/** Whether the folder of pictures, or its parent if it is missing, is writable. */
export async function canStoreImages(dataDir: string): Promise<boolean> {
  for (const folder of [join(dataDir, "images"), dataDir]) {
    const info = await stat(folder).catch(() => null);
    if (info === null) continue;
    return (
      info.isDirectory() &&
      (await access(folder, constants.W_OK).then(
        () => true,
        () => false,
      ))
    );
  }
  return false;
}
