import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Encoding, encodedBody, encodingFor } from "./pagesEncoding.ts";

test.each([
  ["gzip, deflate, br, zstd", "br"],
  ["gzip, deflate", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["br;q=0.000, *;q=0.5", "gzip"],
  ["*", "br"],
  ["GZIP;q=0.5", "gzip"],
  ["identity", "plain"],
  ["", "plain"],
  [undefined, "plain"],
])("a browser that accepts %j gets %s", (accept, encoding) => {
  expect(encodingFor(accept, 5000)).toBe(encoding);
});

test("a short reply is not compressed", () => {
  expect(encodingFor("br", 999)).toBe("plain");
});

test("each encoding decodes to the original text, and brotli is computed once", async () => {
  const text = "Ärger, 漢字 and a lot of sameness. ".repeat(200);
  const body = encodedBody(text);
  expect(body.in("br")).toBe(body.in("br"));
  const bytes = async (encoding: Encoding) => Buffer.from(await body.in(encoding), "latin1");
  expect(brotliDecompressSync(await bytes("br")).toString()).toBe(text);
  expect(gunzipSync(await bytes("gzip")).toString()).toBe(text);
  expect((await bytes("plain")).toString()).toBe(text);
  expect(body.length).toBe(Buffer.byteLength(text));
  expect(body.in("br")).toBe(body.in("br"));
});
