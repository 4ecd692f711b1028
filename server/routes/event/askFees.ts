import { askFees as requestFees } from "../../closings/askFees.ts";
import { closingOf } from "../../closings/closing.ts";
import { ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";

export const askFees = route("event/askFees", async ({ body, viewer }, { db, provider, clock }) => {
  const { id } = await ownEvent(db, viewer, body.eventId);
  await requestFees(db, provider.forJobs ?? provider, id, clock());
  const closing = await closingOf(db, id);
  const { feesUnknown } = closing.open;
  const msg = feesUnknown === 0 ? "All fees are known." : `Fees that are not known yet: ${feesUnknown}.`;
  return { payload: closing, msg };
});
