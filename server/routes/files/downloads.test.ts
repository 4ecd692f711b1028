import { once } from "node:events";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import Fastify from "fastify";
import { expect, test } from "vitest";
import type { CurrentUser } from "../../../contract/shapes/auth.ts";
import { answerFailure } from "../../http/errors.ts";
import { openDownloads } from "./downloads.ts";

const viewer = { id: 1 } as CurrentUser;

async function* file() {
  yield Buffer.from("name,email");
}

test("a client that leaves before its download is made does not keep the user from the next one", async () => {
  const http = Fastify();
  http.setErrorHandler(answerFailure);
  const downloads = openDownloads();
  const outcomes: unknown[] = [];
  http.get("/left", async (_request, reply) => {
    const closed = once(reply.raw, "close");
    left.destroy();
    await closed;
    const sending = downloads.send({ viewer, reply, fileName: "a.csv", type: "text/csv" }, file);
    outcomes.push(await sending.catch((error: unknown) => error));
    handled.resolve();
    return reply;
  });
  http.get("/next", (_request, reply) =>
    downloads.send({ viewer, reply, fileName: "a.csv", type: "text/csv" }, file),
  );
  await http.listen({ port: 0, host: "127.0.0.1" });
  const { port } = http.server.address() as AddressInfo;
  const handled = Promise.withResolvers<void>();
  const left = get({ port, path: "/left" }).on("error", () => {});
  await handled.promise;
  const next = await fetch(`http://127.0.0.1:${port}/next`);
  expect([next.status, await next.text()]).toEqual([200, "name,email"]);
  await http.close();
});
