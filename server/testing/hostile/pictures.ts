import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

export interface HostilePicture {
  name: string;
  make: () => Buffer | Promise<Buffer>;
  code: "tooLarge" | "invalidFile" | "unsupportedType";
  message: RegExp;
}

function segment(marker: number, content: readonly number[]): Buffer {
  const length = content.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 255, ...content]);
}

/** JPEG requires a zero byte after each 0xff of a scan. */
function scanBytes(bits: string): Buffer {
  const bytes = bits.match(/.{1,8}/g)!.flatMap((byte) => {
    const value = Number.parseInt(byte.padEnd(8, "1"), 2);
    return value === 0xff ? [0xff, 0] : [value];
  });
  return Buffer.from(bytes);
}

/** A Huffman table with one symbol, whose code is 0. */
const oneCode = (table: number, symbol: number) =>
  segment(0xc4, [table, 1, ...Array.from({ length: 15 }, () => 0), symbol]);

/**
 * A grey progressive JPEG; the decoder passes over the whole picture for each scan. All scans but the first have empty
 * details, which take few bytes.
 */
export function jpegOfScans(side: number, scans: number): Buffer {
  const blocks = Math.ceil(side / 8) ** 2;
  const size = [side >> 8, side & 255];
  const pieces = [
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(0xc2, [8, ...size, ...size, 1, 1, 0x11, 0]),
    oneCode(0x00, 0),
    segment(0xda, [1, 1, 0x00, 0, 0, 0]),
    scanBytes("0".repeat(blocks)),
    // The symbol of a run of at least 2^14 blocks without details, with 14 bits for the rest of its length.
    oneCode(0x10, 0xe0),
  ];
  const longestRun = 2 ** 15 - 1;
  const runs = `0${"1".repeat(14)}`.repeat(Math.ceil(blocks / longestRun));
  const emptyScan = scanBytes(runs);
  for (let scan = 1; scan < scans; scan++) {
    const step = (scan - 1) % 14;
    const precision = step === 0 ? 13 : ((14 - step) << 4) | (13 - step);
    pieces.push(segment(0xda, [1, 1, 0x00, 1, 63, precision]), emptyScan);
  }
  return Buffer.concat([...pieces, Buffer.from([0xff, 0xd9])]);
}

function chunk(type: string, content: Buffer): Buffer {
  const typeAndContent = Buffer.concat([Buffer.from(type), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(typeAndContent), 4);
  return Buffer.concat([frame.subarray(0, 4), typeAndContent, frame.subarray(4)]);
}

interface PngKind {
  depth?: number;
  colour?: number;
  isInterlaced?: boolean;
  extraChunks?: Buffer[];
}

/** A PNG whose samples are all 0; if it is interlaced, its last bytes are missing. */
export function blackPng(
  width: number,
  height: number,
  { depth = 1, colour = 0, isInterlaced = false, extraChunks = [] }: PngKind = {},
): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, colour, 0, 0, isInterlaced ? 1 : 0], 8);
  const channels = { 0: 1, 2: 3, 6: 4 }[colour]!;
  const line = 1 + Math.ceil((width * channels * depth) / 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", head),
    ...extraChunks,
    chunk("IDAT", deflateSync(Buffer.alloc(line * height))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const textChunk = (length: number) =>
  chunk("tEXt", Buffer.concat([Buffer.from("Comment\0"), Buffer.alloc(length, "x")]));
const compressedTextChunk = (megabytes: number) =>
  chunk(
    "zTXt",
    Buffer.concat([Buffer.from("Comment\0\0"), deflateSync(Buffer.alloc(megabytes * 2 ** 20, "x"))]),
  );
const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#246" } });

export const hostilePictures: readonly HostilePicture[] = [
  {
    name: "a JPEG of 4,256 scans over 40 megapixels",
    make: () => jpegOfScans(6320, 4256),
    code: "tooLarge",
    message: /4256 passes/,
  },
  {
    name: "a JPEG of 40 scans over 40 megapixels",
    make: () => jpegOfScans(6320, 40),
    code: "tooLarge",
    message: /40 passes/,
  },
  {
    name: "a JPEG with a second, larger frame behind the first",
    make: () => {
      const small = jpegOfScans(8, 1);
      const frame = segment(0xc2, [8, 0xff, 0xff, 0xff, 0xff, 1, 1, 0x11, 0]);
      return Buffer.concat([small.subarray(0, -2), frame, small.subarray(-2)]);
    },
    code: "tooLarge",
    message: /megapixels/,
  },
  {
    name: "a JPEG with 300,000 empty comments before its frame",
    make: () => {
      const small = jpegOfScans(8, 1);
      const comments = Array.from({ length: 300_000 }, () => segment(0xfe, []));
      return Buffer.concat([small.subarray(0, 2), ...comments, small.subarray(2)]);
    },
    code: "tooLarge",
    message: /of metadata/,
  },
  {
    name: "a progressive JPEG that is decoded in 240 MB",
    make: () => draw(6300, 6300).jpeg({ progressive: true, chromaSubsampling: "4:4:4" }).toBuffer(),
    code: "tooLarge",
    message: /neither progressive nor interlaced/,
  },
  {
    name: "an interlaced PNG that is decoded in 320 MB",
    make: () => blackPng(6300, 6300, { depth: 16, colour: 6, isInterlaced: true }),
    code: "tooLarge",
    message: /neither progressive nor interlaced/,
  },
  {
    name: "a PNG with 9 MB of text",
    make: () => blackPng(8, 8, { extraChunks: [textChunk(9 * 2 ** 20)] }),
    code: "tooLarge",
    message: /of metadata/,
  },
  {
    name: "a PNG with 300,000 empty texts",
    make: () => blackPng(8, 8, { extraChunks: Array.from({ length: 300_000 }, () => textChunk(0)) }),
    code: "tooLarge",
    message: /of metadata/,
  },
  {
    name: "a PNG with compressed texts of 1 GB",
    make: () => blackPng(8, 8, { extraChunks: Array.from({ length: 16 }, () => compressedTextChunk(64)) }),
    code: "tooLarge",
    message: /of metadata/,
  },
  {
    name: "a GIF with PNG's first bytes",
    make: async () =>
      Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), await draw(8, 8).gif().toBuffer()]),
    code: "invalidFile",
    message: /damaged/,
  },
  {
    name: "a GIF of 2,000 frames",
    make: () =>
      sharp({ create: { width: 16, height: 16 * 2000, channels: 3, background: "#246", pageHeight: 16 } })
        .gif({ keepDuplicateFrames: true })
        .toBuffer(),
    code: "unsupportedType",
    message: /JPEG or PNG/,
  },
  {
    name: "a WebP",
    make: () => draw(8, 8).webp().toBuffer(),
    code: "unsupportedType",
    message: /JPEG or PNG/,
  },
  {
    name: "an AVIF",
    make: () => draw(8, 8).avif().toBuffer(),
    code: "unsupportedType",
    message: /JPEG or PNG/,
  },
  {
    name: "a TIFF",
    make: () => draw(8, 8).tiff().toBuffer(),
    code: "unsupportedType",
    message: /JPEG or PNG/,
  },
  {
    name: "an SVG that refers to a file of the server",
    make: () =>
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'),
    code: "unsupportedType",
    message: /JPEG or PNG/,
  },
];
