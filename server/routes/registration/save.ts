import { route } from "../../http/route.ts";

export const save = route("registration/save", async ({ body }, { checkout }) => {
  return { payload: await checkout.savePeople(body) };
});
