import { actorOf, ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { activateImport } from "../../people/import/activateImport.ts";
import { importById } from "../../people/import/attendeeImports.ts";

export const activate = route("import/activate", async ({ body: { importId }, viewer }, { db, clock }) => {
  const { row } = await ownRow(db, viewer, await importById(db, importId), "import");
  const people = await activateImport(db, row, { actor: actorOf(viewer), now: clock() });
  const msg =
    people === 1 ? "1 person is active now." : `${people.toLocaleString("en-US")} people are active now.`;
  return { payload: { importId: row.id, people }, msg };
});
