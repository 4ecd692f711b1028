import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface FrozenLine {
  url: string;
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** Opens a TCP proxy to PostgreSQL that forwards nothing while it is frozen. */
export async function openFrozenLine(target: string): Promise<FrozenLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isFrozen = false;

  const server = createServer({ pauseOnConnect: true }, (client) => {
    const upstream = connect(Number(port), hostname);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("data", (bytes) => other.write(bytes));
      socket.on("close", () => {
        sockets.delete(socket);
        other.destroy();
      });
      if (isFrozen) socket.pause();
      else socket.resume();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");

  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
