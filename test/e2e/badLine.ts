import { connect, createServer, type Socket } from "node:net";

/** `hole`: connections are accepted, but nothing passes. `mute`: requests pass, answers do not. */
type LineState = "open" | "cut" | "hole" | "mute";

export interface BadLine {
  /** The server's address for the phone. */
  readonly url: string;
  become(state: LineState): void;
  stop(): Promise<void>;
}

/** Starts a proxy to a server, at first without a fault. */
export async function openLine(site: string): Promise<BadLine> {
  const { hostname, port } = new URL(site);
  let state: LineState = "open";
  const sockets = new Set<Socket>();
  const server = createServer((phone) => {
    if (state === "cut") return phone.destroy();
    const onward = connect(Number(port), hostname);
    for (const socket of [phone, onward]) {
      sockets.add(socket);
      socket.on("error", () => {});
      socket.on("close", () => {
        sockets.delete(socket);
        phone.destroy();
        onward.destroy();
      });
    }
    phone.on("data", (bytes) => state !== "hole" && onward.write(bytes));
    onward.on("data", (bytes) => state === "open" && phone.write(bytes));
  });
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = server.address();
  return {
    url: `http://localhost:${typeof address === "object" && address !== null ? address.port : 0}`,
    become(next) {
      // Dropped data does not come back: connections from before would be useless on an open line.
      if (next === "cut" || next === "open") for (const socket of sockets) socket.destroy();
      state = next;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
