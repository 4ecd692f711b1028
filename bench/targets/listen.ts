import type { FastifyInstance } from "fastify";
import type { TargetOptions } from "../processes.ts";

export const options = JSON.parse(process.argv[2] ?? "{}") as Required<TargetOptions>;

/** Listens on a free port, reports it to the parent, and ends with it. `close` runs when all connections are closed. */
export async function listen(
  http: FastifyInstance,
  close: () => Promise<void> = async () => {},
): Promise<void> {
  await http.listen({ port: 0, host: "127.0.0.1" });
  const address = http.server.address();
  if (address === null || typeof address === "string") throw new Error("No port");
  process.send!(address.port);
  process.once("disconnect", () => {
    void (async () => {
      http.server.closeAllConnections();
      await http.close();
      await close();
      process.exit();
    })();
  });
}
