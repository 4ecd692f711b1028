import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { TurnSocket } from "../turnSocket.ts";

test("what is written in one turn of the loop leaves in one piece, and in its order", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = new TurnSocket();
  socket.connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [[peer]] = (await Promise.all([once(server, "connection"), once(socket, "connect")])) as [
    [NodeJS.ReadWriteStream],
    unknown,
  ];
  const say = (words: string) => {
    socket.cork();
    socket.write(words);
    socket.uncork();
  };
  say("begin;");
  say("select 1;");
  expect(socket.writableLength).toBe("begin;select 1;".length);
  await Promise.resolve().then(() => say("commit;"));
  expect(socket.writableLength).toBe("begin;select 1;commit;".length);
  await turn();
  expect(socket.writableLength).toBe(0);
  const [heard] = (await once(peer, "data")) as [Buffer];
  expect(heard.toString()).toBe("begin;select 1;commit;");
  say("select 2;");
  const [more] = (await once(peer, "data")) as [Buffer];
  expect(more.toString()).toBe("select 2;");
  socket.destroy();
  server.close();
});
