/** Runs in the browser, or without scripts on the server. */
import { type ActionFunctionArgs, data } from "react-router";
import { isEmail } from "../../../../contract/rules/email.ts";
import { problemsByField, requireApiError } from "../../../api/apiError.ts";
import { apiFrom } from "../../../api/context.ts";
import { typedText } from "../../../lib/typedText.ts";

/** `sentTo`: the mail was requested. `email`: the typed text of a refusal. */
export interface TicketLinksOutcome {
  sentTo?: string;
  email?: string;
  /** About the address, as a sentence. */
  problem?: string;
  /** If the address is not the reason. */
  msg?: string;
}

export async function mailTicketLinks({ request, params, context }: ActionFunctionArgs) {
  const formData = await request.formData();
  const email = typedText(formData, "email").trim().slice(0, 1000);
  if (!isEmail(email))
    return refusalOf(400, { email, problem: "Please enter an e-mail address, such as name@example.org." });
  const api = apiFrom(context);
  const options = { signal: request.signal, suppressToasts: true };
  try {
    const { slug } = params;
    const event = slug === undefined ? null : await api.get("event/getEventBySlug", { slug }, options);
    const query = event === null ? { email } : { email, eventId: event.id };
    await api.get("registration/getRegistrationByEmail", query, options);
    return data<TicketLinksOutcome>({ sentTo: email });
  } catch (error) {
    requireApiError(error);
    const { email: addressProblem } = problemsByField(error);
    return refusalOf(
      error.status || 503,
      addressProblem === undefined
        ? { email, msg: error.msg }
        : { email, problem: `This address ${addressProblem}.` },
    );
  }
}

function refusalOf(status: number, outcome: TicketLinksOutcome) {
  return data<TicketLinksOutcome>(outcome, { status });
}
