/** Cases of an event that belong to no order: bounced mails about it. */
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
  return cases.map((moneyCase) => {
    const attendeeQuery = new URLSearchParams({ search: moneyCase.recipient ?? "", state: "all" });
    return (
      <CaseNotice
        key={moneyCase.key}
        moneyCase={moneyCase}
        caseWords={caseWordsOf(moneyCase, null)}
        onDone={onDone}
      >
        {moneyCase.recipient !== null && (
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
