/**
 * Estimates the cost of decoding from the headers, because a small file can cause much work. Pure.
 * Formats: ITU-T T.81 Annex B (JPEG), RFC 2083 (PNG).
 */
import { DomainError } from "../domainError.ts";

export interface PictureCost {
  width: number;
  height: number;
  /** Passes over the picture; a JPEG can have any number. */
  scans: number;
  /** The memory of a progressive JPEG or an interlaced PNG, else 0. */
  heldBytes: number;
  /** A PNG's ancillary chunks; compressed texts count eight times. 0 for a JPEG. */
  metadataBytes: number;
  /** The number of segments or chunks. */
  pieces: number;
}

export const mostCost = {
  scans: 50,
  /** Pixels times scans: 40 megapixels in ten scans are 400 million. */
  scannedPixels: 450_000_000,
  /** 40 megapixels of a progressive JPEG with chroma subsampling 4:2:0. */
  heldBytes: 120_000_000,
  metadataBytes: 2 * 2 ** 20,
  pieces: 20_000,
} as const;

/** The cost of a JPEG or PNG. @throws DomainError unsupportedType, invalidFile or tooLarge. */
export function costOf(file: Buffer): PictureCost {
  if (file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return costOfJpeg(file);
  if (file.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))) return costOfPng(file);
  throw new DomainError("unsupportedType", "Pictures must be JPEG or PNG.");
}

/** Refuses a picture that costs too much to decode. @throws DomainError tooLarge */
export function requireCheapPicture(cost: PictureCost, maxPixels: number): void {
  const pixels = cost.width * cost.height;
  const refuse = (sentence: string): never => {
    throw new DomainError("tooLarge", sentence);
  };
  if (pixels > maxPixels) refuse(`A picture may have at most ${maxPixels / 1_000_000} megapixels.`);
  if (cost.scans > mostCost.scans || cost.scans * pixels > mostCost.scannedPixels)
    refuse(`This JPEG is drawn in ${cost.scans} passes, which is too many. Save it as a standard JPEG.`);
  if (cost.heldBytes > mostCost.heldBytes)
    refuse(
      "This picture is too large for its kind. Save it as a standard JPEG, neither progressive nor interlaced.",
    );
  if (cost.metadataBytes > mostCost.metadataBytes) throw tooMuchMetadata();
}

const tooMuchMetadata = () =>
  new DomainError("tooLarge", "This picture has more than 2 MB of metadata. Save it without its metadata.");

function addPiece(cost: PictureCost): void {
  cost.pieces += 1;
  if (cost.pieces > mostCost.pieces) throw tooMuchMetadata();
}

const damagedFile = () => new DomainError("invalidFile", "The picture is damaged or incomplete.");

const startOfScan = 0xda;
const endOfImage = 0xd9;
/** The markers of restarts, of the start of an image, and TEM (B.1.1.3). */
const hasNoLength = (marker: number) => (marker >= 0xd0 && marker <= 0xd8) || marker === 0x01;
/** C4 (Huffman tables), CC (settings of arithmetic coding) and C8 (reserved) are no frames. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
const progressiveFrames = new Set([0xc2, 0xc6, 0xca, 0xce]);

function costOfJpeg(file: Buffer): PictureCost {
  const cost = { width: 0, height: 0, scans: 0, heldBytes: 0, metadataBytes: 0, pieces: 0 };
  let position = 2;
  for (;;) {
    // Between segments and in scan data, a marker is ff followed by neither 00 nor ff.
    position = file.indexOf(0xff, position);
    if (position === -1) break;
    const marker = file[position + 1];
    if (marker === 0xff || marker === 0) {
      position += marker === 0 ? 2 : 1;
      continue;
    }
    // After the end, another file may follow, such as the video of a phone's live photo.
    if (marker === undefined || marker === endOfImage) break;
    position += 2;
    if (hasNoLength(marker)) continue;
    if (position + 2 > file.length) break;
    const length = file.readUInt16BE(position);
    const segment = file.subarray(position + 2, position + length);
    addPiece(cost);
    if (marker === startOfScan) cost.scans += 1;
    else if (isFrame(marker)) readFrame(segment, marker, cost);
    position += Math.max(length, 2);
  }
  if (cost.width === 0 || cost.height === 0 || cost.scans === 0) throw damagedFile();
  return cost;
}

function readFrame(segment: Buffer, marker: number, cost: PictureCost): void {
  if (segment.length < 6 || segment.length < 6 + segment[5]! * 3) throw damagedFile();
  cost.height = Math.max(cost.height, segment.readUInt16BE(1));
  cost.width = Math.max(cost.width, segment.readUInt16BE(3));
  if (!progressiveFrames.has(marker)) return;
  // The decoder stores all coefficients until the last scan, two bytes each.
  const samples = Array.from({ length: segment[5]! }, (_, component) => segment[7 + component * 3]!);
  const areas = samples.map((sample) => (sample >> 4) * (sample & 15));
  const share = areas.reduce((sum, area) => sum + area / Math.max(...areas), 0);
  cost.heldBytes = Math.max(cost.heldBytes, cost.width * cost.height * share * 2);
}

const compressedTextWeight = 8;

const [zTXt, iTXt] = ["zTXt", "iTXt"].map((name) => Buffer.from(name).readUInt32BE());

function isCompressedText(file: Buffer, position: number): boolean {
  const name = file.readUInt32BE(position + 4);
  if (name !== zTXt && name !== iTXt) return false;
  // In an iTXt, a flag after the zero-terminated keyword shows whether it is compressed.
  return name === zTXt || file[file.indexOf(0, position + 8) + 1] === 1;
}

const channelsOfColour: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function costOfPng(file: Buffer): PictureCost {
  if (file.length < 33 || file.toString("latin1", 12, 16) !== "IHDR") throw damagedFile();
  const [depth, colour, isInterlaced] = [file[24]!, file[25]!, file[28] !== 0];
  const cost: PictureCost = {
    width: file.readUInt32BE(16),
    height: file.readUInt32BE(20),
    scans: 1,
    heldBytes: 0,
    metadataBytes: 0,
    pieces: 0,
  };
  if (cost.width === 0 || cost.height === 0) throw damagedFile();
  if (isInterlaced) cost.heldBytes = cost.width * cost.height * (channelsOfColour[colour] ?? 4) * (depth / 8);
  for (let position = 8; position + 8 <= file.length; ) {
    const length = file.readUInt32BE(position);
    // An ancillary chunk's name begins with a small letter.
    const isAncillary = (file[position + 4]! & 0x20) !== 0;
    addPiece(cost);
    if (isAncillary)
      cost.metadataBytes += length * (isCompressedText(file, position) ? compressedTextWeight : 1);
    position += 12 + length;
  }
  return cost;
}
