/** The page `/{slug}/waiting-list`. */

import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { PageMeta } from "./PageMeta.tsx";
import classes from "./WaitingList.module.css";
import { JoinList } from "./waiting/JoinList.tsx";
import { joinListAction } from "./waiting/joinList.ts";
import { loadWaitingPage, type WaitingPage } from "./waiting/load.ts";
import { OwnPlace } from "./waiting/OwnPlace.tsx";
import { PlaceUnknown } from "./waiting/PlaceUnknown.tsx";

export function loader({ context, params, request }: LoaderFunctionArgs) {
  return loadWaitingPage(apiFrom(context), { slug: params.slug ?? "", request });
}

export const action = joinListAction;

/** Joining works without scripts. Taking or leaving a place does not. */
export const needsScript = (page: WaitingPage) =>
  page.kind === "own" && (page.own.offer !== null || page.own.entry.state === "waiting");

export function Component() {
  const page = useLoaderData<typeof loader>();
  const { name, slug, bannerUrl } = page.event;
  return (
    <section className={`container ${classes.page}`}>
      <PageMeta
        title={`Waiting list for ${name}`}
        description={`${name} is sold out: people on the waiting list get the first offer when places return.`}
        path={paths.event(slug)}
        event={page.kind === "join" ? page.event : { bannerUrl }}
      />
      {page.kind === "join" && <JoinList key={page.ticketId ?? "all"} page={page} />}
      {page.kind === "own" && <OwnPlace key={page.own.entry.id} page={page} />}
      {page.kind === "unknown" && <PlaceUnknown slug={slug} />}
    </section>
  );
}
