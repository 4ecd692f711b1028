/** Joins a waiting list; in the browser, or on the server without scripts. */
import { type ActionFunctionArgs, data } from "react-router";
import { ApiError, problemsByField } from "../../../api/apiError.ts";
import { apiFrom } from "../../../api/context.ts";
import { typedText } from "../../../lib/typedText.ts";
import { registerHereProblems } from "../event/registerHere.ts";

/** The outcome: the address that got the mail; or the typed text and why the visitor has not joined. */
export interface JoinListOutcome {
  sentTo?: string;
  name?: string;
  email?: string;
  places?: string;
  problems?: { name?: string; email?: string; places?: string };
  /** Why the visitor has not joined, if the typed text is not the reason. */
  msg?: string;
}

export async function joinListAction({ request, params, context }: ActionFunctionArgs) {
  const typed = await request.formData();
  const name = typedText(typed, "name").slice(0, 1000);
  const email = typedText(typed, "email").trim().slice(0, 1000);
  const places = typedText(typed, "places").trim().slice(0, 20);
  const refused = (status: number, part: JoinListOutcome) =>
    data<JoinListOutcome>({ name, email, places, ...part }, { status });
  const problems: NonNullable<JoinListOutcome["problems"]> = registerHereProblems(name, email);
  if (!/^[1-9]\d{0,3}$/.test(places)) problems.places = "Please tell us how many of you want to come.";
  if (Object.keys(problems).length > 0) return refused(400, { problems });

  const api = apiFrom(context);
  const options = { signal: request.signal, suppressToasts: true };
  const ticketId = Number(typedText(typed, "ticketId"));
  try {
    const { id } = await api.get("event/getEventBySlug", { slug: params.slug ?? "" }, options);
    await api.post(
      "waitingList/join",
      { eventId: id, ticketId, places: Number(places), name: name.trim(), email },
      options,
    );
    return data<JoinListOutcome>({ sentTo: email });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const found = problemsByField(error);
    const named = {
      ...(found.name !== undefined && { name: `This name ${found.name}.` }),
      ...(found.email !== undefined && { email: `This address ${found.email}.` }),
      ...(found.places !== undefined && { places: `The number ${found.places}.` }),
    };
    return Object.keys(named).length > 0
      ? refused(error.status, { problems: named })
      : refused(error.status || 503, { msg: error.msg });
  }
}
