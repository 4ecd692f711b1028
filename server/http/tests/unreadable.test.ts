import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { afterAll, expect, test } from "vitest";
import { answerUnreadable } from "../unreadable.ts";

const server = createServer();
await once(server.listen(0, "127.0.0.1"), "listening");
afterAll(() => server.close());

/** Ends a connection as too slow after `sent`, and returns what the client reads. */
async function answerAfter(sent: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const client = connect(port, "127.0.0.1");
  const [socket] = (await once(server, "connection")) as [Socket];
  if (sent !== "") {
    client.write(sent);
    await once(socket, "data");
  }
  answerUnreadable(Object.assign(new Error("too slow"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
  let answer = "";
  for await (const piece of client) answer += String(piece);
  return answer;
}

test("a connection that was opened in advance and never used ends without an answer", async () => {
  expect(await answerAfter("")).toBe("");
});

test("a request that was begun and not finished in time is refused", async () => {
  expect(await answerAfter("GET / HTTP/1.1\r\nhost: x\r\n")).toMatch(
    /^HTTP\/1.1 400 .*not finished in time/s,
  );
});
