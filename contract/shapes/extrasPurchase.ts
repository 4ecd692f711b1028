import { z } from "zod";
import { instant } from "../scalars.ts";
import { orderItem, paymentStatus } from "./order.ts";

/** The extras of one order (docs/wire.md §2). `status` is true once all of it was handed over. */
export const extrasPurchase = z
  .object({
    id: z.number().int(),
    registrationId: z.number().int(),
    eventId: z.number().int(),
    extrasData: z.array(orderItem),
    status: z.boolean(),
    /** How much of each line of `extrasData` was handed over; empty at first. An older server omits it. */
    handed: z.array(z.number().int()).optional(),
    qrUuid: z.string(),
    scannedAt: instant.nullable(),
    paymentStatus,
  })
  .meta({ id: "ExtrasPurchase" });
export type ExtrasPurchase = z.infer<typeof extrasPurchase>;

/**
 * A purchase as its buyer gets it. `qrText` is the signed text to draw; null unless it is paid or free, and its
 * registration active.
 */
export const ownPurchase = extrasPurchase
  .extend({ qrText: z.string().nullable() })
  .meta({ id: "OwnPurchase" });
export type OwnPurchase = z.infer<typeof ownPurchase>;
