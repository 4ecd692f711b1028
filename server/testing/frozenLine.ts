/** A line to a PostgreSQL that can be frozen: it takes connections and bytes, and passes none on until it is thawed. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface FrozenLine {
  /** The address of the same database by this line. */
  url: string;
  freeze(): void;
  thaw(): void;
  close(): Promise<void>;
}

/** Opens a line to the database at `target`; it is not frozen yet. */
export async function openFrozenLine(target: string): Promise<FrozenLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isFrozen = false;

  const server = createServer({ pauseOnConnect: true }, (near) => {
    const far = connect(Number(port), hostname);
    for (const [socket, other] of [
      [near, far],
      [far, near],
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
