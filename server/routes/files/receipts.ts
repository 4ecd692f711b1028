import type { FastifyInstance } from "fastify";
import { receiptPdf } from "../../documents/receiptPdf.ts";
import { DomainError, notFound } from "../../domainError.ts";
import { eventById } from "../../events/rows.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { registerFile } from "../../http/files.ts";
import type { Services } from "../../http/route.ts";
import { receiptName, receiptOf } from "../../letters/receipt.ts";
import { ownerOf } from "../../orders/ownerOf.ts";
import { orderById } from "../../orders/rows.ts";
import { isSameSecret } from "../../registrations/proof.ts";
import { sendAttachment } from "./attachment.ts";

/** Registers an order's receipt, for staff and with the access key of the order's owner. */
export function registerReceipts(app: FastifyInstance, { db, sessions, passes }: Services): void {
  const file = { name: "order/receiptPdf", sessions, passes } as const;
  registerFile(app, file, async ({ query: { orderId, accessKey }, viewer, reply }) => {
    const order = await orderById(db, orderId);
    const event = order && (await eventById(db, order.event_id));
    if (order === undefined || event === undefined) throw notFound("order");
    if (!isStaffOf(viewer, event.club_id)) {
      const owner = await ownerOf(db, order);
      const hasKey =
        owner !== undefined && accessKey !== undefined && isSameSecret(accessKey, owner.accessKey);
      if (!hasKey) throw notFound("order");
    }
    const receipt = await receiptOf(db, order);
    if (receipt === undefined)
      throw new DomainError("notActive", "The receipt is available after the order is paid.");
    const settings = { type: "application/pdf", fileName: receiptName(receipt) };
    return sendAttachment(reply, settings, await receiptPdf(receipt));
  });
}
