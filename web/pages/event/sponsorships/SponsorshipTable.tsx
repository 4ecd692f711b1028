import { Button, Switch } from "@mantine/core";
import { Link } from "react-router";
import { formatMoney, needCents } from "../../../../contract/rules/money/money.ts";
import { formatMoment } from "../../../../contract/rules/time/eventTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { StaffSponsorship } from "../../../../contract/shapes/sponsorship.ts";
import { inSnackbar, useAct } from "../../../act/useAct.ts";
import { useActsInTurn } from "../../../act/useActsInTurn.ts";
import { api } from "../../../api/browser.ts";
import { fetchFile } from "../../../api/fetchFile.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { paths } from "../../../paths.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { StaffTable } from "../../../ui/lists/StaffTable.tsx";
import { SponsorLogo } from "./SponsorLogo.tsx";
import classes from "./Sponsorships.module.css";
import { packageWords, paymentBadge, sponsorName } from "./sponsorshipWords.ts";

interface SponsorshipTableProps {
  event: Event;
  sponsorships: StaffSponsorship[];
}

export function SponsorshipTable({ event, sponsorships }: SponsorshipTableProps) {
  const act = useActsInTurn();
  const withCents = needCents(
    sponsorships.map(({ amount, paidElsewhere }) => paidElsewhere ?? amount),
    event.currency,
  );
  return (
    <StaffTable
      label="Sponsors"
      rows={sponsorships}
      columns={[
        {
          key: "sponsor",
          title: "Sponsor",
          onCard: "head",
          render: (sponsorship) => (
            // An act without a request only loads the page's data again.
            <Sponsor sponsorship={sponsorship} onChanged={() => void act(async () => {})} />
          ),
        },
        { key: "packageType", title: "Package", render: packageWords },
        {
          key: "amount",
          title: "Amount",
          isRightAligned: true,
          onCard: "headEnd",
          render: ({ amount, paidElsewhere, currency }) =>
            formatMoney(paidElsewhere ?? amount, currency, withCents),
        },
        {
          key: "paymentStatus",
          title: "Payment",
          render: (sponsorship) => {
            const { words, tone } = paymentBadge(sponsorship);
            return <Badge tone={tone}>{words}</Badge>;
          },
        },
        {
          key: "isPublic",
          title: "On the event’s page",
          render: (sponsorship) => (
            <PublicSwitch
              sponsorship={sponsorship}
              onChange={(isShown) =>
                void act(() =>
                  api.post("sponsorship/setPublic", { sponsorshipId: sponsorship.id, isPublic: isShown }),
                )
              }
            />
          ),
        },
        {
          key: "createdAt",
          title: "When",
          isTime: true,
          render: ({ createdAt }) => formatMoment(createdAt, clocksOf(event)).text,
        },
        { key: "receipt", title: "Receipt", render: (sponsorship) => <Receipt sponsorship={sponsorship} /> },
        {
          key: "page",
          title: "Sponsor’s own page",
          render: (sponsorship) => <OwnPage event={event} sponsorship={sponsorship} />,
        },
      ]}
    />
  );
}

function Sponsor({ sponsorship, onChanged }: { sponsorship: StaffSponsorship; onChanged: () => void }) {
  const { firstName, lastName, organization, email, phone, message } = sponsorship.sponsorData;
  return (
    <div className={classes.sponsor}>
      <strong>{sponsorName(sponsorship)}</strong>
      {organization !== "" && <span>{`${firstName} ${lastName}`.trim()}</span>}
      {email !== "" && (
        <a className="touchLink" href={`mailto:${email}`}>
          {email}
        </a>
      )}
      {phone !== "" && (
        <a className="touchLink" href={`tel:${phone}`}>
          {phone}
        </a>
      )}
      {message !== "" && <q>{message}</q>}
      <SponsorLogo sponsorship={sponsorship} onRemoved={onChanged} />
    </div>
  );
}

function PublicSwitch({
  sponsorship,
  onChange,
}: {
  sponsorship: StaffSponsorship;
  onChange: (isShown: boolean) => void;
}) {
  if (!sponsorship.isPublic) return <span className={classes.quiet}>Asked to stay anonymous</span>;
  if (sponsorship.paymentStatus !== "paid") return <span className={classes.quiet}>Only after payment</span>;
  const words = sponsorship.isHidden ? "Hidden" : "Shown";
  return (
    <Switch
      label={words}
      aria-label={`${words}: ${sponsorName(sponsorship)}`}
      checked={!sponsorship.isHidden}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

function OwnPage({ event, sponsorship }: { event: Event; sponsorship: StaffSponsorship }) {
  const { id, orderId, accessKey, paymentStatus } = sponsorship;
  if (orderId === null || accessKey === undefined || paymentStatus !== "paid")
    return <span className={classes.quiet}>None</span>;
  return (
    <Button
      component={Link}
      variant="default"
      to={paths.pricing(event.slug, { sponsorshipId: id, accessKey })}
      aria-label={`Open the page of ${sponsorName(sponsorship)}`}
    >
      Open
    </Button>
  );
}

function Receipt({ sponsorship }: { sponsorship: StaffSponsorship }) {
  const { orderId, paymentStatus } = sponsorship;
  const { isBusy, run } = useAct();
  if (orderId === null || paymentStatus === "pending" || paymentStatus === "failed")
    return <span className={classes.quiet}>None</span>;

  const download = () => fetchFile("order/receiptPdf", { orderId });
  return (
    <Button
      variant="default"
      aria-label={`Receipt of ${sponsorName(sponsorship)}`}
      aria-busy={isBusy}
      onClick={() => void run(download, { refused: inSnackbar })}
    >
      {isBusy ? "One moment…" : "Receipt"}
    </Button>
  );
}
