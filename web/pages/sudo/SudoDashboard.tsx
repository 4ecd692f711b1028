/** The page `/dashboard/sudo`. */
import { Menu, TextInput } from "@mantine/core";
import { useState } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import { needCents } from "../../../contract/rules/money/money.ts";
import type { ClubEntry } from "../../../contract/shapes/club.ts";
import { api } from "../../api/browser.ts";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { notify } from "../../stores/snackbars.ts";
import { ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../ui/lists/EmptyState.tsx";
import { StaffTable } from "../../ui/lists/StaffTable.tsx";
import { MoreMenu } from "../../ui/MoreMenu.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { CaseNotice } from "../orders/CaseNotice.tsx";
import { caseWordsOf } from "../orders/caseWords.ts";
import { clubsMatching, removedWithClub, revenueWords } from "./figureWords.ts";
import classes from "./SudoDashboard.module.css";

export async function loader({ context, request: { signal } }: LoaderFunctionArgs) {
  const api = apiFrom(context);
  const [clubs, unknownPayments, eventsToApprove] = await Promise.all([
    api.get("club/getAllClubs", undefined, { signal, withToken: true }),
    api.get("attention/getUnknown", undefined, { signal }),
    api.get("event/getEventCards", { awaitsApproval: true, when: "all", itemsPerPage: 1 }, { signal }),
  ]);
  return { clubs, unknownPayments, eventsToApproveCount: eventsToApprove.totalItems };
}

export function Component() {
  const { clubs, unknownPayments, eventsToApproveCount } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const [search, setSearch] = useState("");
  const [clubToRemove, setClubToRemove] = useState<ClubEntry | null>(null);
  const shownClubs = clubsMatching(clubs, search);
  const withCents = shownClubs
    .flatMap(({ figures }) => figures?.revenue ?? [])
    .some(({ amount, currency }) => needCents([amount], currency));

  async function remove({ id, name }: ClubEntry): Promise<void> {
    const reply = await api.delete("club/removeClub", { clubId: id }, { suppressFailure: true });
    setClubToRemove(null);
    if (reply === undefined) return;
    notify({ text: `${name} is deleted.`, color: "success" });
    await revalidate();
  }

  return (
    <StaffPage
      title="All clubs"
      lead={`${clubs.length.toLocaleString("en-US")} ${clubs.length === 1 ? "club" : "clubs"} on this site`}
      actions={
        <>
          <Link to={paths.sudoEvents()} className="button buttonQuiet">
            All events
          </Link>
          <Link to={paths.sudoActivity()} className="button buttonQuiet">
            Mails, jobs and sign-ins
          </Link>
          <Link to={paths.clubAdd()} className="button">
            Add a club
          </Link>
        </>
      }
    >
      {unknownPayments.length > 0 && (
        <div className={classes.cases}>
          {unknownPayments.map((moneyCase) => (
            <CaseNotice
              key={moneyCase.key}
              moneyCase={moneyCase}
              caseWords={caseWordsOf(moneyCase, null)}
              onDone={() => void revalidate()}
            />
          ))}
        </div>
      )}
      {eventsToApproveCount > 0 && (
        <p>
          <Link className="touchLink" to={`${paths.sudoEvents()}?approval=waiting`}>
            {eventsToApproveCount === 1
              ? "1 event waits for approval"
              : `${eventsToApproveCount.toLocaleString("en-US")} events wait for approval`}
          </Link>
        </p>
      )}
      <div className={classes.search}>
        <TextInput
          type="search"
          label="Search clubs"
          placeholder="Name, place, e-mail or phone"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      </div>
      <p role="status" className="visuallyHidden">
        {search !== "" && `${shownClubs.length} found`}
      </p>
      {shownClubs.length === 0 ? (
        <EmptyState title={clubs.length === 0 ? "There is no club yet" : "No club is found"}>
          {clubs.length === 0
            ? "Clubs register themselves, or you add them."
            : `Nothing matches “${search}”.`}
        </EmptyState>
      ) : (
        <StaffTable
          label="Clubs"
          rows={shownClubs}
          columns={[
            { key: "name", title: "Club", onCard: "head", render: (club) => <ClubName club={club} /> },
            {
              key: "accounts",
              title: "Accounts",
              isRightAligned: true,
              render: ({ figures }) => figures?.admins,
            },
            {
              key: "events",
              title: "Events (upcoming)",
              isRightAligned: true,
              render: ({ figures }) => `${figures?.events ?? 0} (${figures?.comingEvents ?? 0})`,
            },
            {
              key: "attendees",
              title: "Attendees",
              isRightAligned: true,
              render: ({ figures }) => (figures?.attendees ?? 0).toLocaleString("en-US"),
            },
            {
              key: "revenue",
              title: "Revenue",
              isRightAligned: true,
              noWrap: true,
              render: ({ figures }) => revenueWords(figures?.revenue ?? [], withCents),
            },
            {
              key: "actions",
              title: "Actions",
              heading: <span className="visuallyHidden">Actions</span>,
              isRightAligned: true,
              onCard: "headEnd",
              render: (club) => <ClubMenu club={club} onRemove={() => setClubToRemove(club)} />,
            },
          ]}
        />
      )}
      {clubToRemove !== null && (
        <ConfirmDialog
          isOpen
          title={`Delete ${clubToRemove.name}?`}
          confirmLabel="Delete the club"
          refusedBecause={
            (clubToRemove.figures?.paidOrders ?? 0) > 0
              ? "It has paid orders. They must be refunded before it can be deleted."
              : null
          }
          onConfirm={() => remove(clubToRemove)}
          onCancel={() => setClubToRemove(null)}
        >
          {clubToRemove.figures &&
            `${removedWithClub(clubToRemove.figures)} are deleted with it. This cannot be undone.`}
        </ConfirmDialog>
      )}
    </StaffPage>
  );
}

function ClubName({ club }: { club: ClubEntry }) {
  return (
    <span className={classes.club}>
      <img src={`${club.logoUrl}?w=160`} alt="" width={36} height={36} />
      <span>
        <Link to={paths.clubEdit(club.id)}>{club.name}</Link>
        <small>{club.location}</small>
      </span>
    </span>
  );
}

function ClubMenu({ club, onRemove }: { club: ClubEntry; onRemove: () => void }) {
  return (
    <MoreMenu label={`Actions for ${club.name}`}>
      <Menu.Item component={Link} to={paths.clubEdit(club.id)}>
        Edit
      </Menu.Item>
      <Menu.Item component={Link} to={paths.clubAccounts(club.id)}>
        Accounts
      </Menu.Item>
      <Menu.Item component={Link} to={`${paths.sudoEvents()}?club=${club.id}`}>
        Its events
      </Menu.Item>
      <Menu.Item className="staffRemoval" onClick={onRemove}>
        Delete…
      </Menu.Item>
    </MoreMenu>
  );
}
