/** `/{slug}/change-tickets`: buyers cancel their tickets or pass them on, with what goes back shown before it is done. */
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { ApiError } from "../../api/apiError.ts";
import { apiFrom } from "../../api/context.ts";
import { ChangeOwn } from "./change/ChangeOwn.tsx";
import { proofIn } from "./purchase/proof.ts";
import { TicketsUnknown } from "./purchase/TicketsUnknown.tsx";

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const api = apiFrom(context);
  const options = { signal: request.signal, suppressToasts: true };
  const given = proofIn(new URL(request.url));
  const unknown = { kind: "unknown" as const, slug: params.slug ?? "" };
  // A guest's own code changes nothing.
  if (given?.accessKey === undefined) return unknown;
  const proof = { registrationId: given.registrationId, accessKey: given.accessKey };
  try {
    const [{ event }, changes] = await Promise.all([
      api.get("registration/getRegistration", proof, options),
      api.get("registration/getOwnChanges", proof, options),
    ]);
    const questions =
      changes.passOnRefusal === null
        ? await api.get("form/getFormQuestions", { eventId: event.id }, options)
        : [];
    return { kind: "own" as const, proof, event, changes, questions };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 0) throw error;
    return unknown;
  }
}

/** What the page is loaded with. */
export type OwnPage = Extract<Awaited<ReturnType<typeof loader>>, { kind: "own" }>;

export function Component() {
  const loaded = useLoaderData<typeof loader>();
  if (loaded.kind === "unknown") return <TicketsUnknown slug={loaded.slug} />;
  return <ChangeOwn key={loaded.proof.registrationId} {...loaded} />;
}
