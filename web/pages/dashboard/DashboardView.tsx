/** A dashboard: whose it is, and the events. */

import { StaffTheme } from "../../ui/StaffTheme.tsx";
import classes from "./DashboardView.module.css";
import { EventTable } from "./EventTable.tsx";
import type { DashboardPage } from "./load.ts";

export function DashboardView({ page, title }: { page: DashboardPage | null; title: string }) {
  if (page === null) return null;
  return (
    <StaffTheme>
      <div className={`container ${classes.dashboard}`}>
        <p className="eyebrow">{page.currentUser.clubName ?? "All clubs"}</p>
        <h1>{title}</h1>
        <p className={classes.who}>Signed in as {page.currentUser.fullName}.</p>
        <EventTable lines={page.lines} withClub={page.currentUser.clubId === null} />
      </div>
    </StaffTheme>
  );
}
