import { handOver } from "../../door/office.ts";
import { officeStaffOf } from "../../http/access/officeStaff.ts";
import { route } from "../../http/route.ts";

export const scanByExtrasPurchaseId = route(
  "registration/scanByExtrasPurchaseId",
  async ({ body, viewer }, house) => {
    const { qrCodeData: text, eventId } = body.payload;
    const desk = await officeStaffOf(house, viewer, eventId);
    return { payload: await handOver(house.db, house.doors, desk, text), msg: "Handed over." };
  },
);
