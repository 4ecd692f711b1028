/** What the built pages call, the oldest browsers that Foyer works in have (web/shell/browserFloor.ts). */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { buildIfStale } from "../../tools/build.ts";
import { newerCallsIn } from "./newerCalls.ts";

const client = fileURLToPath(new URL("../../dist/client/", import.meta.url));

const ours = "a name of our own or of a library, not the browser's";
const asked = "asked for before it is used";
/** What may be named, and why. */
const allowed: Record<string, string> = {
  ".addElement": ours,
  ".containerId": ours,
  ".createContext": ours,
  ".createView": ours,
  ".displayName": ours,
  ".fullName": ours,
  ".isActive": ours,
  ".isValid": ours,
  ".setStatus": ours,
  ".toArray": ours,
  ".updateSelection": ours,
  ".imageSizes": "an attribute, which older browsers ignore",
  ".fetchPriority": "an attribute, which older browsers ignore",
  ".movementX": "React reckons it",
  ".movementY": "React reckons it",
  ".changedTouches": "of touches, which devices without them never tell of",
  TouchEvent: asked,
  ".canIntercept": "React's of transitions, which are not used",
  ".currentEntry": "React's of transitions, which are not used",
  ".skipTransition": "of view transitions, which are not used",
  ".startViewTransition": "of view transitions, which are not used",
  ".viewTransition": "of view transitions, which are not used",
  "Document.startViewTransition": "of view transitions, which are not used",
  ".caretPositionFromPoint": asked,
  ".caretRangeFromPoint": asked,
  ".offsetNode": "of caretPositionFromPoint, which is asked for",
  ".getComposedRanges": asked,
  ".getHTML": "the editor's own method",
  ".createHTML": asked,
  ".createPolicy": asked,
  ".defaultPolicy": asked,
  ".hasBeenActive": asked,
  ".requestVideoFrameCallback": asked,
  BarcodeDetector: asked,
  "Navigator.audioSession": asked,
  "Navigator.connection": asked,
  "Navigator.share": asked,
  "Navigator.userActivation": asked,
  "Navigator.vibrate": asked,
  "Navigator.wakeLock": asked,
  "Symbol.dispose": asked,
};

describe("what is newer than the floor is found", () => {
  test.each([
    ["AbortSignal.any([a, b])", "AbortSignal.any"],
    ["window.AbortSignal.any([a, b])", "AbortSignal.any"],
    ["const { promise } = Promise.withResolvers()", "Promise.withResolvers"],
    ["Map.groupBy(list, of)", "Map.groupBy"],
    ["Object.groupBy(list, of)", "Object.groupBy"],
    ["URL.canParse(address)", "URL.canParse"],
    ["self.crypto.randomUUID()", "Crypto.randomUUID"],
    ['crypto["randomUUID"]()', "Crypto.randomUUID"],
    ["list.toSorted()", ".toSorted"],
    ["text.isWellFormed()", ".isWellFormed"],
    ["new URLPattern({ pathname })", "URLPattern"],
    ["button.checkVisibility()", ".checkVisibility"],
    ["navigator.setAppBadge(3)", "Navigator.setAppBadge"],
    ["Array.fromAsync(stream)", "Array.fromAsync"],
  ])("%s", (script, name) => {
    expect([...newerCallsIn(script)]).toEqual([name]);
  });
});

test("what the floor has is not taken for newer", () => {
  const script = `list.at(-1); structuredClone(a); new CompressionStream("gzip"); AbortSignal.timeout(9); Object.hasOwn(a, b);
    const rows = { toSorted: 1, AbortSignal: 2 }; crypto.getRandomValues(bytes); text.replaceAll("a", "b"); Promise.any([]);`;
  expect([...newerCallsIn(script)]).toEqual([]);
});

test("the built pages, with their libraries, use nothing that the oldest browsers lack", async () => {
  await buildIfStale();
  const files = readdirSync(client, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  expect(files.length).toBeGreaterThan(20);
  const found = new Map<string, string[]>();
  for (const file of files)
    for (const name of newerCallsIn(readFileSync(client + file, "utf8")))
      found.set(name, [...(found.get(name) ?? []), file]);
  expect([...found].filter(([name]) => allowed[name] === undefined)).toEqual([]);
  // What is no longer there needs no leave.
  expect(Object.keys(allowed).filter((name) => !found.has(name))).toEqual([]);
});
