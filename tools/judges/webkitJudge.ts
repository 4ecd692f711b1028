// WebKitGTK has Safari's engine.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { runJourneys } from "./engine.ts";
import { installDebian } from "./installed.ts";
import type { Judge } from "./judge.ts";

export const webkitJudge: Judge = {
  name: "webkit",
  install: () => installDebian(["webkit2gtk-driver", "xvfb"], ["WebKitWebDriver", "Xvfb"]),
  run: () => runJourneys("webkit", miniBrowser()),
  control: () => runJourneys("webkit", miniBrowser(), ["--control"]),
};

/** Finds WebKitGTK's own small browser, which Debian installs outside of the PATH. */
function miniBrowser(): string {
  const browserPath = readdirSync("/usr/lib")
    .filter((name) => name.endsWith("-linux-gnu"))
    .flatMap((name) =>
      readdirSync(join("/usr/lib", name))
        .filter((one) => one.startsWith("webkit2gtk-"))
        .map((one) => join("/usr/lib", name, one, "MiniBrowser")),
    )
    .find((path) => existsSync(path));
  if (browserPath === undefined) throw new Error("webkit2gtk-driver has installed no MiniBrowser.");
  return browserPath;
}
