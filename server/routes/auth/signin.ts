import { route } from "../../http/route.ts";

export const signin = route("auth/signin", async ({ body }, { sessions }) => {
  const { token, user } = await sessions.signIn(body.email, body.password);
  return { payload: { currentUser: user }, token };
});
