import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";

export type Encoding = "br" | "gzip" | "plain";

/** A body in each encoding, as a text of Node's latin1: one character for each byte. */
export interface EncodedBody {
  /** Bytes before compression. */
  length: number;
  in(encoding: Encoding): Promise<string> | string;
}

/** Compressing a smaller body would save too little. */
const minBytes = 1000;

/** The default level, 11, is too slow while a request waits. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Makes a body that is compressed when an encoding is first asked for. */
export function encodedBody(text: string): EncodedBody {
  const plain = Buffer.from(text);
  const bodies = new Map<Encoding, Promise<string> | string>([["plain", plain.toString("latin1")]]);
  return {
    length: plain.length,
    in(encoding) {
      const existing = bodies.get(encoding);
      if (existing !== undefined) return existing;
      const compress = encoding === "br" ? promisify(brotliCompress)(plain, brotli) : promisify(gzip)(plain);
      const compressing = compress.then((bytes) => bytes.toString("latin1"));
      bodies.set(encoding, compressing);
      void compressing.then((body) => bodies.set(encoding, body));
      return compressing;
    },
  };
}

/** Chooses the encoding by an Accept-Encoding header (RFC 9110, 12.5.3) for a body of `length` bytes. */
export function encodingFor(accept: string | string[] | undefined, length: number): Encoding {
  if (accept === undefined || length < minBytes) return "plain";
  const header = String(accept);
  const cached = encodingByHeader.get(header);
  if (cached !== undefined) return cached;
  const encoding = bestOf(header);
  encodingByHeader.set(header, encoding);
  return encoding;
}

const encodingByHeader = new LRUCache<string, Encoding>({ max: 100 });

function bestOf(accept: string): Encoding {
  const weights = new Map<string, number>();
  for (const part of accept.toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get("*") ?? 0;
  if (weightOf("br") > 0) return "br";
  return weightOf("gzip") > 0 ? "gzip" : "plain";
}
