/** Cases that belong to no order: bounced mails of the event. */
import type { MoneyCase } from "../../../contract/shapes/money/moneyCase.ts";
import { CaseNotice, FindAttendee } from "./CaseNotice.tsx";
import { caseWordsOf } from "./caseWords.ts";

interface EventCasesProps {
  eventId: number;
  cases: readonly MoneyCase[];
  onDone: () => void;
}

export function EventCases({ eventId, cases, onDone }: EventCasesProps) {
  return cases.map((bounce) => (
    <CaseNotice key={bounce.key} moneyCase={bounce} caseWords={caseWordsOf(bounce, null)} onDone={onDone}>
      {bounce.recipient !== null && <FindAttendee eventId={eventId} recipient={bounce.recipient} />}
    </CaseNotice>
  ));
}
