import { SUDO } from "../../../contract/rules/roles.ts";
import { inTransaction } from "../../db/pool.ts";
import { markDone as mark } from "../../desk/markDone.ts";
import { notFound } from "../../domainError.ts";
import { actorOf, ownEvent } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { caseByKey } from "../../orders/cases.ts";

export const markDone = route("attention/markDone", async ({ body, viewer }, { db }) => {
  const found = await caseByKey(db, body.key);
  if (found === undefined) throw notFound("case");
  if (found.event_id !== null) await ownEvent(db, viewer, found.event_id, "case");
  else if (viewer?.role !== SUDO) throw notFound("case");
  await inTransaction(db, (tx) => mark(tx, found, { actor: actorOf(viewer), note: body.note }));
  return { payload: { key: found.key }, msg: "Marked as done." };
});
