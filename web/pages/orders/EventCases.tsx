/** Cases of an event that belong to no order: bounced mails about it. */
import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { MoneyCase } from "../../../contract/shapes/moneyCase.ts";
import { paths } from "../../paths.ts";
import { attentionOf } from "./attention.ts";
import { CaseNotice } from "./CaseNotice.tsx";

interface EventCasesProps {
  eventId: number;
  cases: readonly MoneyCase[];
  onDone: () => void;
}

export function EventCases({ eventId, cases, onDone }: EventCasesProps) {
  return cases.map((one) => {
    const found = new URLSearchParams({ search: one.recipient ?? "", state: "all" });
    return (
      <CaseNotice key={one.key} told={one} wanting={attentionOf(one, null)} onDone={onDone}>
        {one.recipient !== null && (
          <Button component={Link} variant="default" to={`${paths.eventPage(eventId, "attendees")}?${found}`}>
            Find the attendee
          </Button>
        )}
      </CaseNotice>
    );
  });
}
