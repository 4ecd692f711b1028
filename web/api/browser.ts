import { redirect } from "react-router";
import { paths } from "../paths.ts";
import { navigateTo } from "../stores/navigation.ts";
import { beginRequest } from "../stores/progress.ts";
import { session, signOut } from "../stores/session.ts";
import { notify } from "../stores/snackbars.ts";
import { createApi } from "./client.ts";

const environment = {
  fetch: (path: string, init: RequestInit) => fetch(path, init),
  token: () => session.get()?.token ?? null,
  onMessage: (text: string, color: "success" | "error") => notify({ text, color }),
  onSecondFactorDue: () => navigateTo(paths.profile()),
  onRequest: beginRequest,
};

/** For event handlers. A failure is shown in a snackbar, unless the call suppresses it. */
export const api = createApi({
  ...environment,
  onExpired: () => {
    signOut();
    if (location.pathname !== paths.signin()) navigateTo(paths.signin());
    return undefined;
  },
});

/** A failure shows no snackbar, because the error page shows it unless the loader handles it. */
export const loadersApi = createApi({
  ...environment,
  defaults: { suppressFailure: true },
  onExpired: (): never => {
    signOut();
    throw redirect(paths.signin());
  },
});

/** For background requests: no message, no progress bar, and an ended session is left to the page's own calls. */
export const quietApi = createApi({
  fetch: environment.fetch,
  token: environment.token,
  onExpired: (): undefined => undefined,
});
