/** The browser's clients: one for event handlers, and one for loaders, who take it from the context (context.ts). */
import { paths } from "../paths.ts";
import { goTo, here } from "../stores/navigation.ts";
import { requestBegan } from "../stores/progress.ts";
import { session, signOut } from "../stores/session.ts";
import { notify } from "../stores/snackbars.ts";
import { createApi, type Surroundings } from "./client.ts";

const surroundings: Surroundings = {
  fetch: (path, init) => fetch(path, init),
  token: () => session.get()?.token ?? null,
  onMessage: (text, color) => notify({ text, color }),
  onExpired: () => {
    signOut();
    if (here() !== paths.signin()) goTo(paths.signin());
  },
  onSecondFactorDue: () => goTo(paths.profile()),
  onRequest: requestBegan,
};

/** For what somebody has pressed: a failure is told in a snackbar. */
export const api = createApi(surroundings);

/** For what a page is loaded with: should that fail, the page stands there saying so (shell/PageProblem.tsx). */
export const loadersApi = createApi({ ...surroundings, defaults: { suppressFailure: true } });
