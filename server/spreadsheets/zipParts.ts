/**
 * Reads ZIP archives. Invariant: no part is unpacked beyond its size in the directory. These sizes are checked first,
 * and yauzl stops at a part that is longer.
 */
import { type Entry, fromBufferPromise } from "yauzl";
import { DomainError } from "../domainError.ts";

export interface ZipParts {
  has(path: string): boolean;
  /** The bytes of a part, in pieces; no checksum is read. @throws invalidFile if it is missing or unreadable. */
  inflated(path: string): AsyncGenerator<Uint8Array>;
}

/** `ratio` is a part's inflated size divided by its packed size; Deflate reaches 1,032. */
export const zipLimits = { parts: 1000, inflatedBytes: 96 * 2 ** 20, ratio: 100 } as const;

/** Up to this size a part may have any ratio. */
const smallBytes = 8 * 2 ** 20;

/** Words of refusals: `file` names the archive, each other belongs to a limit of `zipLimits`. */
export interface ZipWords {
  file: string;
  parts: string;
  inflated: string;
  ratio: string;
}

const xlsxWords: ZipWords = {
  file: ".xlsx file",
  parts: "It has more parts than a spreadsheet has.",
  inflated: "Unpacked, it has more than 96 MB. Import it in parts, or save it as .csv.",
  ratio: "It unpacks to more than a hundred times its size, which no spreadsheet does.",
};

/** Opens an archive. yauzl refuses names such as ../x. @throws invalidFile with a sentence. */
export async function openZip(file: Buffer, words: ZipWords = xlsxWords): Promise<ZipParts> {
  const tooLarge = (sentence: string) =>
    new DomainError("invalidFile", `This ${words.file} is too large to be read. ${sentence}`);
  const damagedFile = () =>
    new DomainError("invalidFile", `This ${words.file} is damaged. Save it again and try again.`);
  const entries = new Map<string, Entry>();
  const zip = await fromBufferPromise(file).catch(() => {
    throw damagedFile();
  });
  if (zip.entryCount > zipLimits.parts) throw tooLarge(words.parts);
  let totalBytes = 0;
  try {
    for await (const entry of zip.eachEntry()) {
      const { fileName, compressedSize, uncompressedSize } = entry;
      totalBytes += uncompressedSize;
      if (totalBytes > zipLimits.inflatedBytes) throw tooLarge(words.inflated);
      if (uncompressedSize > Math.max(smallBytes, compressedSize * zipLimits.ratio))
        throw tooLarge(words.ratio);
      entries.set(fileName, entry);
    }
  } catch (error) {
    throw error instanceof DomainError ? error : damagedFile();
  }
  return {
    has: (path) => entries.has(path),
    async *inflated(path) {
      const entry = entries.get(path);
      if (entry === undefined) throw damagedFile();
      try {
        for await (const piece of await zip.openReadStreamPromise(entry)) yield piece as Uint8Array;
      } catch {
        throw damagedFile();
      }
    },
  };
}
