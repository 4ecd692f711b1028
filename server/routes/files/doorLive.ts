/**
 * Server-sent events for doors (streams.ts). `moved`: door/getChanges may have changes. `figures`, for staff who request
 * them: DoorFigures, at the start and after notifications of the channel event_figures.
 */
import type { FastifyInstance } from "fastify";
import { DomainError } from "../../domainError.ts";
import { doorCallerOf } from "../../http/access/atDoor.ts";
import { actorOf } from "../../http/access/own.ts";
import { authorise } from "../../http/calls.ts";
import { registerFile } from "../../http/files.ts";
import type { Services } from "../../http/route.ts";
import { openStreams, type StreamBounds, sharedMessages } from "../../http/streams.ts";
import { type FiguresListener, openLiveFigures } from "../../stats/live.ts";
import { doorFiguresOf } from "./doorFigures.ts";

export const doorLiveBounds: StreamBounds = { mostStreams: 1_000, mostPerReader: 10, beatMs: 15_000 };

/** Empty data, because readers of streams ignore a message without data (HTML standard, §9.2.6). */
const movedMessage = "event: moved\ndata:\n\n";

/** Registers `GET /api/door/live`. */
export async function registerDoorLive(
  app: FastifyInstance,
  services: Pick<Services, "db" | "sessions" | "passes">,
  listener: FiguresListener,
  bounds: StreamBounds = doorLiveBounds,
): Promise<void> {
  const { db, sessions, passes } = services;
  const doors = await openLiveFigures(listener, { channel: "door_changed" });
  const figures = await openLiveFigures(listener);
  const streams = openStreams(app, bounds);
  const shared = sharedMessages();

  const live = { name: "door/live", sessions, passes } as const;
  registerFile(app, live, async ({ query, viewer, helper, token, request, reply }) => {
    const { event, userId, linkId, deviceId } = await doorCallerOf(
      services,
      { viewer, helper },
      query.eventId,
    );
    if (query.figures && userId === null)
      throw new DomainError("wrongRole", "The figures are for the event's staff.");
    const isAllowed = async () => {
      try {
        await doorCallerOf(services, await authorise({ access: "door" }, token, services), event.id);
        return true;
      } catch (error) {
        if (error instanceof DomainError) return false;
        throw error;
      }
    };
    const reader = linkId === null ? actorOf(viewer) : `device:${event.id} ${deviceId}`;
    const stream = streams.open({ reader, isAllowed, request, reply });
    const sendMoved = stream.senderOf(async () => movedMessage);
    stream.onEnd(doors.watch(event.id, sendMoved));
    if (!query.figures) return undefined;
    const sendFigures = stream.senderOf(() =>
      shared(String(event.id), async () => {
        const current = await doorFiguresOf(db, event.id, { hasSales: true });
        return `event: figures\ndata: ${JSON.stringify(current)}\n\n`;
      }),
    );
    stream.onEnd(figures.watch(event.id, sendFigures));
    sendFigures();
    return undefined;
  });
}
