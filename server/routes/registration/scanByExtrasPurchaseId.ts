import { handOver } from "../../door/staffCheckIn.ts";
import { eventStaffOf } from "../../http/access/eventStaff.ts";
import { route } from "../../http/route.ts";

export const scanByExtrasPurchaseId = route(
  "registration/scanByExtrasPurchaseId",
  async ({ body, viewer }, services) => {
    const { qrCodeData: text, eventId, lines = null } = body.payload;
    const staff = await eventStaffOf(services, viewer, eventId);
    return {
      payload: await handOver(services.db, services.doors, staff, { text, lines }),
      msg: "Handed over.",
    };
  },
);
