/** The oldest supported browsers are in web/lib/browserFloor.ts. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { buildIfStale } from "../../tools/build.ts";
import { newerCallsIn } from "./newerCalls.ts";
import { newerStylesIn } from "./newerStyles.ts";

const client = fileURLToPath(new URL("../../dist/client/", import.meta.url));

const ours = "a name of ours or of a library, not the browser's";
const tested = "tested for before it is used";
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
  ".toBase64": "tested for first (qr)",
  ".updateSelection": ours,
  ".imageSizes": "an attribute, which older browsers ignore",
  ".fetchPriority": "an attribute, which older browsers ignore",
  ".movementX": "React computes it",
  ".movementY": "React computes it",
  ".changedTouches": "of touch events, which devices without touch never send",
  TouchEvent: tested,
  ".canIntercept": "React's code for transitions, which are not used",
  ".currentEntry": "React's code for transitions, which are not used",
  ".skipTransition": "part of view transitions, which are not used",
  ".startViewTransition": "part of view transitions, which are not used",
  ".viewTransition": "part of view transitions, which are not used",
  "Document.startViewTransition": "part of view transitions, which are not used",
  ".caretPositionFromPoint": tested,
  ".caretRangeFromPoint": tested,
  ".offsetNode": "part of the result of caretPositionFromPoint, which is tested for",
  ".getComposedRanges": tested,
  ".getHTML": "the editor's own method",
  ".createHTML": tested,
  ".createPolicy": tested,
  ".defaultPolicy": tested,
  ".hasBeenActive": tested,
  ".requestVideoFrameCallback": tested,
  BarcodeDetector: tested,
  "BarcodeDetector.getSupportedFormats": tested,
  "Navigator.audioSession": tested,
  "Navigator.connection": tested,
  "Navigator.share": tested,
  "Navigator.userActivation": tested,
  "Navigator.vibrate": tested,
  "Navigator.wakeLock": tested,
  "Symbol.dispose": tested,
};

describe("scripts", () => {
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
  ])("a feature newer than the oldest browsers is found: %s", (script, name) => {
    expect([...newerCallsIn(script)]).toEqual([name]);
  });
});

test("a feature that the oldest browsers have is not reported", () => {
  const script = `list.at(-1); structuredClone(a); new CompressionStream("gzip"); AbortSignal.timeout(9); Object.hasOwn(a, b);
    const rows = { toSorted: 1, AbortSignal: 2 }; crypto.getRandomValues(bytes); text.replaceAll("a", "b"); Promise.any([]);`;
  expect([...newerCallsIn(script)]).toEqual([]);
});

const nicer = "looks nicer, and everything works without it";
const printed = "for the printer";
const noCursor = "a phone shows no cursor";
const sameName = "an older function with the name of a newer one";
const allowedStyles: Record<string, string> = {
  ":has": nicer,
  "@media scripting": "browsers without it show the parts that need scripts",
  "@page": printed,
  size: printed,
  "break-after: avoid": printed,
  "float: inline-start": "a legend has its own line instead",
  "rect()": sameName,
  "forced-color-adjust": "a browser without forced colours has none to adjust to",
  "forced-color-adjust: none": "a browser without forced colours has none to adjust to",
  resize: nicer,
  "resize: vertical": nicer,
  "scrollbar-color": nicer,
  "scrollbar-width": nicer,
  "scrollbar-width: none": nicer,
  "scrollbar-width: thin": nicer,
  "text-box-edge": nicer,
  "text-box-edge: alphabetic": nicer,
  "text-box-edge: cap": nicer,
  "text-box-trim": nicer,
  "text-box-trim: trim-both": nicer,
  "text-wrap": nicer,
  "text-wrap: balance": nicer,
  "text-wrap: pretty": nicer,
  zoom: "Firefox draws the preview in its full size",
  ...Object.fromEntries(
    ["pointer", "move", "not-allowed", "grab", "grabbing", "default"].map((cursor) => [
      `cursor: ${cursor}`,
      noCursor,
    ]),
  ),
};

describe("styles", () => {
  test.each([
    [".a { background: color-mix(in srgb, var(--text) 8%, transparent) }", "color-mix()"],
    [".a { --veil: color-mix(in srgb, red, blue) }", "color-mix()"],
    [".a { color: light-dark(red, blue) }", "light-dark()"],
    [".a { text-wrap: balance; }", "text-wrap: balance"],
    [".a { field-sizing: content }", "field-sizing"],
    [".a:has(b) { top: 0 }", ":has"],
    ["@scope (.a) { b { top: 0 } }", "@scope"],
    ["@starting-style { b { top: 0 } }", "@starting-style"],
    ["@media (scripting: none) { b { top: 0 } }", "@media scripting"],
    [".a { user-select: none }", "user-select"],
  ])("a style newer than the oldest browsers is found: %s", (style, name) => {
    expect([...newerStylesIn(style)]).toContain(name);
  });
});

test("supported styles, styles in @supports and styles beside their prefixed name are not reported", () => {
  const style = `.a { display: grid; background: rgb(var(--accentRgb) / 25%); inset: 0; aspect-ratio: 1 }
    @supports (color: color-mix(in srgb, red, blue)) { .a { color: color-mix(in srgb, red, blue) } }
    .b { -webkit-user-select: none; user-select: none; content: "color-mix()" }
    @container (width < 20rem) { .a:focus-visible { gap: 1px } }`;
  expect([...newerStylesIn(style)]).toEqual([]);
});

test("the built scripts, with those of libraries, use no API that the oldest browsers lack, except the allowed", async () => {
  await buildIfStale();
  expectOnlyAllowed(namesInBuild(".js", newerCallsIn), allowed);
});

test("the built styles, with those of libraries, use none that the oldest browsers lack, except the allowed", async () => {
  await buildIfStale();
  expectOnlyAllowed(namesInBuild(".css", newerStylesIn), allowedStyles);
});

function namesInBuild(kind: string, namesIn: (text: string) => Set<string>): Map<string, string[]> {
  const files = readdirSync(client, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(kind),
  );
  expect(files.length).toBeGreaterThan(20);
  const found = new Map<string, string[]>();
  for (const file of files)
    for (const name of namesIn(readFileSync(client + file, "utf8")))
      found.set(name, [...(found.get(name) ?? []), file]);
  return found;
}

function expectOnlyAllowed(found: Map<string, string[]>, allowances: Record<string, string>): void {
  expect([...found].filter(([name]) => allowances[name] === undefined)).toEqual([]);
  // An exception that is no longer needed must be removed.
  expect(Object.keys(allowances).filter((name) => !found.has(name))).toEqual([]);
}
