/** Cases of an event that belong to no order: bounced mails of the event. */
import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { MoneyCase } from "../../../contract/shapes/money/moneyCase.ts";
import { paths } from "../../paths.ts";
import { CaseNotice } from "./CaseNotice.tsx";
import { caseWordsOf } from "./caseWords.ts";

interface EventCasesProps {
  eventId: number;
  cases: readonly MoneyCase[];
  onDone: () => void;
}

export function EventCases({ eventId, cases, onDone }: EventCasesProps) {
  return cases.map((bounce) => {
    const attendeeQuery = new URLSearchParams({ search: bounce.recipient ?? "", state: "all" });
    return (
      <CaseNotice key={bounce.key} moneyCase={bounce} caseWords={caseWordsOf(bounce, null)} onDone={onDone}>
        {bounce.recipient !== null && (
          <Button
            component={Link}
            variant="default"
            to={`${paths.eventPage(eventId, "attendees")}?${attendeeQuery}`}
          >
            Find the attendee
          </Button>
        )}
      </CaseNotice>
    );
  });
}
