/**
 * Registers for a free event on its own page: name, e-mail, one button. The form is a plain HTML form, so the
 * same action runs in the browser or, without scripts, on the server.
 */
import { type ActionFunctionArgs, data, redirect } from "react-router";
import { isEmail } from "../../../../contract/rules/email.ts";
import { requestKeys } from "../../../act/requestKeys.ts";
import { ApiError, problemsByField } from "../../../api/apiError.ts";
import { apiFrom } from "../../../api/context.ts";
import { typedText } from "../../../lib/typedText.ts";
import { paths } from "../../../paths.ts";
import { splitName } from "../../../words/names.ts";
import { loadEventPage } from "./load.ts";

/** The typed text and its messages; `msg` if the reason is not a field. */
export interface RegisterRefusal {
  name: string;
  email: string;
  problems: { name?: string; email?: string };
  msg: string | null;
}

/** Messages by field; empty if all is well. */
export function registerHereProblems(name: string, email: string): RegisterRefusal["problems"] {
  return {
    ...(name.trim() === "" && { name: "Please tell us your name." }),
    ...(name.trim().length > 200 && { name: "This name is too long for us." }),
    ...(!isEmail(email.trim()) && { email: "Please enter an e-mail address, such as name@example.org." }),
  };
}

/** The server's refusal as messages by field. */
function refusalProblems(error: ApiError): RegisterRefusal["problems"] {
  const problems: RegisterRefusal["problems"] = {};
  for (const [path, message] of Object.entries(problemsByField(error))) {
    if (/(^|\.)(first|last)Name$/.test(path)) problems.name = `This name ${message}.`;
    else if (/(^|\.)email$/.test(path)) problems.email = `This address ${message}.`;
  }
  return problems;
}

export async function registerHere({ request, params, context }: ActionFunctionArgs) {
  const slug = params.slug ?? "";
  const formData = await request.formData();
  const name = typedText(formData, "name").slice(0, 1000);
  const email = typedText(formData, "email").slice(0, 1000);
  const promoCode = typedText(formData, "promoCode");
  const refusal = (status: number, part: Partial<RegisterRefusal>) =>
    data<RegisterRefusal>({ name, email, problems: {}, msg: null, ...part }, { status });

  const problems = registerHereProblems(name, email);
  if (Object.keys(problems).length > 0) return refusal(400, { problems });

  const api = apiFrom(context);
  const pageRequest = { slug, url: request.url, signal: request.signal };
  const { event, expressTicketId } = await loadEventPage(api, pageRequest);
  if (expressTicketId === null)
    return refusal(409, { msg: "Registration is closed. See the tickets above." });
  try {
    const { registration, accessKey } = await api.post(
      "registration/express",
      {
        eventId: event.id,
        tickets: [{ ticketId: expressTicketId, quantity: 1 }],
        attendees: [{ ticketId: expressTicketId, ...splitName(name), email: email.trim(), isPrimary: true }],
        email: email.trim(),
        totalAmount: 0,
        ...(promoCode !== "" && { promoCode }),
        ...(isInBrowser && { userTimezone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
      },
      {
        suppressToasts: true,
        ...(isInBrowser && { idempotencyKey: keys.keyFor([slug, name, email, promoCode]) }),
      },
    );
    const proof = { registrationId: registration.registrationId, accessKey };
    // The success page needs scripts. Without them the ticket page says the same.
    return redirect(isInBrowser ? paths.success(slug, proof) : paths.tickets(slug, proof));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const codeProblem = problemsByField(error).promoCode;
    if (codeProblem !== undefined && error.code === "invalidInput")
      return refusal(error.status, { msg: `The code ${codeProblem}.` });
    const problems = refusalProblems(error);
    const isShownAtField = Object.keys(problems).length > 0;
    return refusal(error.status || 503, { problems, msg: isShownAtField ? null : error.msg });
  }
}

const isInBrowser = typeof document !== "undefined";

/** A second press or a retry after a lost reply is the same request while the typed text is the same. */
const keys = requestKeys();
