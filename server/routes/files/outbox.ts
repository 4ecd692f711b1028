import type { FastifyInstance } from "fastify";
import { notFound } from "../../domainError.ts";
import { outboxAttachment, outboxMailPage, outboxPage } from "../../mail/outboxPage.ts";

/** Registers `/dev/outbox`. Not for production: it shows every mail to everybody. */
export function registerOutbox(app: FastifyInstance, outboxDir: string): void {
  const html = "text/html; charset=utf-8";
  // The pages have inline styles and no script; a mail's own HTML is shown in a sandbox.
  const policy =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: 'self'; frame-src 'self' data:";
  app.get("/dev/outbox", async (_request, reply) =>
    reply
      .header("content-type", html)
      .header("content-security-policy", policy)
      .send(await outboxPage(outboxDir)),
  );
  app.get("/dev/outbox/:id", async (request, reply) => {
    const { id } = request.params as { id: string };
    const page = await outboxMailPage(outboxDir, id);
    if (page === null) throw notFound("mail");
    return reply.header("content-type", html).header("content-security-policy", policy).send(page);
  });
  app.get("/dev/outbox/:id/:index", async (request, reply) => {
    const { id, index } = request.params as { id: string; index: string };
    const file = await outboxAttachment(outboxDir, id, Number(index));
    if (file === null) throw notFound("attachment");
    return reply
      .header("content-type", file.type)
      .header("content-disposition", `attachment; filename="${file.filename}"`)
      .header("content-security-policy", "default-src 'none'; sandbox")
      .send(file.body);
  });
}
