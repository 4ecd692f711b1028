import type { FastifyInstance } from "fastify";
import { DomainError } from "../../domainError.ts";
import type { Services } from "../../http/route.ts";
import { WebhookRefused } from "../../payments/provider.ts";

/** Registers `POST /api/stripe/webhook` (docs/wire.md §3.5). */
export async function registerWebhook(app: FastifyInstance, { provider, checkout }: Services): Promise<void> {
  await app.register(async (raw) => {
    // The signature is of the raw bytes: a parsed and serialised body would not match it.
    raw.removeAllContentTypeParsers();
    raw.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: 1_048_576 }, (_request, body, done) =>
      done(null, body),
    );
    raw.post("/api/stripe/webhook", async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      try {
        await checkout.follow(provider.readWebhook(body, request.headers));
      } catch (error) {
        if (!(error instanceof WebhookRefused)) throw error;
        request.log.warn({ reason: error.message }, "webhook refused");
        throw new DomainError("invalidInput", "This is not a signed event.", {
          fields: [{ path: "body", message: "is not a signed event" }],
        });
      }
      return reply.send({ msg: null, payload: { received: true } });
    });
  });
}
