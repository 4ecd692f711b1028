// Which browser do the journeys run in?
// The system's own Chromium or one of its kin: Playwright's download is not needed, and often not allowed. Debian builds
// Chromium a second time without windows (chromium-headless-shell), which takes two thirds of the time and goes first.
import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

/** What to do on a machine where no browser was found. */
export const browserAdvice =
  "No Chromium was found. Install Chromium, Google Chrome or Edge, or name one with CHROMIUM_PATH. " +
  "As root on Debian, npm test installs Debian's chromium by itself.";

/**
 * The path of a browser that runs here, or null. CHROMIUM_PATH goes first, and nothing else is tried when it is set.
 * @param options `install`: get Debian's chromium when we may.
 */
export async function findBrowser(options: { install: boolean }): Promise<string | null> {
  const named = process.env.CHROMIUM_PATH;
  if (named) return firstThatRuns([named]);
  const shell = await firstThatRuns(installed(["chromium-headless-shell"]));
  if (shell === null && options.install) installOnDebian();
  return shell ?? firstThatRuns(candidates());
}

/** What to do on a machine where no Firefox was found. */
export const firefoxAdvice =
  "No Firefox was found. Install it, or name one with FIREFOX_PATH. As root on Debian, npm test installs firefox-esr by itself.";

/**
 * The path of a Firefox that runs here, or null. FIREFOX_PATH goes first, and nothing else is tried when it is set.
 * @param options `install`: get Debian's firefox-esr when we may.
 */
export async function findFirefox(options: { install: boolean }): Promise<string | null> {
  const named = process.env.FIREFOX_PATH;
  if (named) return firstThatRuns([named]);
  const places = () => [
    ...installed(["firefox-esr", "firefox"]),
    ...(process.platform === "darwin" ? ["/Applications/Firefox.app/Contents/MacOS/firefox"] : []),
  ];
  const found = await firstThatRuns(places().filter((path) => existsSync(path)));
  if (found !== null || !options.install || !mayInstall()) return found;
  // Not by the console: what a test says there is taken for a fault.
  process.stderr.write("Installing Debian's firefox-esr for the tests.\n");
  apt("update");
  install("firefox-esr");
  return firstThatRuns(places());
}

function candidates(): string[] {
  return [...knownPlaces(), chromium.executablePath()].filter((path) => path !== "" && existsSync(path));
}

function knownPlaces(): string[] {
  if (process.platform === "darwin")
    return [
      "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
      "/Applications/Chromium.app/Contents/MacOS/Chromium",
      "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    ];
  if (process.platform === "win32") {
    const { PROGRAMFILES = "", "PROGRAMFILES(X86)": x86 = "", LOCALAPPDATA = "" } = process.env;
    return [PROGRAMFILES, x86, LOCALAPPDATA].flatMap((folder) => [
      join(folder, "Google", "Chrome", "Application", "chrome.exe"),
      join(folder, "Microsoft", "Edge", "Application", "msedge.exe"),
    ]);
  }
  return installed([
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
  ]);
}

/** Where programs of these names are, on a system that keeps them in its PATH. */
function installed(names: string[]): string[] {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/snap/bin"];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter((path) => existsSync(path));
}

/** Ubuntu has a "chromium-browser" that only asks for a snap, so being there is not enough. */
async function firstThatRuns(paths: string[]): Promise<string | null> {
  for (const path of paths) {
    const works = await new Promise<boolean>((resolve) => {
      // Windows' browsers open a window instead of telling their version.
      if (process.platform === "win32") resolve(existsSync(path));
      else execFile(path, ["--version"], { timeout: 20_000 }, (error) => resolve(error === null));
    });
    if (works) return path;
  }
  return null;
}

function installOnDebian(): void {
  if (!mayInstall()) return;
  console.log("Installing Debian's chromium for the journeys.");
  apt("update");
  // An older Debian has no headless shell of its own.
  if (!install("chromium-headless-shell")) install("chromium");
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync("/etc/debian_version");
}

function install(name: string): boolean {
  return apt("install", "--yes", "--no-install-recommends", name);
}

function apt(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync("apt-get", args, { env, stdio: "ignore" }).status === 0;
}
