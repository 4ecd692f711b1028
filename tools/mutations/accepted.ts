// The mutations that no test notices, with the reasons why that is acceptable.

/** `text`: the line in the file, trimmed. */
export type AcceptedMutant = { file: string; text: string; what: string; reason: string };

/** An entry that matches no line is reported, and must be removed. */
export const accepted: AcceptedMutant[] = [
  {
    file: "server/http/client.ts",
    text: "const mostRemembered = 20_000;",
    what: "makes the number ten times larger",
    reason: "only how much memory a flood may take: nobody meets it, and a test of it would take as much",
  },
  {
    file: "server/http/client.ts",
    text: "if (known === undefined || now >= known.from + windowMs) {",
    what: 'reads ">" for ">="',
    reason: "one millisecond of ten minutes",
  },
  {
    file: "server/http/client.ts",
    text: "const wasMany = known !== undefined && now < known.from + 2 * windowMs && known.networks.size > most;",
    what: 'reads "<=" for "<"',
    reason: "one millisecond of twenty minutes",
  },
  {
    file: "server/http/calls.ts",
    text: 'return header === undefined || header === "" || header.length > 200 ? null : header;',
    what: 'reads ">=" for ">"',
    reason: "no token has 200 letters: ours have 43",
  },
  {
    file: "server/http/pages/pagesCache.ts",
    text: "const mostBytes = 64 * 1024 * 1024;",
    what: "makes the number ten times larger",
    reason: "only how much memory many pages may take: a test of it would take as much",
  },
  {
    file: "server/http/pages/pagesCache.ts",
    text: "if (good === undefined || ageMs > oldestCopyMs) return { rendered, good: undefined };",
    what: 'reads ">=" for ">"',
    reason: "one millisecond of an hour",
  },
  ...["if (registrationIds.length === 0) return [];", "if (ending.length === 0) return [];"].map((text) => ({
    file: "server/holds/move.ts",
    text,
    what: "takes the guard away",
    reason: "only time: statements about no rows change nothing",
  })),
  ...[
    { text: "if (known?.at === now.getTime()) return known;", what: "takes the guard away" },
    { text: "events.set(event, judged);", what: "deletes the call" },
    { text: "if (known?.at === now.getTime()) return known.state;", what: "takes the guard away" },
    { text: "tickets.set(ticket, { at: now.getTime(), state });", what: "deletes the call" },
  ].map((one) => ({
    file: "server/holds/decide.ts",
    ...one,
    reason: "only time: what is judged anew is the same, and bench/ measures a decision",
  })),
  {
    file: "server/http/replyFilter.ts",
    text: "made.set(schema, filter);",
    what: "deletes the call",
    reason: "only time: a filter that is made anew is the same, and bench/ measures a hold's reply",
  },
  {
    file: "server/payments/state.ts",
    text: "const stageRanks = { inquiry: 0, chargeback: 10, appeal: 20 } as const;",
    what: "makes the number ten times larger",
    reason: "only the order of the stages counts, and 200 comes after 10 as 20 does",
  },
];
