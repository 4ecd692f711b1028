import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { TurnSocket } from "../turnSocket.ts";

test("writes of one turn of the event loop are sent in one piece, and in their order", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = new TurnSocket();
  socket.connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [[peer]] = (await Promise.all([once(server, "connection"), once(socket, "connect")])) as [
    [NodeJS.ReadWriteStream],
    unknown,
  ];
  const writeStatement = (statement: string) => {
    socket.cork();
    socket.write(statement);
    socket.uncork();
  };
  writeStatement("begin;");
  writeStatement("select 1;");
  expect(socket.writableLength).toBe("begin;select 1;".length);
  await Promise.resolve().then(() => writeStatement("commit;"));
  expect(socket.writableLength).toBe("begin;select 1;commit;".length);
  await nextTurn();
  expect(socket.writableLength).toBe(0);
  const [received] = (await once(peer, "data")) as [Buffer];
  expect(received.toString()).toBe("begin;select 1;commit;");
  writeStatement("select 2;");
  const [more] = (await once(peer, "data")) as [Buffer];
  expect(more.toString()).toBe("select 2;");
  socket.destroy();
  server.close();
});
