/** The client that components use in event handlers. Loaders take theirs from the context (context.ts). */

import { paths } from "../paths.ts";
import { goTo, here } from "../stores/navigation.ts";
import { requestBegan } from "../stores/progress.ts";
import { session, signOut } from "../stores/session.ts";
import { notify } from "../ui/snackbars/queue.ts";
import { createApi } from "./client.ts";

export const api = createApi({
  fetch: (path, init) => fetch(path, init),
  token: () => session.get()?.token ?? null,
  onMessage: (text, color) => notify({ text, color }),
  onExpired: () => {
    signOut();
    if (here() !== paths.signin()) goTo(paths.signin());
  },
  onSecondFactorDue: () => goTo(paths.profile()),
  onRequest: requestBegan,
});
