/** /dashboard/sudo: the events of all clubs. */
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { apiFrom } from "../../api/context.ts";
import { DashboardView } from "./DashboardView.tsx";
import { loadDashboard } from "./load.ts";

export function loader({ context, request }: LoaderFunctionArgs) {
  return loadDashboard(apiFrom(context), request.signal);
}

export function Component() {
  return <DashboardView page={useLoaderData<typeof loader>()} title="All events" />;
}
