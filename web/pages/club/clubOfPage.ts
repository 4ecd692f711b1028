import { redirect } from "react-router";
import { ADMIN, homeOf } from "../../../contract/rules/roles.ts";
import { session } from "../../stores/session.ts";

/**
 * The club's id, from the address or else of the signed-in admin. Throws "not found" for another club's admin or an
 * invalid id, and a redirect home if there is no id.
 */
export function clubOfPage(param: string | undefined): number {
  const user = session.get()?.currentUser ?? null;
  const clubId = param === undefined ? (user?.clubId ?? null) : Number(param);
  if (clubId === null) throw redirect(homeOf(user?.role ?? null));
  const mayEdit = user?.role !== ADMIN || user.clubId === clubId;
  if (!mayEdit || !Number.isSafeInteger(clubId) || clubId < 1) throw new Response(null, { status: 404 });
  return clubId;
}
