import type { LoaderFunctionArgs } from "react-router";
import { isFinalRefusal } from "../../../api/apiError.ts";
import { apiFrom } from "../../../api/context.ts";
import { ownProofIn } from "../../../sale/proof.ts";

/** Loads the registration and its possible changes; "unknown" without a proof, or after a final refusal. */
export async function loadChange({ context, params, request }: LoaderFunctionArgs) {
  const api = apiFrom(context);
  const options = { signal: request.signal, suppressToasts: true };
  const proof = ownProofIn(new URL(request.url));
  const unknownPage = { kind: "unknown" as const, slug: params.slug ?? "" };
  if (proof === null) return unknownPage;
  try {
    const [{ event, registration, attendees }, changes] = await Promise.all([
      api.get("registration/getRegistration", proof, options),
      api.get("registration/getOwnChanges", proof, options),
    ]);
    const questions =
      changes.passOnRefusal === null || changes.correctRefusal === null
        ? await api.get("form/getFormQuestions", { eventId: event.id }, options)
        : [];
    const { email } = registration;
    return { kind: "own" as const, proof, event, changes, questions, email, attendees };
  } catch (error) {
    if (!isFinalRefusal(error)) throw error;
    return unknownPage;
  }
}

export type ChangePage = Extract<Awaited<ReturnType<typeof loadChange>>, { kind: "own" }>;
