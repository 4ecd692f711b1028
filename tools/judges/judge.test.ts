import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../checks/check.ts";
import { clientMakers, readInto } from "./clients/makers.ts";
import { installIfMissing } from "./installed.ts";
import { type Judge, runJudge } from "./judge.ts";

const judge = (more: Partial<Judge>): Judge => ({
  name: "sample",
  install: async () => null,
  run: async () => ({ passed: 3, failures: [] }),
  control: async () => ({ passed: 0, failures: ["found"] }),
  ...more,
});

test("a judge that finds the fault in its control passes, and the control counts as one more check", async () => {
  expect(await runJudge(judge({}))).toEqual({ passed: 4, failures: [] });
});

test("a judge that finds nothing in its control has failed", async () => {
  const blind = judge({ control: async () => ({ passed: 1, failures: [] }) });
  expect((await runJudge(blind)).failures).toEqual([
    "It found no fault in its control, which has a planted fault.",
  ]);
});

test("a judge without its tool is skipped with the reason, and does not run", async () => {
  const withoutTool = judge({
    install: async () => "Debian's qpdf cannot be installed, tried 3 times.",
    run: () => Promise.reject(new Error("judged without a tool")),
  });
  expect(await runJudge(withoutTool)).toEqual({
    passed: 0,
    failures: [],
    skipped: "Debian's qpdf cannot be installed, tried 3 times.",
  });
});

test("a judge that hangs has failed", async () => {
  const hangingJudge = judge({ run: () => new Promise(() => {}) });
  expect((await runJudge(hangingJudge, 10)).failures).toEqual(["It had not ended after 0 seconds."]);
});

test("installing a tool is tried three times at most", async () => {
  let installs = 0;
  const installFailing = (until: number) => {
    installs = 0;
    return installIfMissing(
      () => installs >= until,
      async () => {
        installs++;
        if (installs < until) throw new Error("no network");
      },
      "The tool",
    );
  };
  expect([await installFailing(0), installs]).toEqual([null, 0]);
  expect([await installFailing(3), installs]).toEqual([null, 3]);
  expect([await installFailing(4), installs]).toEqual([
    "The tool cannot be installed, tried 3 times. no network",
    3,
  ]);
});

test("a reader of the API's document that exits with 0 but prints a warning has failed", async () => {
  const { successLine } = clientMakers.find(({ name }) => name === "openapi-typescript")!;
  const folder = await mkdtemp(join(tmpdir(), "foyer-readers-"));
  // The output of openapi-typescript 7.13.0 for a file without and with a warning.
  const success = 'console.log("✨ openapi-typescript 7.13.0\\n🚀 a.json → a.d.ts [637.3ms]");';
  const runReader = (script: string) => {
    const args = () => ["--eval", script];
    return readInto(folder, {}, [
      { name: "sample", command: process.execPath, args, successLine: successLine! },
    ]);
  };
  try {
    expect(await runReader(success)).toEqual({ passed: 1, failures: [] });
    const withWarning = await runReader(`${success}console.warn(" ⚠  Could not resolve $ref");`);
    expect(withWarning).toMatchObject({
      passed: 0,
      failures: [expect.stringContaining("Could not resolve $ref")],
    });
    expect((await runReader(`${success}console.log("unheard of");`)).passed).toBe(0);
    expect((await runReader(`${success}process.exitCode = 1;`)).passed).toBe(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("the API judge recognises refusals about rows by words that the server uses", async () => {
  const hooks = await readFile(join(repository, "tools/judges/apiHooks.py"), "utf8");
  const list = /^of_rows = \[$(.*?)^\]$/ms.exec(hooks)?.[1] ?? "";
  const words = [...list.matchAll(/^ {4}"(.+)",$/gm)].map(([, phrase]) => phrase!);
  expect(words.length).toBeGreaterThan(5);
  const isSource = (file: string) => file.endsWith(".ts") && !file.endsWith(".test.ts");
  const sources: string[] = [];
  for (const folder of ["contract", "server"]) {
    for (const file of await readdir(join(repository, folder), { recursive: true }))
      if (isSource(file)) sources.push(await readFile(join(repository, folder, file), "utf8"));
  }
  const isInSources = (phrase: string) =>
    sources.some((source) => new RegExp(`["\`][^"\`\\n]*${phrase}`).test(source));
  expect(words.filter((phrase) => !isInSources(phrase))).toEqual([]);
  // Only a comment has these words.
  const inComment = "Why a password is refused";
  expect(sources.some((source) => source.includes(inComment))).toBe(true);
  expect(isInSources(inComment)).toBe(false);
});
