/** Requests the mail with the links to one's tickets; in the browser, or on the server without scripts. */
import { type ActionFunctionArgs, data } from "react-router";
import { isEmail } from "../../../../contract/rules/email.ts";
import { ApiError, problemsByField } from "../../../api/apiError.ts";
import { apiFrom } from "../../../api/context.ts";
import { typedText } from "../../../lib/typedText.ts";

/** The outcome: the address to which tickets are mailed, if it has any; or the typed text and why nothing is mailed. */
export interface TicketLinksOutcome {
  sentTo?: string;
  email?: string;
  /** The message about the address, as a sentence. */
  problem?: string;
  /** Why nothing is mailed, if the typed address is not the reason. */
  msg?: string;
}

export async function mailTicketLinks({ request, params, context }: ActionFunctionArgs) {
  const typed = await request.formData();
  const email = typedText(typed, "email").trim().slice(0, 1000);
  if (!isEmail(email))
    return refused(400, { email, problem: "Please enter an e-mail address, such as name@example.org." });
  const api = apiFrom(context);
  const options = { signal: request.signal, suppressToasts: true };
  try {
    const { id } = await api.get("event/getEventBySlug", { slug: params.slug ?? "" }, options);
    await api.get("registration/getRegistrationByEmail", { email, eventId: id }, options);
    return data<TicketLinksOutcome>({ sentTo: email });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { email: wrong } = problemsByField(error);
    return refused(
      error.status || 503,
      wrong === undefined ? { email, msg: error.msg } : { email, problem: `This address ${wrong}.` },
    );
  }
}

function refused(status: number, outcome: TicketLinksOutcome) {
  return data<TicketLinksOutcome>(outcome, { status });
}
