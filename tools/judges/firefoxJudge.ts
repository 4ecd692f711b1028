import { findFirefox, firefoxAdvice } from "../browser.ts";
import { runJourneys } from "./engine.ts";
import { installDebian } from "./installed.ts";
import type { Judge } from "./judge.ts";

export const firefoxJudge: Judge = {
  name: "firefox",
  install: async () =>
    (await findFirefox()) === null ? installDebian(["firefox-esr"], ["firefox-esr"]) : null,
  run: async () => runJourneys("firefox", await firefoxPath()),
  control: async () => runJourneys("firefox", await firefoxPath(), ["--control"]),
};

async function firefoxPath(): Promise<string> {
  const browserPath = await findFirefox();
  if (browserPath === null) throw new Error(firefoxAdvice);
  return browserPath;
}
