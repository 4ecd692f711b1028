/**
 * The figures of an event as they move, while a page of staff is open: `GET /api/event/{eventId}/live?date=…`, server-
 * sent events with the token in the `authorization` header. Invariant: a stream ends with its session, with its reader
 * and with the server; there are never more than a bounded number of them, and none holds more than a message back.
 */
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import { DomainError } from "../domainError.ts";
import { eventById } from "../events/rows.ts";
import { type FiguresListener, openLiveFigures } from "../stats/live.ts";
import { type Counted, figuresOf } from "../stats/statistics.ts";
import { registerFile } from "./files.ts";
import type { House } from "./route.ts";
import { isStaffOf, owned } from "./staff.ts";

/** How many streams one node carries, how many one person may have, and how often a silent one is looked at. */
export interface LiveBounds {
  mostStreams: number;
  mostPerUser: number;
  beatMs: number;
}

const standardBounds: LiveBounds = { mostStreams: 500, mostPerUser: 10, beatMs: 15_000 };

interface Stream {
  userId: number;
  end: () => void;
}

/** Registers the call. */
export async function registerLive(
  app: FastifyInstance,
  { db, sessions, passes }: Pick<House, "db" | "sessions" | "passes">,
  listener: FiguresListener,
  bounds: LiveBounds = standardBounds,
): Promise<void> {
  const figures = await openLiveFigures(listener);
  const streams = new Set<Stream>();
  // All who look at the same day are told at the same moment: the figures are read once for them.
  const reading = new Map<string, Promise<string>>();
  function messageOf(event: Counted, date: string): Promise<string> {
    const key = `${event.id} ${date}`;
    const known = reading.get(key);
    if (known !== undefined) return known;
    const made = figuresOf(db, event, date)
      .then((read) => `event: figures\ndata: ${JSON.stringify(read)}\n\n`)
      .finally(() => reading.delete(key));
    reading.set(key, made);
    return made;
  }
  // A stream that goes on would keep the server from closing.
  app.addHook("preClose", async () => {
    for (const stream of streams) stream.end();
  });

  const live = { name: "event/{eventId}/live", sessions, passes } as const;
  registerFile(app, live, async ({ params, query, viewer, token, request, reply }) => {
    const { date } = query;
    const event = owned(await eventById(db, params.eventId), viewer, (row) => row.club_id, "event");
    const mine = [...streams].filter(({ userId }) => userId === viewer?.id).length;
    if (mine >= bounds.mostPerUser)
      throw new DomainError("tooMany", "Too many pages of yours are live. Please close one.", {
        retryAfterSeconds: 10,
      });
    if (streams.size >= bounds.mostStreams)
      throw new DomainError("busy", "Too many pages are live at this moment. The figures are still right.");

    const raw = opened(reply);
    const isAllowed = async () => {
      const bearer = token === null ? "unknown" : await sessions.bearerOf(token);
      return typeof bearer === "object" && isStaffOf(bearer.user, event.club_id);
    };
    const tell = guarded(async () => {
      if (!(await isAllowed())) return end();
      write(raw, await messageOf(event, date));
    });
    const beat = guarded(async () => {
      if (!(await isAllowed())) return end();
      // A comment: proxies close what is silent for long.
      write(raw, ":\n\n");
    });
    const leave = figures.watch(event.id, tell);
    const timer = setInterval(beat, bounds.beatMs);
    timer.unref();
    const stream: Stream = { userId: viewer?.id ?? 0, end };
    streams.add(stream);
    raw.on("close", () => {
      clearInterval(timer);
      leave();
      streams.delete(stream);
    });
    tell();

    function end(): void {
      raw.end();
    }

    /** What fails ends the stream: its reader comes back and is told why. */
    function guarded(act: () => Promise<void>): () => void {
      return () =>
        void act().catch((error: unknown) => {
          request.log.warn({ err: error }, "live figures");
          end();
        });
    }
  });
}

function opened(reply: FastifyReply): ServerResponse {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // Nothing else comes on this connection, so that a server that closes need not wait for it.
    connection: "close",
    // nginx would hold messages back until they fill a page.
    "x-accel-buffering": "no",
  });
  reply.raw.flushHeaders();
  return reply.raw;
}

const mostHeldBack = 64 * 1024;

/** A reader that does not read is let go. */
function write(raw: ServerResponse, text: string): void {
  if (raw.destroyed || raw.writableEnded) return;
  if (raw.writableLength > mostHeldBack) raw.destroy();
  else raw.write(text);
}
