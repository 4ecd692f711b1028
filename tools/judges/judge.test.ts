import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { clientMakers, readInto } from "./clients/makers.ts";
import { untilThere } from "./installed.ts";
import { type Judge, judged } from "./judge.ts";

const judge = (more: Partial<Judge>): Judge => ({
  name: "sample",
  install: async () => null,
  run: async () => ({ passed: 3, failures: [] }),
  control: async () => ({ passed: 0, failures: ["found"] }),
  ...more,
});

test("a judge that finds its control passes, and its control counts", async () => {
  expect(await judged(judge({}))).toEqual({ passed: 4, failures: [] });
});

test("a judge that finds nothing in its control has failed", async () => {
  const blind = judge({ control: async () => ({ passed: 1, failures: [] }) });
  expect((await judged(blind)).failures).toEqual([
    "It found nothing wrong with its control, which is broken on purpose.",
  ]);
});

test("a judge without its tool is skipped with the reason, and judges nothing", async () => {
  const without = judge({
    install: async () => "Debian's qpdf cannot be installed, tried 3 times.",
    run: () => Promise.reject(new Error("judged without a tool")),
  });
  expect(await judged(without)).toEqual({
    passed: 0,
    failures: [],
    skipped: "Debian's qpdf cannot be installed, tried 3 times.",
  });
});

test("a judge that hangs has failed", async () => {
  const hanging = judge({ run: () => new Promise(() => {}) });
  expect((await judged(hanging, 10)).failures).toEqual(["It had not ended after 0 seconds."]);
});

test("a tool is installed until it is there, three times at most", async () => {
  let installs = 0;
  const failing = (until: number) => {
    installs = 0;
    return untilThere(
      () => installs >= until,
      async () => {
        installs++;
        if (installs < until) throw new Error("no network");
      },
      "The tool",
    );
  };
  expect([await failing(0), installs]).toEqual([null, 0]);
  expect([await failing(3), installs]).toEqual([null, 3]);
  expect([await failing(4), installs]).toEqual([
    "The tool cannot be installed, tried 3 times. no network",
    3,
  ]);
});

test("a reader that ends well but prints a warning has failed", async () => {
  const { successLine } = clientMakers.find(({ name }) => name === "openapi-typescript")!;
  const made = await mkdtemp(join(tmpdir(), "foyer-readers-"));
  // The output of openapi-typescript 7.13.0 for a file without and with a warning.
  const success = 'console.log("✨ openapi-typescript 7.13.0\\n🚀 a.json → a.d.ts [637.3ms]");';
  const read = (script: string) => {
    const args = () => ["--eval", script];
    return readInto(made, {}, [
      { name: "sample", command: process.execPath, args, successLine: successLine! },
    ]);
  };
  try {
    expect(await read(success)).toEqual({ passed: 1, failures: [] });
    const warned = await read(`${success}console.warn(" ⚠  Could not resolve $ref");`);
    expect(warned).toMatchObject({
      passed: 0,
      failures: [expect.stringContaining("Could not resolve $ref")],
    });
    expect((await read(`${success}console.log("unheard of");`)).passed).toBe(0);
    expect((await read(`${success}process.exitCode = 1;`)).passed).toBe(0);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
});
