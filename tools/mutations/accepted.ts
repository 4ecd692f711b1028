import { type Mutation, mutationsOf } from "./mutations.ts";

/** A mutation of the line `text`, which is trimmed. */
export type AcceptedMutant = { file: string; text: string; what: string; reason: string };

/** Mutations that no test needs to notice. An entry that matches no mutation must be removed. */
export const accepted: AcceptedMutant[] = [
  {
    file: "server/http/client.ts",
    text: "const maxWindows = 20_000;",
    what: "makes the number ten times larger",
    reason: "limits only the memory that a flood may take, and a test would need as much memory",
  },
  {
    file: "server/http/client.ts",
    text: "if (current === undefined || now >= current.from + windowMs) {",
    what: 'writes ">" in place of ">="',
    reason: "differs for one millisecond in ten minutes",
  },
  {
    file: "server/http/client.ts",
    text: "current !== undefined && now < current.from + 2 * windowMs && current.networks.size > limit;",
    what: 'writes "<=" in place of "<"',
    reason: "differs for one millisecond in twenty minutes",
  },
  {
    file: "server/http/calls.ts",
    text: 'return header === undefined || header === "" || header.length > 200 ? null : header;',
    what: 'writes ">=" in place of ">"',
    reason: "no token has 200 characters: ours have 43, or 48 at a door",
  },
  {
    file: "server/http/pages/pagesCache.ts",
    text: "const maxBytes = 64 * 1024 * 1024;",
    what: "makes the number ten times larger",
    reason: "limits only the memory that many pages may take, and a test would need as much memory",
  },
  {
    file: "server/http/pages/pagesCache.ts",
    text: "if (good === undefined || ageMs > oldestCopyMs) return { rendered, good: undefined };",
    what: 'writes ">=" in place of ">"',
    reason: "differs for one millisecond in an hour",
  },
  ...["if (registrationIds.length === 0) return [];", "if (ended.length === 0) return [];"].map((text) => ({
    file: "server/holds/move.ts",
    text,
    what: "removes the guard",
    reason: "saves only time: statements about no rows change nothing",
  })),
  ...[
    { text: "if (cached?.at === now.getTime()) return cached;", what: "removes the guard" },
    { text: "eventStates.set(event, current);", what: "deletes the call" },
    { text: "if (cached?.at === now.getTime()) return cached.state;", what: "removes the guard" },
    { text: "ticketStates.set(ticket, { at: now.getTime(), state });", what: "deletes the call" },
  ].map((one) => ({
    file: "server/holds/decide.ts",
    ...one,
    reason: "saves only time: a second decision is the same, and bench/ measures the time of a decision",
  })),
  {
    file: "server/http/replyFilter.ts",
    text: "filters.set(schema, filter);",
    what: "deletes the call",
    reason: "saves only time: a second filter is the same, and bench/ measures the time of a hold's reply",
  },
  {
    file: "server/payments/state.ts",
    text: "appeal: 20,",
    what: "makes the number ten times larger",
    reason: "only the order of the stages counts, and 200 comes after 10 as 20 does",
  },
  {
    file: "server/main.ts",
    text: "stopFunctions.push(clock.stop);",
    what: "deletes the call",
    reason: "the timer keeps no process alive, and nothing uses its readings after a stop",
  },
  {
    file: "server/main.ts",
    text: 'const freePort = typeof address === "object" && address !== null ? address.port : port;',
    what: 'writes "||" in place of "&&"',
    reason: "is only for the types: a server that listens on a port has an address",
  },
  {
    file: "server/main.ts",
    text: 'if (error.code === "EACCES")',
    what: "removes the guard",
    reason: "changes only the message to the operator, and root, who may run the tests, gets every port",
  },
  {
    file: "tools/start.ts",
    text: "const graceMs = 15_000;",
    what: "makes the number ten times larger",
    reason: "limits only how long a stop that hangs may take, and a test would take as long",
  },
  {
    file: "tools/start.ts",
    text: 'if (!isDeveloping && (await buildIfStale())) console.log("Built the web app.");',
    what: "deletes the call",
    reason: "prints only a message: the build itself is in the condition, and a test would build once more",
  },
  {
    file: "server/http/openapi/openapiWords.ts",
    text: "if (id === undefined) return;",
    what: "removes the guard",
    reason: "saves only memory: nothing reads the words of a schema without a name",
  },
  {
    file: "server/http/openapi/openapiWords.ts",
    text: "words.fields[field] === undefined || property.description !== undefined",
    what: 'writes "&&" in place of "||"',
    reason: "changes only which of two descriptions of a field the API page shows",
  },
  {
    file: "server/http/pages/pagesFiles.ts",
    text: "if (!existsSync(join(clientDir, file))) continue;",
    what: "removes the guard",
    reason: "a file that was not built is not found either way",
  },
  {
    file: "server/http/pages/pagesFiles.ts",
    text: 'if (existsSync(join(clientDir, "door.webmanifest"))) registerDoorManifest(app, clientDir);',
    what: "deletes the call",
    reason: "a journey opens the manifest (test/e2e/door.e2e.ts), and mutations run without a browser",
  },
  {
    file: "server/holds/newRows.ts",
    text: 'is_named: person.firstName !== "",',
    what: 'writes "===" in place of "!=="',
    reason:
      "changes only the row in memory: code that needs to know whether a guest has a name reads the database",
  },
];

export function acceptedEntry(
  file: string,
  source: string,
  { line, what }: Mutation,
): AcceptedMutant | undefined {
  const text = source.split("\n")[line - 1]?.trim();
  return accepted.find((entry) => entry.file === file && entry.text === text && entry.what === what);
}

/** Finds the entries that match no mutation of this file any more. */
export function staleEntries(file: string, source: string): AcceptedMutant[] {
  const found = mutationsOf(source, file).map((mutation) => acceptedEntry(file, source, mutation));
  return accepted.filter((entry) => entry.file === file && !found.includes(entry));
}
