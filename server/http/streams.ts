/** Server-sent events. The number of streams is bounded, so a stream must not stay open without use. */
import type { ServerResponse } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DomainError } from "../domainError.ts";

/** Bounds of one kind of streams on a node. A beat keeps a silent connection open. */
export interface StreamBounds {
  mostStreams: number;
  mostPerReader: number;
  beatMs: number;
}

/** `isAllowed` is called before each message and each beat. */
export interface StreamReader {
  /** The same text for all streams of one user or device. */
  reader: string;
  isAllowed: () => Promise<boolean>;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface Stream {
  /**
   * Returns a function that sends the result of `message`. It ends the stream after an error, or if the reader is no
   * longer allowed.
   */
  senderOf(message: () => Promise<string>): () => void;
  onEnd(callback: () => void): void;
}

export interface Streams {
  /**
   * Opens a stream. @throws DomainError `tooMany` at `mostPerReader`; `busy` at `mostStreams` or if the reader left
   */
  open(reading: StreamReader): Stream;
}

/** The streams of one kind. They end when the app closes. */
export function openStreams(app: FastifyInstance, bounds: StreamBounds): Streams {
  const streams = new Set<{ reader: string; end: () => void }>();
  // An open stream would keep the server from closing.
  app.addHook("preClose", async () => {
    for (const stream of streams) stream.end();
  });
  return {
    open({ reader, isAllowed, request, reply }) {
      // "close" comes only once, so a stream that is opened after it would never be removed.
      if (reply.raw.destroyed) throw new DomainError("busy", "The page was closed.");
      const ownStreams = [...streams].filter((stream) => stream.reader === reader).length;
      if (ownStreams >= bounds.mostPerReader)
        throw new DomainError("tooMany", "Too many of your pages show live figures. Please close one.", {
          retryAfterSeconds: 10,
        });
      if (streams.size >= bounds.mostStreams)
        throw new DomainError(
          "busy",
          "Too many pages show live figures now. Reload the page to see new figures.",
        );

      const raw = startEventStream(reply);
      const stream = { reader, end: () => void raw.end() };
      streams.add(stream);
      const senderOf = (message: () => Promise<string>) => () =>
        void (async () => {
          if (await isAllowed()) write(raw, await message());
          else stream.end();
        })().catch((error: unknown) => {
          request.log.warn({ err: error }, "live stream");
          stream.end();
        });
      // Proxies close connections that are silent for a long time.
      const timer = setInterval(
        senderOf(async () => ":\n\n"),
        bounds.beatMs,
      );
      timer.unref();
      raw.on("close", () => {
        clearInterval(timer);
        streams.delete(stream);
      });
      return { senderOf, onEnd: (callback) => void raw.on("close", callback) };
    },
  };
}

function startEventStream(reply: FastifyReply): ServerResponse {
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  reply.raw.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    // No other request follows, so a closing server need not wait for one.
    connection: "close",
    // nginx would buffer messages.
    "x-accel-buffering": "no",
  });
  reply.raw.flushHeaders();
  return reply.raw;
}

const maxBufferedBytes = 64 * 1024;

/** Sends a text, or cuts off a reader who does not read. */
function write(raw: ServerResponse, text: string): void {
  if (raw.destroyed || raw.writableEnded) return;
  if (raw.writableLength > maxBufferedBytes) raw.destroy();
  else raw.write(text);
}

/**
 * Shares the messages of a key among readers. Nobody gets one that was begun before they asked: it could miss the
 * change that they ask for.
 */
export function sharedMessages(): (key: string, make: () => Promise<string>) => Promise<string> {
  const pending = new Map<string, { running: Promise<string>; next?: Promise<string> }>();
  function begin(key: string, make: () => Promise<string>): Promise<string> {
    const running = make().finally(() => {
      if (pending.get(key)?.running === running) pending.delete(key);
    });
    pending.set(key, { running });
    return running;
  }
  return (key, make) => {
    const messages = pending.get(key);
    if (messages === undefined) return begin(key, make);
    messages.next ??= messages.running.catch(() => {}).then(() => begin(key, make));
    return messages.next;
  };
}
