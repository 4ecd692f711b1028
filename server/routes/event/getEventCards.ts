import { SUDO } from "../../../contract/rules/roles.ts";
import { notFound } from "../../domainError.ts";
import { eventCards } from "../../events/cards.ts";
import { paged, rowsOfPage } from "../../http/paging.ts";
import { route } from "../../http/route.ts";
import { countCases } from "../../orders/cases.ts";

export const getEventCards = route("event/getEventCards", async ({ query, viewer }, { db, clock }) => {
  const own = viewer?.role === SUDO ? (query.clubId ?? null) : (viewer?.clubId ?? null);
  if (viewer?.role !== SUDO && (own === null || (query.clubId ?? own) !== own)) throw notFound("club");
  const page = rowsOfPage(query);
  const filter = { clubId: own, search: query.search, when: query.when, now: clock() };
  const { cards, total } = await eventCards(db, filter, page);
  const attention = await countCases(
    db,
    cards.map(({ id }) => id),
  );
  const answer = cards.map((card) => ({ ...card, attention: attention.get(card.id) ?? 0 }));
  return { payload: paged(answer, total, page) };
});
