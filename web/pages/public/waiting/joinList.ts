/** Runs in the browser, or without scripts on the server. */
import { type ActionFunctionArgs, data } from "react-router";
import { isEmail } from "../../../../contract/rules/email.ts";
import { problemsByField, requireApiError } from "../../../api/apiError.ts";
import { apiFrom } from "../../../api/context.ts";
import { typedText } from "../../../lib/typedText.ts";

/** `sentTo`: all chosen lists were joined. Otherwise the typed text and why not. */
export interface JoinListOutcome {
  sentTo?: string;
  name?: string;
  email?: string;
  places?: string;
  ticketIds: number[];
  problems?: { tickets?: string; name?: string; email?: string; places?: string };
  /** The reason, if it belongs to no field. */
  msg?: string;
}

export async function joinListAction({ request, params, context }: ActionFunctionArgs) {
  const formData = await request.formData();
  const name = typedText(formData, "name").slice(0, 1000);
  const email = typedText(formData, "email").trim().slice(0, 1000);
  const places = typedText(formData, "places").trim().slice(0, 20);
  const ticketIds = [...new Set(formData.getAll("ticketId").map(Number))].slice(0, 100);
  const refusal = (status: number, part: Omit<JoinListOutcome, "ticketIds">) =>
    data<JoinListOutcome>({ name, email, places, ticketIds, ...part }, { status });
  const problems: NonNullable<JoinListOutcome["problems"]> = {
    ...(ticketIds.length === 0 && { tickets: "Choose at least one ticket type." }),
    ...(name.trim() === "" && { name: "Enter your name." }),
    ...(name.trim().length > 200 && { name: "A name must be at most 200 characters." }),
    ...(!isEmail(email) && { email: "Please enter an e-mail address, such as name@example.org." }),
  };
  if (!/^[1-9]\d{0,3}$/.test(places)) problems.places = "Enter the number of places.";
  if (Object.keys(problems).length > 0) return refusal(400, { problems });

  const api = apiFrom(context);
  const options = { signal: request.signal, suppressToasts: true };
  let joinedCount = 0;
  try {
    const { id } = await api.get("event/getEventBySlug", { slug: params.slug ?? "" }, options);
    const entry = { eventId: id, places: Number(places), name: name.trim(), email };
    for (const ticketId of ticketIds) {
      await api.post("waitingList/join", { ...entry, ticketId }, options);
      joinedCount += 1;
    }
    return data<JoinListOutcome>({ sentTo: email, ticketIds });
  } catch (error) {
    requireApiError(error);
    const serverProblems = problemsByField(error);
    const fieldProblems = {
      ...(serverProblems.name !== undefined && { name: `This name ${serverProblems.name}.` }),
      ...(serverProblems.email !== undefined && { email: `This address ${serverProblems.email}.` }),
      ...(serverProblems.places !== undefined && { places: `The number ${serverProblems.places}.` }),
    };
    return Object.keys(fieldProblems).length > 0
      ? refusal(error.status, { problems: fieldProblems })
      : refusal(error.status || 503, { msg: joinedWords(joinedCount) + error.msg });
  }
}

function joinedWords(joinedCount: number): string {
  if (joinedCount === 0) return "";
  return joinedCount === 1
    ? "You are on the first of these lists, but not on the next. "
    : `You are on the first ${joinedCount} of these lists, but not on the next. `;
}
