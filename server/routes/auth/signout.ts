import { route } from "../../http/route.ts";

export const signout = route("auth/signout", async ({ token }, { sessions }) => {
  if (token !== null) await sessions.signOut(token);
  return { payload: null };
});
