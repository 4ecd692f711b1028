import type { ReactNode } from "react";
import { Link } from "react-router";
import { zoneName } from "../../contract/rules/time/eventTime.ts";
import { paths } from "../paths.ts";
import { UnsavedChangesGuard } from "./leaving.tsx";
import classes from "./StaffPage.module.css";
import { StaffTheme } from "./StaffTheme.tsx";

interface Crumb {
  label: string;
  to: string;
}

interface StaffPageProps {
  title: string;
  lead?: ReactNode;
  event?: { id: number; name: string; timeZone?: string };
  /** The breadcrumbs without the page itself. */
  crumbs?: readonly Crumb[];
  actions?: ReactNode;
  children: ReactNode;
}

export function StaffPage({ title, lead, event, crumbs, actions, children }: StaffPageProps) {
  const breadcrumbs = crumbs ?? (event ? crumbsOf(event) : []);
  const zoneWords = foreignZoneWords(event?.timeZone);
  return (
    <StaffTheme>
      <UnsavedChangesGuard>
        <div className={`${event ? "" : "container "}${classes.page}`}>
          {breadcrumbs.length > 0 && (
            <nav aria-label="You are here" className={classes.crumbs}>
              <ol>
                {breadcrumbs.map(({ label, to }) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <div className={classes.head}>
            <div className={classes.names}>
              <h1>{title}</h1>
              {lead !== undefined && <p className={classes.lead}>{lead}</p>}
              {zoneWords !== null && <p className={classes.zone}>{zoneWords}</p>}
            </div>
            {actions !== undefined && <div className={classes.actions}>{actions}</div>}
          </div>
          <div className={classes.content}>{children}</div>
        </div>
      </UnsavedChangesGuard>
    </StaffTheme>
  );
}

/** Staff pages of events are rendered in the browser, so the reader's zone is known. */
function foreignZoneWords(timeZone: string | undefined): string | null {
  if (timeZone === undefined || timeZone === new Intl.DateTimeFormat().resolvedOptions().timeZone)
    return null;
  return `All times are ${zoneName(timeZone)}.`;
}

function crumbsOf({ id, name }: { id: number; name: string }): Crumb[] {
  return [
    { label: "Your events", to: paths.adminDashboard() },
    { label: name, to: paths.eventOverview(id) },
  ];
}
