/** A fake with recorded answers of pretix 2026.8; people and orders are invented. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface RecordedAnswers {
  event: Record<string, unknown>;
  items: RecordedEntry[];
  questions: RecordedEntry[];
  quotas: RecordedEntry[];
  vouchers: RecordedEntry[];
  taxrules: RecordedEntry[];
  orders: RecordedEntry[];
}

type RecordedEntry = Record<string, unknown>;

/** Answers in place of the fake, or returns false. */
export type AnswerInstead = (request: IncomingMessage, reply: ServerResponse) => boolean;

/** A copy of the answers, about the event of tools/judges/pretixEvent.py. */
export const recordedAnswers = (): RecordedAnswers =>
  JSON.parse(readFileSync(new URL("answers.json", import.meta.url), "utf8")) as RecordedAnswers;

export const fakePretixSource = { token: "recorded-token", organizer: "rowing", event: "gala" };

export interface FakePretix {
  url: string;
  requests: string[];
  close: () => Promise<void>;
}

/** Starts a fake pretix on the loopback, which divides lists into pages. */
export async function startFakePretix(
  options: { answers?: RecordedAnswers; pageSize?: number; instead?: AnswerInstead } = {},
): Promise<FakePretix> {
  const { answers = recordedAnswers(), pageSize = 50, instead } = options;
  const requests: string[] = [];
  const { token, organizer, event } = fakePretixSource;
  const base = `/api/v1/organizers/${organizer}/events/${event}/`;
  const server = createServer((request, reply) => {
    requests.push(request.url!);
    if (instead?.(request, reply) === true) return;
    const send = (status: number, body: object) =>
      reply.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Token ${token}`) return send(401, { detail: "Invalid token." });
    const url = new URL(request.url!, "http://pretix.test");
    // pretix does not reveal which events exist.
    if (!url.pathname.startsWith(base))
      return send(403, { detail: "You do not have permission to perform this action." });
    const name = url.pathname.slice(base.length, -1);
    if (name === "") return send(200, answers.event);
    const entries = answers[name as keyof Omit<RecordedAnswers, "event">];
    if (entries === undefined)
      return reply.writeHead(404, { "content-type": "text/html" }).end("<h1>404</h1>");
    const size = Math.min(pageSize, Number(url.searchParams.get("page_size") ?? 50));
    const page = Number(url.searchParams.get("page") ?? 1);
    if (page > 1 && (page - 1) * size >= entries.length) return send(404, { detail: "Invalid page." });
    const hasMore = page * size < entries.length;
    return send(200, {
      count: entries.length,
      // Foyer must not follow it: a hostile server could send an address of Foyer's own machine.
      next: hasMore ? `http://127.0.0.1:1${url.pathname}?page=${page + 1}` : null,
      previous: null,
      results: entries.slice((page - 1) * size, page * size),
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
