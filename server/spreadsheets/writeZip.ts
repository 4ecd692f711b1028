import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";
import { closePart, directory, openPart, type Part } from "./zip.ts";

export interface ZipFile {
  name: string;
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Yields the pieces of an archive of up to 65,535 files and 4 GB (no ZIP64). */
export async function* writeZip(
  files: AsyncIterable<ZipFile> | Iterable<ZipFile>,
): AsyncGenerator<Uint8Array> {
  const parts: Part[] = [];
  let offset = 0;
  for await (const { name, content } of files) {
    const part: Part = { name, offset, crc: 0, packed: 0, size: 0, isStreamed: true };
    const opening = openPart(name);
    yield opening;
    for await (const piece of packed(content, part)) {
      part.packed += piece.length;
      yield piece;
    }
    const closing = closePart(part);
    yield closing;
    offset += opening.length + part.packed + closing.length;
    parts.push(part);
  }
  yield directory(parts, offset);
}

async function* packed(content: ZipFile["content"], part: Part): AsyncGenerator<Uint8Array> {
  async function* measured(): AsyncGenerator<Uint8Array> {
    for await (const piece of content) {
      part.crc = crc32(piece, part.crc);
      part.size += piece.length;
      yield piece;
    }
  }
  const packer = createDeflateRaw();
  // The reader gets an error of the content through the packer.
  pipeline(Readable.from(measured()), packer).catch(() => {});
  for await (const piece of packer) yield piece as Uint8Array;
}
