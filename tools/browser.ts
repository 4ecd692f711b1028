import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "@playwright/test";

export const browserAdvice =
  "No Chromium was found. Install Chromium, Google Chrome or Edge, or set CHROMIUM_PATH to its path. " +
  "As root on Debian, npm test installs Debian's chromium by itself.";

/**
 * Finds a browser that runs, or returns null. Debian's headless shell comes first, because the journeys are faster with
 * it. With `install`, it may be installed.
 */
export async function findBrowser(options: { install: boolean }): Promise<string | null> {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath) return firstThatRuns([configuredPath]);
  const headlessShell = await firstThatRuns(installed(["chromium-headless-shell"]));
  if (headlessShell === null && options.install) installOnDebian();
  return headlessShell ?? firstThatRuns(candidates());
}

export const firefoxAdvice = "No Firefox was found. Install it, or set FIREFOX_PATH to its path.";

export async function findFirefox(): Promise<string | null> {
  const configuredPath = process.env.FIREFOX_PATH;
  if (configuredPath) return firstThatRuns([configuredPath]);
  return firstThatRuns([
    ...installed(["firefox-esr", "firefox"]),
    ...(process.platform === "darwin" ? ["/Applications/Firefox.app/Contents/MacOS/firefox"] : []),
  ]);
}

function candidates(): string[] {
  return [...knownPlaces(), chromium.executablePath()].filter((path) => existsSync(path));
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

function installed(names: string[]): string[] {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/snap/bin"];
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter((path) => existsSync(path));
}

/** Tries to run each browser, because Ubuntu's "chromium-browser" only says that a snap must be installed. */
async function firstThatRuns(paths: string[]): Promise<string | null> {
  for (const path of paths) {
    const isWorking = await new Promise<boolean>((resolve) => {
      // On Windows a browser opens a window instead of printing its version.
      if (process.platform === "win32") resolve(existsSync(path));
      else execFile(path, ["--version"], { timeout: 20_000 }, (error) => resolve(error === null));
    });
    if (isWorking) return path;
  }
  return null;
}

function installOnDebian(): void {
  if (!mayInstall()) return;
  console.log("Installing Debian's chromium for the journeys.");
  apt("update");
  // Older versions of Debian have no headless shell.
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
