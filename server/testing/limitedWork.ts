import { DomainError } from "../domainError.ts";
import { answerRequests } from "../processes/answerRequests.ts";

export type LimitedWork =
  | "answer"
  | "buffers"
  | "numbers"
  | "spin"
  | "hang"
  | "exit"
  | "abort"
  | "settings"
  | "refuse";

const maxMb = 1500;

answerRequests<LimitedWork, unknown>(async (work) => {
  const blocks: unknown[] = [];
  if (work === "buffers")
    while (blocks.length < maxMb) blocks.push(await afterYield(Buffer.alloc(2 ** 20, 1)));
  if (work === "numbers")
    while (blocks.length < maxMb) blocks.push(Array.from({ length: 2 ** 17 }, Math.random));
  if (work === "spin") for (const end = Date.now() + 600_000; Date.now() < end; ) blocks.length = 0;
  if (work === "hang") await new Promise(() => {});
  if (work === "exit") process.kill(process.pid, "SIGKILL");
  if (work === "abort") process.kill(process.pid, "SIGABRT");
  if (work === "refuse") throw new DomainError("invalidFile", "This is no file.");
  return work === "settings" ? Object.keys(process.env) : `did ${work}, ${blocks.length}`;
});

/** Yields to the event loop, as code that reads a file does. */
async function afterYield(buffer: Buffer): Promise<Buffer> {
  await new Promise((resolve) => setImmediate(resolve));
  return buffer;
}
