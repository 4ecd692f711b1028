/** This process puts load on a server by the plans that its parent sends. */
import { randomBytes } from "node:crypto";
import { exchangeRequests } from "./connection.ts";
import type { LoadPlan, LoadResult } from "./plan.ts";

process.on("message", (plan: LoadPlan) => {
  void run(plan).then((result) => process.send!(result));
});
process.once("disconnect", () => process.exit());

async function run(plan: LoadPlan): Promise<LoadResult> {
  const latencies = new Map<number, number>();
  const refused: Record<string, number> = {};
  const nextRequest = requestsOf(plan);
  let served = 0;
  let acknowledged = 0;
  let sample = "";
  const startedAt = performance.now();
  const endsAt = startedAt + plan.seconds * 1000;
  await Promise.all(
    Array.from({ length: plan.connections }, () =>
      exchangeRequests(plan.port, nextRequest(), (status, latencyMs, reply) => {
        const isInTime = performance.now() < endsAt;
        if (plan.wanted === undefined ? status >= 200 && status < 300 : status === plan.wanted) {
          acknowledged += 1;
          if (isInTime) {
            served += 1;
            const tenths = Math.ceil(latencyMs * 10);
            latencies.set(tenths, (latencies.get(tenths) ?? 0) + 1);
          }
        } else refused[status] = (refused[status] ?? 0) + 1;
        if (sample === "" || (status >= 400 && status !== plan.wanted)) sample = reply.toString("utf8");
        return isInTime && status !== 0 ? nextRequest() : null;
      }),
    ),
  );
  return {
    served,
    acknowledged,
    seconds: plan.seconds,
    refused,
    latencies: [...latencies].sort(([a], [b]) => a - b),
    sample,
  };
}

function requestsOf({ method, path, headers, body, withKeys }: LoadPlan): () => Buffer {
  const content = body === undefined ? "" : body;
  const lines = [
    `${method} ${path} HTTP/1.1`,
    "host: 127.0.0.1",
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined
      ? []
      : ["content-type: application/json", `content-length: ${Buffer.byteLength(content)}`]),
  ];
  const head = `${lines.join("\r\n")}\r\n`;
  if (withKeys !== true) {
    const request = Buffer.from(`${head}\r\n${content}`);
    return () => request;
  }
  const start = randomBytes(12).toString("hex");
  let count = 0;
  return () => Buffer.from(`${head}idempotency-key: ${start}-${++count}\r\n\r\n${content}`);
}
