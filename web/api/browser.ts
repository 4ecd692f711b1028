/** The browser's clients: for event handlers, for loaders, who take it from the context (context.ts), and a quiet one. */
import { redirect } from "react-router";
import { paths } from "../paths.ts";
import { goTo, here } from "../stores/navigation.ts";
import { requestBegan } from "../stores/progress.ts";
import { session, signOut } from "../stores/session.ts";
import { notify } from "../stores/snackbars.ts";
import { createApi } from "./client.ts";

const surroundings = {
  fetch: (path: string, init: RequestInit) => fetch(path, init),
  token: () => session.get()?.token ?? null,
  onMessage: (text: string, color: "success" | "error") => notify({ text, color }),
  onSecondFactorDue: () => goTo(paths.profile()),
  onRequest: requestBegan,
};

/** For what somebody has pressed: a failure is told in a snackbar. */
export const api = createApi({
  ...surroundings,
  onExpired: () => {
    signOut();
    if (here() !== paths.signin()) goTo(paths.signin());
    return undefined;
  },
});

/**
 * For what a page is loaded with. A failure is shown by the page (shell/PageProblem.tsx), and the end of the session is a
 * redirect to signin like the guard's, which keeps the way back: no loader and no page has a case for it.
 */
export const loadersApi = createApi({
  ...surroundings,
  defaults: { suppressFailure: true },
  onExpired: (): never => {
    signOut();
    throw redirect(paths.signin());
  },
});

/**
 * For what nobody has asked for, such as counts beside a page: no message, no progress bar, and a session that has ended
 * is left to the page's own calls.
 */
export const quietApi = createApi({
  fetch: surroundings.fetch,
  token: surroundings.token,
  onExpired: (): undefined => undefined,
});
