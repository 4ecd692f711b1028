/** The page `/dashboard/sudo/activity`. */

import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { failingPageSize } from "../../../contract/rules/failingPage.ts";
import type { FailingJob, FailingMail, RecentSignin } from "../../../contract/shapes/failing.ts";
import { apiFrom } from "../../api/context.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/lists/EmptyState.tsx";
import { idForm } from "../../ui/lists/listAddress.ts";
import { type Column, StaffTable } from "../../ui/lists/StaffTable.tsx";
import { StaffPage } from "../../ui/StaffPage.tsx";
import { readerTimeText } from "../../words/readerTime.ts";
import classes from "./Activity.module.css";

/** Each is also a parameter in the address: the id of the entry before the first shown one. */
type ListName = "mails" | "jobs" | "signins";

export async function loader({ context, request }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  const pageOf = (list: ListName) => {
    const before = params.get(list) ?? "";
    return idForm.test(before) ? { before: Number(before) } : {};
  };
  const api = apiFrom(context);
  const { signal } = request;
  const [mails, jobs, signins] = await Promise.all([
    api.get("attention/getFailingMails", pageOf("mails"), { signal }),
    api.get("attention/getFailingJobs", pageOf("jobs"), { signal }),
    api.get("appUser/getSignins", pageOf("signins"), { signal }),
  ]);
  return { mails, jobs, signins };
}

export function Component() {
  const { mails, jobs, signins } = useLoaderData<typeof loader>();
  return (
    <StaffPage title="Mails, jobs and sign-ins" crumbs={[{ label: "All clubs", to: paths.sudoDashboard() }]}>
      <List name="mails" title="Failing mails" rows={mails} columns={mailColumns} empty="No failing mails" />
      <List name="jobs" title="Failing jobs" rows={jobs} columns={jobColumns} empty="No failing jobs" />
      <List
        name="signins"
        title="Recent sign-ins"
        rows={signins}
        columns={signinColumns}
        empty="Nobody has signed in"
      />
    </StaffPage>
  );
}

interface ListProps<Row> {
  name: ListName;
  title: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  empty: string;
}

function List<Row extends { id: number }>({ name, title, rows, columns, empty }: ListProps<Row>) {
  const last = rows.length < failingPageSize ? undefined : rows.at(-1);
  return (
    <section className={classes.list} aria-label={title}>
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <EmptyState title={empty} />
      ) : (
        <StaffTable label={title} rows={rows} columns={columns} />
      )}
      {last !== undefined && (
        <p>
          <Link className="touchLink" to={`?${name}=${last.id}`} preventScrollReset>
            Show older
          </Link>
        </p>
      )}
    </section>
  );
}

const mailColumns: readonly Column<FailingMail>[] = [
  { key: "recipient", title: "To", onCard: "head", render: ({ recipient }) => recipient },
  { key: "kind", title: "Kind", render: ({ kind }) => kind },
  {
    key: "attempts",
    title: "Attempts",
    render: ({ attempts, isGivenUp }) => `${attempts}${isGivenUp ? ", given up" : ""}`,
  },
  { key: "error", title: "Error", render: ({ lastError }) => lastError },
  { key: "at", title: "Written", isTime: true, render: ({ createdAt }) => readerTimeText(createdAt) },
];

const jobColumns: readonly Column<FailingJob>[] = [
  { key: "task", title: "Job", onCard: "head", render: ({ task }) => task },
  { key: "attempts", title: "Attempts", isRightAligned: true, render: ({ attempts }) => attempts },
  { key: "error", title: "Error", render: ({ lastError }) => lastError },
  {
    key: "next",
    title: "Next attempt",
    isTime: true,
    render: ({ nextAttemptAt }) => (nextAttemptAt === null ? "None" : readerTimeText(nextAttemptAt)),
  },
];

const signinColumns: readonly Column<RecentSignin>[] = [
  { key: "name", title: "Name", onCard: "head", render: ({ fullName }) => fullName },
  { key: "email", title: "E-mail", render: ({ email }) => email },
  { key: "club", title: "Club", render: ({ clubName }) => clubName ?? "Super user" },
  { key: "device", title: "Device", render: ({ device }) => device },
  { key: "at", title: "Signed in", isTime: true, render: ({ at }) => readerTimeText(at) },
];
