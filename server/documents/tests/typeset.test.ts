import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { pdfWords } from "../../testing/pdfWords.ts";
import type { TypesetRequest } from "../engine.ts";
import { openTypesetter, type Typesetter, type TypesetterOptions } from "../typeset.ts";

const folder = fileURLToPath(new URL("../../testing/layouts", import.meta.url));
const typesetters: Typesetter[] = [];

function startTypesetter(options: TypesetterOptions = {}): Typesetter {
  const typesetter = openTypesetter({ folder, ...options });
  typesetters.push(typesetter);
  return typesetter;
}

afterEach(() => {
  for (const typesetter of typesetters.splice(0)) typesetter.close();
});

function page(text: string, layout = "plain"): TypesetRequest {
  return { layout, data: { title: "A page", text }, pictures: {}, codes: {}, standard: "ua" };
}

const endlessPage = page("", "endless");

async function processEnd(pid: number): Promise<void> {
  while (isRunning(pid)) await new Promise((resolve) => setImmediate(resolve));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe("the process that typesets", () => {
  test("a typesetter makes documents one after another, in the order of the requests", async () => {
    const typesetter = startTypesetter();
    const order: number[] = [];
    const files = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const file = await typesetter.typeset(page(`Page ${index}`));
        order.push(index);
        return file;
      }),
    );
    expect(order).toEqual(Array.from({ length: 200 }, (_, index) => index));
    expect(pdfWords(files[7]!)).toEqual(["Page 7"]);
    expect(pdfWords(files[199]!)).toEqual(["Page 199"]);
  });

  test("a typesetter refuses a document with a message if too many wait, and still makes the waiting documents", async () => {
    const typesetter = startTypesetter({ mostWaiting: 3 });
    const settled = await Promise.allSettled(
      Array.from({ length: 6 }, (_, index) => typesetter.typeset(page(`Page ${index}`))),
    );
    const refused = settled.filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(3);
    expect(refused[0]).toMatchObject({
      reason: {
        code: "busy",
        message: "The document could not be created at this moment. Try again in a minute.",
      },
    });
    expect(settled.slice(0, 3).every(({ status }) => status === "fulfilled")).toBe(true);
  });

  test("a typesetter that is killed during a document is replaced, and the document is tried again", async () => {
    const typesetter = startTypesetter({ timeoutMs: 100_000 });
    await typesetter.typeset(page("warm"));
    const { pid } = typesetter;
    const both = [typesetter.typeset(page("amid")), typesetter.typeset(page("after"))];
    process.kill(pid!, "SIGKILL");
    const [amid, after] = await Promise.all(both);
    expect(pdfWords(amid!)).toEqual(["amid"]);
    expect(pdfWords(after!)).toEqual(["after"]);
    expect(typesetter.pid).not.toBe(pid);
  });

  test("a typesetter is killed if a document takes too long, and the next document is made", async () => {
    const typesetter = startTypesetter({ timeoutMs: 5_000 });
    await typesetter.typeset(page("warm"));
    const { pid } = typesetter;
    const hangingDocument = typesetter.typeset(endlessPage);
    const next = typesetter.typeset(page("next"));
    await expect(hangingDocument).rejects.toMatchObject({ code: "busy" });
    expect(pdfWords(await next)).toEqual(["next"]);
    await processEnd(pid!);
  });

  test("a typesetter is replaced after a document only if it uses more memory than the limit", async () => {
    const pidsWith = async (mostMemoryMb: number) => {
      const typesetter = startTypesetter({ mostMemoryMb });
      const pids: (number | undefined)[] = [];
      for (let index = 0; index < 3; index += 1) {
        const file = typesetter.typeset(page(`Page ${index}`));
        pids.push(typesetter.pid);
        expect(pdfWords(await file)).toEqual([`Page ${index}`]);
      }
      return pids;
    };
    const replaced = await pidsWith(1);
    expect(new Set(replaced).size).toBe(3);
    expect(new Set(await pidsWith(100_000)).size).toBe(1);
    await processEnd(replaced[0]!);
  });

  test("each of many documents is made once and in order, even if the typesetter is replaced after each", async () => {
    const typesetter = startTypesetter({ mostMemoryMb: 1 });
    const order: number[] = [];
    const files = await Promise.all(
      [0, 1, 2, 3].map(async (index) => {
        const file = await typesetter.typeset(page(`Page ${index}`));
        order.push(index);
        return file;
      }),
    );
    expect(order).toEqual([0, 1, 2, 3]);
    expect(files.map((file) => pdfWords(file))).toEqual([["Page 0"], ["Page 1"], ["Page 2"], ["Page 3"]]);
  });

  test("a typesetter reports an error of Typst, and makes the next document", async () => {
    const typesetter = startTypesetter();
    await expect(typesetter.typeset(page("", "nowhere"))).rejects.toThrow("Typst refused nowhere.typ");
    expect(pdfWords(await typesetter.typeset(page("next")))).toEqual(["next"]);
  });

  test("a typesetter ends when its server is killed during a document", async () => {
    const module = new URL("../typeset.ts", import.meta.url).href;
    const server = spawn(
      process.execPath,
      [
        "--input-type=module",
        "--eval",
        `const { openTypesetter } = await import(${JSON.stringify(module)});
         const typesetter = openTypesetter({ folder: ${JSON.stringify(folder)}, timeoutMs: 100_000 });
         await typesetter.typeset(${JSON.stringify(page("warm"))});
         typesetter.typeset(${JSON.stringify(endlessPage)});
         console.log(typesetter.pid);`,
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    const [line] = (await once(server.stdout, "data")) as [Buffer];
    const pid = Number(line.toString());
    expect(isRunning(pid)).toBe(true);
    server.kill("SIGKILL");
    await processEnd(pid);
  });

  test("no text can make the typesetter read files", async () => {
    const text = '#read("/etc/passwd") #import "x.typ": * $ ] = *bold* \\ @label';
    expect(pdfWords(await startTypesetter().typeset(page(text)))).toEqual([text]);
    // Tickets are safe too: their layout reads texts as data.
    expect(await readFile(new URL("../layouts/ticket.typ", import.meta.url), "utf8")).toContain("data.json");
  });
});
