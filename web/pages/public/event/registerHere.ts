/** The same action runs in the browser or, without scripts, on the server. */
import { type ActionFunctionArgs, data, redirect } from "react-router";
import { requestKeys } from "../../../act/requestKeys.ts";
import { problemsByField, requireApiError } from "../../../api/apiError.ts";
import { apiFrom } from "../../../api/context.ts";
import { typedText } from "../../../lib/typedText.ts";
import { paths } from "../../../paths.ts";
import { buyerField } from "../../../sale/fieldIds.ts";
import { fieldOfPath, type PeopleProblems, problemsOf } from "../../../sale/peopleForm.ts";
import { loadEventPage } from "./load.ts";
import { formRuleOf, type RegisterRefusal, registerBody, registerDraftOf } from "./registerForm.ts";

export async function registerHere({ request, params, context }: ActionFunctionArgs) {
  const slug = params.slug ?? "";
  const formData = await request.formData();
  const promoCode = typedText(formData, "promoCode");
  const api = apiFrom(context);
  const { event, express } = await loadEventPage(api, { slug, url: request.url, signal: request.signal });
  if (express === null)
    return data({ closed: "Registration is closed. See the tickets above." }, { status: 409 });

  const draft = registerDraftOf(formData, express);
  const rule = formRuleOf(express);
  const refusal = (status: number, part: Partial<RegisterRefusal>) =>
    data<RegisterRefusal>({ draft, problems: {}, msg: null, ...part }, { status });
  const problems = problemsOf(draft.people, rule);
  if (Object.keys(problems).length > 0) return refusal(400, { problems });
  const body = {
    ...registerBody(event.id, express, draft),
    ...(promoCode !== "" && { promoCode }),
    ...(isInBrowser && { userTimezone: Intl.DateTimeFormat().resolvedOptions().timeZone }),
  };
  try {
    const send = (idempotencyKey?: string) =>
      api.post("registration/express", body, { suppressToasts: true, idempotencyKey });
    const { registration, accessKey } = await (isInBrowser ? keys.send(body, send) : send());
    const proof = { registrationId: registration.registrationId, accessKey };
    // The success page needs scripts.
    return redirect(isInBrowser ? paths.success(slug, proof) : paths.tickets(slug, proof));
  } catch (error) {
    requireApiError(error);
    const serverProblems = problemsByField(error);
    const codeProblem = serverProblems.promoCode;
    if (codeProblem !== undefined && error.code === "invalidInput")
      return refusal(error.status, { msg: `The code ${codeProblem}.` });
    const fieldProblems: PeopleProblems = Object.fromEntries(
      Object.entries(serverProblems).flatMap(([path, message]) => {
        const field = path === "email" ? buyerField("email") : fieldOfPath(path, draft.people, rule);
        return field === null ? [] : [[field, `This ${message}.`]];
      }),
    );
    const isShownAtField = Object.keys(fieldProblems).length > 0;
    return refusal(error.status || 503, {
      problems: fieldProblems,
      msg: isShownAtField ? null : error.msg,
    });
  }
}

const isInBrowser = typeof document !== "undefined";

const keys = requestKeys();
