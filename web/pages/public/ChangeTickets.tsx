/** The page `/{slug}/change-tickets`. */
import { useLoaderData } from "react-router";
import { TicketsUnknown } from "./bought/TicketsUnknown.tsx";
import { ChangeOwn } from "./change/ChangeOwn.tsx";
import { loadChange } from "./change/load.ts";

export const loader = loadChange;

export function Component() {
  const loaded = useLoaderData<typeof loader>();
  if (loaded.kind === "unknown") return <TicketsUnknown slug={loaded.slug} />;
  return <ChangeOwn key={loaded.proof.registrationId} {...loaded} />;
}
