/**
 * Drives WebKitGTK, which has Safari's engine, by its classic WebDriver (https://www.w3.org/TR/webdriver2/). Xvfb is
 * the virtual screen that its browser needs.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hangTimeoutMs } from "../../server/testing/patience.ts";
import type { Size, Tab, TestBrowser } from "./driver.ts";

const iPhone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1";

/** The driver is started again, because it sometimes fails to start a browser for a window. */
const maxTries = 3;

/**
 * Scripts take milliseconds, because none waits for a promise. If the page is left meanwhile, the driver may never
 * answer this script, but it answers the next one.
 */
const scriptTimeoutMs = 20_000;

/** Starts a virtual screen for the browser. `miniBrowser` is the path of WebKitGTK's own small browser. */
export async function startWebKit(miniBrowser: string): Promise<TestBrowser> {
  const home = await mkdtemp(join(tmpdir(), "foyer-webkit-"));
  // Large buttons of the toolbar would keep a window wider than a phone.
  await mkdir(join(home, "gtk-3.0"), { recursive: true });
  await writeFile(
    join(home, "gtk-3.0", "gtk.css"),
    "* { padding: 0; margin: 0; min-width: 0; border-width: 0; font-size: 6px; }",
  );
  const screen = spawn("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const close = async () => {
    await endProcess(screen);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const [display] = (await once(screen.stdout, "data", {
      signal: AbortSignal.timeout(hangTimeoutMs),
    })) as [Buffer];
    const env = {
      ...process.env,
      DISPLAY: `:${display.toString().trim()}`,
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: join(home, "cache"),
      XDG_DATA_HOME: join(home, "data"),
      GDK_BACKEND: "x11",
      LIBGL_ALWAYS_SOFTWARE: "1",
      TZ: "America/New_York",
      LANG: "en_US.UTF-8",
    };
    return { open: (size) => openTab({ env, miniBrowser, size }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

interface NewTab {
  env: NodeJS.ProcessEnv;
  miniBrowser: string;
  size: Size;
}

async function openTab(options: NewTab): Promise<Tab> {
  for (let tryCount = 1; ; tryCount++) {
    const port = await freePort();
    // The driver has its own process group, so that the browser and its processes end with it.
    const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
      stdio: "ignore",
      env: options.env,
      detached: true,
    });
    try {
      const url = `http://127.0.0.1:${port}`;
      await waitUntilDriverAnswers(url);
      return await tabOf(driver, url, options);
    } catch (error) {
      await endProcess(driver);
      if (tryCount === maxTries) throw error;
    }
  }
}

async function tabOf(running: ChildProcess, driver: string, options: NewTab): Promise<Tab> {
  const { miniBrowser, size } = options;
  const isPhone = size.width < 500;
  const args = ["--automation", ...(isPhone ? [`--user-agent=${iPhone}`] : [])];
  const capabilities = {
    alwaysMatch: {
      "webkitgtk:browserOptions": { binary: miniBrowser, args },
      pageLoadStrategy: "none",
      timeouts: { script: scriptTimeoutMs, pageLoad: hangTimeoutMs },
    },
  };
  // Sometimes the driver hangs instead of starting a browser. A shorter timeout begins the next try sooner.
  const { sessionId } = await ask<{ sessionId: string }>(
    "POST",
    `${driver}/session`,
    { capabilities },
    hangTimeoutMs / 3,
  );
  const session = `${driver}/session/${sessionId}`;
  let attempt = 0;
  // The driver's own wait for promises is not used: it hangs if the page is left meanwhile.
  const run = <T>(script: string) =>
    ask<T>("POST", `${session}/execute/sync`, { script, args: [] }, scriptTimeoutMs);
  const tab: Tab = {
    goto: (url) => ask("POST", `${session}/url`, { url }),
    async evaluate<T>(expression: string): Promise<T> {
      const place = `answersToTests[${++attempt}]`;
      await run(`globalThis.answersToTests ??= {};
        Promise.resolve().then(() => (${expression})).then(
          (value) => { ${place} = { value: JSON.stringify(value ?? null) }; },
          (error) => { ${place} = { error: String(error) }; });`);
      const endsAt = Date.now() + hangTimeoutMs;
      while (Date.now() < endsAt) {
        const reply = await run<Answer | null>(
          `return globalThis.answersToTests ? ${place} ?? null : { isLeft: true };`,
        );
        if (reply?.isLeft) throw new Error(`The page was left during: ${expression}`);
        if (reply?.error !== undefined) throw new Error(`${reply.error}: ${expression}`);
        if (reply !== null) return JSON.parse(reply.value ?? "null") as T;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error(`No answer came: ${expression}`);
    },
    act: (actions) => ask("POST", `${session}/actions`, { actions }),
    async screenshot() {
      return Buffer.from(await ask<string>("GET", `${session}/screenshot`), "base64");
    },
    // WebKit's driver reports no errors.
    errors: () => [],
    async close() {
      await ask("DELETE", session).catch(() => {});
      await endProcess(running);
    },
  };
  // A window is larger than its content, because of its toolbar.
  await ask("POST", `${session}/window/rect`, { x: 0, y: 0, ...size });
  const inside = await tab.evaluate<Size>("({ width: innerWidth, height: innerHeight })");
  await ask("POST", `${session}/window/rect`, {
    x: 0,
    y: 0,
    width: size.width * 2 - inside.width,
    height: size.height * 2 - inside.height,
  });
  return tab;
}

/** `isLeft` means that the page was replaced before it answered. */
interface Answer {
  value?: string;
  error?: string;
  isLeft?: boolean;
}

async function ask<T>(method: string, url: string, body?: object, timeoutMs = hangTimeoutMs): Promise<T> {
  const signal = AbortSignal.timeout(timeoutMs);
  const answer = await fetch(url, { method, signal, ...(body && { body: JSON.stringify(body) }) });
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`WebKit: ${value.error}: ${value.message}`);
  return value;
}

async function waitUntilDriverAnswers(driver: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    const answer = await fetch(`${driver}/status`).catch(() => null);
    if (answer?.ok) return;
    if (tries > 200) throw new Error("WebKitWebDriver does not answer.");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Ends a process with its group, if it has one. */
async function endProcess(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
  await exit;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}
