import { actorOf, ownRow } from "../../http/access/own.ts";
import { route } from "../../http/route.ts";
import { importById } from "../../people/import/attendeeImports.ts";
import { takeImportBack } from "../../people/import/takeBack.ts";

export const takeBack = route("import/takeBack", async ({ body: { importId }, viewer }, { db, clock }) => {
  const { row } = await ownRow(db, viewer, await importById(db, importId), "import");
  const context = { actor: actorOf(viewer), now: clock() };
  const { people, waitingList, sponsors } = await takeImportBack(db, row, context);
  const others =
    (waitingList === 0
      ? ""
      : `, and ${waitingList === 1 ? "1 entry" : `${waitingList} entries`} of the waiting list`) +
    (sponsors === 0 ? "" : `, and ${sponsors === 1 ? "1 sponsor" : `${sponsors} sponsors`}`);
  const msg = `Import ${row.id} is taken back: ${people === 1 ? "1 person is" : `${people} people are`} deleted${others}.`;
  return {
    payload: {
      importId: row.id,
      people,
      ...(waitingList > 0 && { waitingList }),
      ...(sponsors > 0 && { sponsors }),
    },
    msg,
  };
});
