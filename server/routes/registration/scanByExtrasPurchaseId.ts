import { handOver } from "../../door/office.ts";
import { officeStaffOf } from "../../http/access/officeStaff.ts";
import { route } from "../../http/route.ts";

export const scanByExtrasPurchaseId = route(
  "registration/scanByExtrasPurchaseId",
  async ({ body, viewer }, services) => {
    const { qrCodeData: text, eventId, lines = null } = body.payload;
    const staff = await officeStaffOf(services, viewer, eventId);
    return {
      payload: await handOver(services.db, services.doors, staff, { text, lines }),
      msg: "Handed over.",
    };
  },
);
