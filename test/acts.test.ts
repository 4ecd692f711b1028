import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** The files that may use newKey or randomUUID, and why. */
const otherKeys: Readonly<Record<string, string>> = {
  "web/lib/newKey.ts": "makes all random names",
  "web/act/requestKeys.ts": "the keys of requests",
  "web/door/acts.ts": "the id of a scan",
  "web/door/thisDevice.ts": "the id of a device",
  "web/door/sale.ts": "the key of a sale at the door, which is on the disk before it is sent",
  "web/door/openDoor.ts": "passes newKey to the sale",
  "web/door/practiceDoor.ts": "the ids of acts and sales of practice, which are never sent",
  "web/pages/event/form/FormBuilder.tsx": "the id of a question that is not saved yet",
};

/** Says which key or latch (a flag against double clicks) a source has of its own. */
function ownLatchOrKey(path: string, source: string): string | null {
  if (!(path in otherKeys) && /\bnewKey\b|\brandomUUID\b/.test(source)) return "makes a key";
  if (path.startsWith("web/act/")) return null;
  const flags = source.matchAll(
    /const (?:(\w+) = useRef|\[(\w+), (\w+)\] = useState)(?:<[^>]*>)?\((?:false|null)\)/g,
  );
  for (const [, ref, state, setter] of flags) {
    const read = ref === undefined ? state! : `${ref}\\.current`;
    const set = ref === undefined ? `${setter}\\(` : `${ref}\\.current = `;
    // A latch returns while its flag is set, and otherwise sets it.
    const latch = new RegExp(
      `if \\((?:[^()!]*\\|\\| )?${read}(?: !== null)?(?: \\|\\| [^{;]*)?\\) (?:return|\\{\\s*return)\\b[^]{0,900}?\\b${set}(?!null|false)`,
    );
    if (latch.test(source)) return `has a latch: ${ref ?? state}`;
  }
  return null;
}

const sources = readdirSync(join(root, "web"), { recursive: true, withFileTypes: true })
  .filter(({ name }) => /\.tsx?$/.test(name) && !/\.(?:test|fixture)\.tsx?$/.test(name))
  .map(({ parentPath, name }) => join(parentPath, name));

describe("changes from a page", () => {
  test("pages have no latches or keys of their own, and use web/act instead", () => {
    const found = sources.flatMap((file) => {
      const path = file.slice(root.length + 1);
      const why = ownLatchOrKey(path, readFileSync(file, "utf8"));
      return why === null ? [] : [`${path} ${why}`];
    });
    expect(found).toEqual([]);
  });

  test("each file that may make random names still uses newKey", () => {
    for (const path of Object.keys(otherKeys))
      expect(readFileSync(join(root, path), "utf8"), path).toMatch(/\bnewKey\b/);
  });

  test.each([
    ["a key of its own", 'await api.post("event/save", body, { idempotencyKey: newKey() });'],
    ["a random key of its own", "const key = crypto.randomUUID();"],
    [
      "a latch in a reference",
      "const isUnderWay = useRef(false);\nasync function press() {\n  if (isUnderWay.current) return;\n  isUnderWay.current = true;\n}",
    ],
    [
      "a latch in a reference with another condition",
      "const isActing = useRef<boolean>(false);\nif (isActing.current || problem !== null) return;\nisActing.current = true;",
    ],
    [
      "a latch in a state",
      "const [busy, setBusy] = useState(false);\nasync function go() {\n  if (busy) return;\n  setBusy(true);\n}",
    ],
    [
      "a latch that stores which button was pressed",
      "const [fetching, setFetching] = useState<string | null>(null);\nif (fetching !== null) return;\nsetFetching(format);",
    ],
  ])("a planted source that has %s is found", (_what, source) => {
    expect(ownLatchOrKey("web/pages/event/Planted.tsx", source)).not.toBeNull();
  });

  test("a flag that prevents nothing is no latch", () => {
    const source =
      "const isShown = useRef(true);\nconst [isOpen, setOpen] = useState(false);\nif (!isShown.current) return;\nsetOpen(true);";
    expect(ownLatchOrKey("web/pages/event/Planted.tsx", source)).toBeNull();
  });
});
