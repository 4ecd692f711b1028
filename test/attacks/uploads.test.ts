import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeHttp } from "../../server/http/timeouts.ts";
import { openUploadRoom } from "../../server/http/uploadRoom.ts";
import { type TestApp, testApp } from "../../server/testing/app.ts";

const megabyte = 1024 * 1024;

let app: TestApp;
let port: number;
let acceptedBytes: number;
const cleanups: (() => unknown)[] = [];
beforeEach(async () => {
  app = await testApp({ trustProxy: 1 });
  const room = openUploadRoom({ perNode: 3 * megabyte, perClient: 2 * megabyte });
  acceptedBytes = 0;
  app.services.uploads = {
    enter: (client) => {
      const { take, leave } = room.enter(client);
      const takeCounted = (bytes: number) => {
        take(bytes);
        acceptedBytes += bytes;
      };
      return { take: takeCounted, leave };
    },
  };
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = app.http.server.address() as AddressInfo);
});
afterEach(async () => {
  for (const end of cleanups.splice(0)) await end();
  await closeHttp(app.http, 1);
  await app.close();
});

/**
 * Begins an upload and waits until its 1.5 MB have found room, because another upload could take it. The parser keeps
 * back the last bytes, which may begin a boundary.
 */
async function beginUpload(client: string): Promise<() => void> {
  const bytesBefore = acceptedBytes;
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => {});
  socket.write(
    [
      "POST /api/sponsorship/setLogo HTTP/1.1",
      "host: x",
      `x-forwarded-for: ${client}`,
      "content-type: multipart/form-data; boundary=x",
      `content-length: ${10 * megabyte}`,
      "",
      "--x",
      'content-disposition: form-data; name="logo"; filename="a.png"',
      "content-type: image/png",
      "",
      "",
    ].join("\r\n"),
  );
  socket.write(Buffer.alloc(1.5 * megabyte));
  const abort = () => socket.destroy();
  cleanups.push(abort);
  await expect.poll(() => acceptedBytes - bytesBefore).toBeGreaterThan(1.4 * megabyte);
  return abort;
}

/** If the upload finds room, it is read, and then refused because its fields are missing. */
async function upload(client: string): Promise<{ code: string; msg: string }> {
  const form = new FormData();
  form.append("logo", new Blob([Buffer.alloc(megabyte)]), "a.png");
  const reply = await fetch(`http://127.0.0.1:${port}/api/sponsorship/setLogo`, {
    method: "POST",
    headers: { "x-forwarded-for": client },
    body: form,
  });
  return (await reply.json()) as { code: string; msg: string };
}

test("one client cannot use more than its share of the memory, and others can still upload", async () => {
  await beginUpload("203.0.113.1");
  expect(await upload("203.0.113.1")).toMatchObject({
    code: "busy",
    msg: "Your other files are still being read. Send this one when they are done.",
  });
  expect(await upload("203.0.113.2")).toMatchObject({ code: "invalidInput" });
});

test("all uploads together are limited, and an aborted upload makes room again", async () => {
  const abort = await beginUpload("203.0.113.1");
  await beginUpload("203.0.113.2");
  expect(await upload("203.0.113.3")).toMatchObject({
    code: "busy",
    msg: "Many files are being read right now. Please try again in a minute.",
  });
  abort();
  await expect.poll(() => upload("203.0.113.3")).toMatchObject({ code: "invalidInput" });
});
