import type { FastifyInstance } from "fastify";
import { actorOf, isStaffOf, ownEvent } from "../../http/access/own.ts";
import { registerFile } from "../../http/files.ts";
import type { Services } from "../../http/route.ts";
import { openStreams, type StreamBounds, sharedMessages } from "../../http/streams.ts";
import { type FiguresListener, openLiveFigures } from "../../stats/live.ts";
import { liveFigures } from "../../stats/statistics.ts";

export const liveBounds: StreamBounds = { mostStreams: 500, mostPerReader: 10, beatMs: 15_000 };

/** Registers `GET /api/event/{eventId}/live`: live figures for staff, as server-sent events (streams.ts). */
export async function registerLive(
  app: FastifyInstance,
  { db, sessions, passes }: Pick<Services, "db" | "sessions" | "passes">,
  listener: FiguresListener,
  bounds: StreamBounds = liveBounds,
): Promise<void> {
  const figures = await openLiveFigures(listener);
  const streams = openStreams(app, bounds);
  // Readers of the same event and day share readings of the figures.
  const shared = sharedMessages();

  const live = { name: "event/{eventId}/live", sessions, passes } as const;
  registerFile(app, live, async ({ params, query, viewer, token, request, reply }) => {
    const { date } = query;
    const event = await ownEvent(db, viewer, params.eventId);
    const isAllowed = async () => {
      const bearer = token === null ? "unknown" : await sessions.bearerOf(token);
      return typeof bearer === "object" && isStaffOf(bearer.user, event.club_id);
    };
    const stream = streams.open({ reader: actorOf(viewer), isAllowed, request, reply });
    const sendFigures = stream.senderOf(() =>
      shared(`${event.id} ${date}`, async () => {
        const current = await liveFigures(db, event, date);
        return `event: figures\ndata: ${JSON.stringify(current)}\n\n`;
      }),
    );
    stream.onEnd(figures.watch(event.id, sendFigures));
    sendFigures();
    return undefined;
  });
}
