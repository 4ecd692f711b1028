import type { BodyOf } from "../../../contract/all.ts";
import type { CurrentUser } from "../../../contract/shapes/auth.ts";
import type { PromoCodeOffer } from "../../../contract/shapes/promoCode.ts";
import { visibleEvent } from "../../events/visible.ts";
import { isStaffOf } from "../../http/access/own.ts";
import { route, type Services } from "../../http/route.ts";
import { UnknownCode } from "../../promoCodes/guesses.ts";
import { codeUsedUpRefusal, refusalOfCode, usesLeft } from "../../promoCodes/judge.ts";
import { presentOffer } from "../../promoCodes/present.ts";
import { promoCodeByText } from "../../promoCodes/rows.ts";
import { ticketsOfEvent } from "../../tickets/rows.ts";

export const check = route("promoCode/check", async ({ body, viewer, client }, services) => {
  const codeTry = { client, eventId: body.eventId, code: body.code };
  return { payload: await services.codeGuesses.runCounted(codeTry, () => offerOf(body, viewer, services)) };
});

async function offerOf(
  body: BodyOf<"promoCode/check">,
  viewer: CurrentUser | null,
  { db, clock }: Services,
): Promise<PromoCodeOffer> {
  const event = await visibleEvent(db, body.eventId, (clubId) => isStaffOf(viewer, clubId));
  const row = await promoCodeByText(db, event.id, body.code);
  if (row?.is_active !== true) throw new UnknownCode("notFound", "This code is not known for this event.");
  const refusal = refusalOfCode(row, clock());
  if (refusal !== null) throw refusal;
  if (usesLeft(row) === 0) throw codeUsedUpRefusal(0);
  return presentOffer(row, await ticketsOfEvent(db, event.id, { onlyActive: true }), event.currency);
}
