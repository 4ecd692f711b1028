import { SUDO } from "../../../contract/rules/roles.ts";
import { notFound } from "../../domainError.ts";
import { eventCards } from "../../events/cards.ts";
import { pagedReply, rowsOfPage } from "../../http/paging.ts";
import { route } from "../../http/route.ts";
import { countCases } from "../../orders/cases.ts";

export const getEventCards = route("event/getEventCards", async ({ query, viewer }, { db, clock }) => {
  const clubId = viewer?.role === SUDO ? (query.clubId ?? null) : (viewer?.clubId ?? null);
  if (viewer?.role !== SUDO && (clubId === null || (query.clubId ?? clubId) !== clubId))
    throw notFound("club");
  const page = rowsOfPage(query);
  const { search, when, awaitsApproval } = query;
  const filter = { clubId, search, when, awaitsApproval, now: clock() };
  const { cards, total } = await eventCards(db, filter, page);
  const eventIds = cards.map(({ id }) => id);
  const attention = await countCases(db, eventIds);
  const cardsWithCases = cards.map((card) => ({ ...card, attention: attention.get(card.id) ?? 0 }));
  return { payload: pagedReply(cardsWithCases, total, page) };
});
