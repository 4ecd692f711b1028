/** Drives Firefox by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/), which needs no separate driver. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hangTimeoutMs } from "../../server/testing/patience.ts";
import type { TestBrowser } from "./driver.ts";

/** Firefox must not ask, offer or download anything by itself. */
const preferences = {
  "app.normandy.enabled": false,
  "app.update.disabledForTesting": true,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "browser.aboutwelcome.enabled": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
  "toolkit.telemetry.enabled": false,
  "intl.accept_languages": "en-US",
};

export async function startFirefox(path: string): Promise<TestBrowser> {
  const profile = await mkdtemp(join(tmpdir(), "foyer-firefox-"));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});`,
  );
  await writeFile(join(profile, "user.js"), lines.join("\n"));
  const browser = spawn(
    path,
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
    { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: profile, TZ: "America/New_York" } },
  );
  const stop = async () => {
    if (browser.exitCode === null && browser.signalCode === null) {
      browser.kill("SIGKILL");
      await once(browser, "exit");
    }
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const bidi = await connect(`${await addressOf(browser)}/session`);
    await bidi.send("session.new", { capabilities: {} });
    await bidi.send("session.subscribe", { events: ["log.entryAdded"] });
    return {
      open: (size) => openTab(bidi, size),
      close: async () => {
        bidi.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openTab(bidi: Bidi, size: { width: number; height: number }) {
  const { userContext } = await bidi.send<{ userContext: string }>("browser.createUserContext", {});
  const { context } = await bidi.send<{ context: string }>("browsingContext.create", {
    type: "tab",
    userContext,
  });
  await bidi.send("browsingContext.setViewport", { context, viewport: size });
  const errors: string[] = [];
  const unsubscribe = bidi.follow((method, event) => {
    if (method === "log.entryAdded" && event.level === "error" && event.source?.context === context)
      errors.push(event.text ?? "");
  });
  return {
    goto: (url: string) =>
      bidi.send("browsingContext.navigate", { context, url, wait: "none" }).then(() => {}),
    async evaluate<T>(expression: string): Promise<T> {
      const reply = await bidi.send<Evaluated>("script.evaluate", {
        expression: `Promise.resolve(${expression}).then((value) => JSON.stringify(value ?? null))`,
        target: { context },
        awaitPromise: true,
      });
      if (reply.type === "exception") throw new Error(`${reply.exceptionDetails?.text}: ${expression}`);
      return JSON.parse(reply.result?.value ?? "null") as T;
    },
    act: (actions: readonly object[]) =>
      bidi.send("input.performActions", { context, actions }).then(() => {}),
    async screenshot() {
      const { data } = await bidi.send<{ data: string }>("browsingContext.captureScreenshot", { context });
      return Buffer.from(data, "base64");
    },
    errors: () => errors,
    async close() {
      unsubscribe();
      await bidi.send("browser.removeUserContext", { userContext });
    },
  };
}

interface Evaluated {
  type: "success" | "exception";
  result?: { value?: string };
  exceptionDetails?: { text: string };
}

interface BidiEvent {
  level?: string;
  text?: string;
  source?: { context?: string };
}

type Bidi = Awaited<ReturnType<typeof connect>>;

async function connect(address: string) {
  const socket = new WebSocket(address);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener("open", () => resolve(), { once: true });
    socket.addEventListener("error", () => reject(new Error(`Firefox does not answer at ${address}.`)), {
      once: true,
    });
  });
  let sent = 0;
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  const listeners = new Set<(method: string, event: BidiEvent) => void>();
  socket.addEventListener("message", ({ data }) => {
    const { id, type, method, params, result, error, message } = JSON.parse(String(data));
    if (type === "event") for (const listener of listeners) listener(method, params);
    const request = waiting.get(id);
    waiting.delete(id);
    if (type === "error") request?.reject(new Error(`${error}: ${message}`));
    else request?.resolve(result as never);
  });
  socket.addEventListener("close", () => {
    for (const { reject } of waiting.values()) reject(new Error("Firefox has ended."));
    waiting.clear();
  });
  return {
    send<T>(method: string, params: object): Promise<T> {
      const id = ++sent;
      return new Promise<T>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        socket.send(JSON.stringify({ id, method, params }));
        // Longer than any wait of a test, so this only ends a command that hangs.
        const giveUp = () => reject(new Error(`Firefox has not answered ${method}.`));
        setTimeout(giveUp, 2 * hangTimeoutMs).unref();
      });
    },
    follow(listener: (method: string, params: BidiEvent) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => socket.close(),
  };
}

function addressOf(browser: ReturnType<typeof spawn>): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    browser.stderr?.on("data", (text: Buffer) => {
      printed = (printed + text.toString()).slice(-4_000);
      const [, address] = /WebDriver BiDi listening on (ws:\S+)/.exec(printed) ?? [];
      if (address !== undefined) resolve(address);
    });
    setTimeout(() => reject(new Error(`Firefox has not started.\n${printed}`)), 2 * hangTimeoutMs).unref();
    browser.once("error", reject);
    browser.once("exit", (code) => reject(new Error(`Firefox ended with code ${code}.\n${printed}`)));
  });
}
