import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

/** Code that only the file `home` may contain. */
const handWritten = [
  { pattern: /`user:\$\{/, home: "server/audit/rows.ts", instead: "actorOf(viewer) or userActor(id)" },
  {
    pattern: /!isStaffOf\(\w+, \w+\.club_id\)\)\s*\{?\s*throw notFound/,
    home: "server/http/access/own.ts",
    instead: "ownEvent, ownRow or ownOfClub",
  },
];

function handWrittenIn(path: string, text: string): string[] {
  return handWritten
    .filter(({ pattern, home }) => path !== home && pattern.test(text))
    .map(({ instead }) => `${path}: use ${instead}`);
}

test("only one file checks the owner of an event, and only one file builds an actor's name", () => {
  const paths = readdirSync(join(root, "server"), { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith(".ts") && !/\.(test|fixture)\.ts$/.test(name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !path.startsWith("server/testing/"));
  expect(paths).toContain("server/http/access/own.ts");
  expect(paths.flatMap((path) => handWrittenIn(path, readFileSync(join(root, path), "utf8")))).toEqual([]);
});

test("a planted check of the owner and a planted actor's name are found", () => {
  const planted = `
    const event = await eventById(db, eventId);
    if (event === undefined || !isStaffOf(viewer, event.club_id)) throw notFound("event");
    await record(tx, [{ actor: \`user:\${viewer.id}\`, entity: "event" }]);`;
  expect(handWrittenIn("server/routes/planted.ts", planted)).toHaveLength(2);
});
