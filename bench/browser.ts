/**
 * Opens pages without observing them. If a tool such as Playwright observes a page, the browser records the stack of
 * each Error, and V8 parses React again to find the lines. Visitors do not wait for that.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface UnwatchedBrowser {
  /**
   * Opens an address with an empty cache on a core that is `slowdown` times slower. Returns the long tasks in
   * milliseconds, until at least `settleMs` after hydration.
   */
  longTasksOf(url: string, options: { slowdown: number; settleMs: number }): Promise<number[]>;
  close(): Promise<void>;
}

// Runs in the page.
const watchLongTasks = `
  globalThis.longTasks = [];
  new PerformanceObserver((list) => { for (const task of list.getEntries()) longTasks.push(task.duration); })
    .observe({ type: "longtask", buffered: true });`;

/** Starts Chromium, and uses the DevTools protocol (https://chromedevtools.github.io/devtools-protocol). */
export async function openUnwatchedBrowser(executablePath: string): Promise<UnwatchedBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "foyer-bench-browser-"));
  const flags = ["--headless=new", "--no-sandbox", "--disable-background-networking", "--no-first-run"];
  const chromium = spawn(
    executablePath,
    [...flags, "--remote-debugging-port=0", `--user-data-dir=${profile}`, "about:blank"],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  const socket = new WebSocket(await addressIn(chromium.stderr));
  await once(socket, "open");
  const pendingReplies = new Map<number, PromiseWithResolvers<Answer>>();
  socket.addEventListener("message", ({ data }) => {
    const { id, result, error } = JSON.parse(String(data)) as Message;
    // Events have no id and are ignored.
    const answer = pendingReplies.get(id ?? -1);
    if (error === undefined) answer?.resolve(result ?? {});
    else answer?.reject(new Error(error.message));
  });
  let lastId = 0;
  const send = (method: string, params: object, sessionId?: string): Promise<Answer> => {
    const answer = Promise.withResolvers<Answer>();
    pendingReplies.set(++lastId, answer);
    socket.send(JSON.stringify({ id: lastId, method, params, sessionId }));
    return answer.promise;
  };

  return {
    async longTasksOf(url, { slowdown, settleMs }) {
      const { browserContextId } = await send("Target.createBrowserContext", {});
      const { targetId } = await send("Target.createTarget", {
        url: "about:blank",
        browserContextId,
        width: 390,
        height: 844,
      });
      const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
      const sendToPage = (method: string, params: object) => send(method, params, String(sessionId));
      const evaluate = async (expression: string): Promise<string> => {
        const { result } = await sendToPage("Runtime.evaluate", { expression });
        return (result as { value: string }).value;
      };
      await sendToPage("Emulation.setCPUThrottlingRate", { rate: slowdown });
      await sendToPage("Page.enable", {});
      await sendToPage("Page.addScriptToEvaluateOnNewDocument", { source: watchLongTasks });
      await sendToPage("Page.navigate", { url });
      const pause = () => new Promise((resolve) => setTimeout(resolve, settleMs));
      const isHydrated = async () =>
        (await evaluate("String(document.documentElement.dataset.hydrated)")) === "true";
      for (let waits = 0; waits < 20 && !(await isHydrated()); waits++) await pause();
      if (!(await isHydrated())) throw new Error(`The page ${url} has not started.`);
      await pause();
      const tasks = JSON.parse(await evaluate("JSON.stringify(longTasks)")) as number[];
      await send("Target.disposeBrowserContext", { browserContextId });
      return tasks;
    },
    async close() {
      // A signal would end only the started program, which may be a script (as Debian's is), and not the browser.
      const closed = once(chromium, "close");
      socket.send(JSON.stringify({ id: 0, method: "Browser.close" }));
      await closed;
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type Answer = Record<string, unknown>;
type Message = { id?: number; result?: Answer; error?: { message: string } };

/** Finds the address that Chromium prints. The later output is read too, or the pipe would fill up. */
function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    output.on("data", (piece: Buffer) => {
      text = (text + piece.toString()).slice(-10_000);
      const address = /ws:\/\/\S+/.exec(text)?.[0];
      if (address !== undefined) resolve(address);
    });
    output.on("end", () => reject(new Error(`The browser has not started: ${text}`)));
  });
}
