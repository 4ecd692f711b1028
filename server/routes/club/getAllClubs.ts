import { SUDO } from "../../../contract/rules/roles.ts";
import { adminsByClub } from "../../accounts/rows.ts";
import { figuresOfClub } from "../../clubs/figures.ts";
import { presentClub } from "../../clubs/present.ts";
import { allClubs } from "../../clubs/rows.ts";
import { eventFigures } from "../../events/ofClub.ts";
import { route } from "../../http/route.ts";
import { revenueByClub } from "../../orders/ofClub.ts";

export const getAllClubs = route("club/getAllClubs", async ({ viewer }, { db, clock }) => {
  const [clubs, events] = await Promise.all([allClubs(db), eventFigures(db, clock())]);
  if (viewer?.role === SUDO) {
    const sources = { events, admins: await adminsByClub(db), revenue: await revenueByClub(db) };
    return {
      payload: clubs.map((club) => ({ ...presentClub(club), figures: figuresOfClub(club.id, sources) })),
    };
  }
  const published = new Set(events.filter(({ isPublished }) => isPublished).map(({ clubId }) => clubId));
  return {
    payload: clubs
      .filter(({ id, is_listed }) => (is_listed && published.has(id)) || id === viewer?.clubId)
      .map((club) => ({ ...presentClub(club), figures: null })),
  };
});
