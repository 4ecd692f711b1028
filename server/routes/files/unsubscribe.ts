/**
 * One-click unsubscribing from a waiting list (RFC 8058). A GET does not unsubscribe, because virus scanners open
 * links.
 */
import type { FastifyInstance } from "fastify";
import { waitingListCalls } from "../../../contract/calls/waitingList.ts";
import { leaveList } from "../../checkout/leaveList.ts";
import { notFound } from "../../domainError.ts";
import { eventById } from "../../events/rows.ts";
import { limitOf } from "../../http/limits.ts";
import { parse } from "../../http/parse.ts";
import type { Services } from "../../http/route.ts";
import { waitingPageUrl } from "../../letters/waitingPageUrl.ts";
import { provenEntry } from "../../waiting/proof.ts";

const url = "/api/waitingList/unsubscribe";
const entryProof = waitingListCalls["waitingList/leave"].body;

/** Registers `POST` and `GET /api/waitingList/unsubscribe?entryId&accessKey`. */
export async function registerUnsubscribe(
  app: FastifyInstance,
  { db, provider, clock, publicUrl }: Services,
): Promise<void> {
  await app.register(async (scope) => {
    // The body is the form "List-Unsubscribe=One-Click". It is ignored.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 10_000 }, (_request, _body, done) =>
      done(null),
    );
    const config = limitOf("waitingList/leave");
    scope.post(url, { config }, async (request, reply) => {
      const { id } = await provenEntry(db, parse(entryProof, request.query));
      await leaveList(db, provider, id, { actor: "visitor", now: clock() });
      return reply.header("cache-control", "no-store").send({ msg: null, payload: { left: true } });
    });
    scope.get(url, { config }, async (request, reply) => {
      const entry = await provenEntry(db, parse(entryProof, request.query));
      const event = await eventById(db, entry.event_id);
      if (event === undefined) throw notFound("place on the waiting list");
      return reply.header("cache-control", "no-store").redirect(waitingPageUrl(publicUrl, event.slug, entry));
    });
  });
}
