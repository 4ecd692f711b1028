// Checks in Debian's Firefox that the pages start and the journeys work. (test/browsers)
import { findFirefox, firefoxAdvice } from "../browser.ts";
import { journeysIn } from "./engine.ts";
import { debian } from "./installed.ts";
import type { Judge } from "./judge.ts";

export const firefoxJudge: Judge = {
  name: "firefox",
  install: async () =>
    (await findFirefox({ install: false })) === null ? debian(["firefox-esr"], ["firefox-esr"]) : null,
  run: async () => journeysIn("firefox", await path()),
  control: async () => journeysIn("firefox", await path(), ["--control"]),
};

async function path(): Promise<string> {
  const found = await findFirefox({ install: false });
  if (found === null) throw new Error(firefoxAdvice);
  return found;
}
