/** Writes ZIP archives. Why this is no library: docs/decisions/dependencies.md. */
import { crc32, deflateRawSync } from "node:zlib";

/** `packed` is the compressed length. */
export interface Part {
  name: string;
  offset: number;
  crc: number;
  packed: number;
  size: number;
  /** Whether its sizes follow it (`closePart`). */
  isStreamed?: true;
}

const utf8Name = 0x0800;
const sizesFollowFlag = 0x0008;
const deflate = 8;
// ZIP's earliest date does not reveal when the file was written.
const firstDay = 0x0021;

/** A part whose content is known. */
export function wholePart(name: string, text: string, offset: number): { part: Part; bytes: Buffer } {
  const content = Buffer.from(text);
  const packed = deflateRawSync(content);
  const part = { name, offset, crc: crc32(content), packed: packed.length, size: content.length };
  return { part, bytes: Buffer.concat([localHeader(part, 0), packed]) };
}

/** The header of a part of unknown length. */
export function openPart(name: string): Buffer {
  return localHeader({ name, crc: 0, packed: 0, size: 0 }, sizesFollowFlag);
}

/** The checksum and sizes after a part that `openPart` began. */
export function closePart({ crc, packed, size }: Part): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc, 4);
  bytes.writeUInt32LE(packed, 8);
  bytes.writeUInt32LE(size, 12);
  return bytes;
}

function localHeader({ name, crc, packed, size }: Omit<Part, "offset">, flags: number): Buffer {
  const text = Buffer.from(name);
  const bytes = Buffer.alloc(30);
  bytes.writeUInt32LE(0x04034b50, 0);
  bytes.writeUInt16LE(20, 4);
  bytes.writeUInt16LE(flags | utf8Name, 6);
  bytes.writeUInt16LE(deflate, 8);
  bytes.writeUInt16LE(firstDay, 12);
  bytes.writeUInt32LE(crc, 14);
  bytes.writeUInt32LE(packed, 18);
  bytes.writeUInt32LE(size, 22);
  bytes.writeUInt16LE(text.length, 26);
  return Buffer.concat([bytes, text]);
}

/** The central directory, which ends the archive; `offset` is where it starts. */
export function directory(parts: readonly Part[], offset: number): Buffer {
  const entries = parts.map((part) => {
    const name = Buffer.from(part.name);
    const bytes = Buffer.alloc(46);
    bytes.writeUInt32LE(0x02014b50, 0);
    bytes.writeUInt16LE(20, 4);
    bytes.writeUInt16LE(20, 6);
    bytes.writeUInt16LE(utf8Name | (part.isStreamed === true ? sizesFollowFlag : 0), 8);
    bytes.writeUInt16LE(deflate, 10);
    bytes.writeUInt16LE(firstDay, 14);
    bytes.writeUInt32LE(part.crc, 16);
    bytes.writeUInt32LE(part.packed, 20);
    bytes.writeUInt32LE(part.size, 24);
    bytes.writeUInt16LE(name.length, 28);
    bytes.writeUInt32LE(part.offset, 42);
    return Buffer.concat([bytes, name]);
  });
  const list = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([list, end]);
}
