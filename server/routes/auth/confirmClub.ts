import { confirmClub as confirm } from "../../accounts/clubConfirmation.ts";
import { route } from "../../http/route.ts";

export const confirmClub = route("auth/confirmClub", async ({ body }, { db, clock }) => ({
  payload: await confirm(db, body.token, clock()),
}));
