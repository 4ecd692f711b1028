import { Button, Checkbox, Popover } from "@mantine/core";
import { answerWords, questionWords } from "../../../contract/rules/questions/questions.ts";
import type { Event } from "../../../contract/shapes/event.ts";
import type { FormQuestion } from "../../../contract/shapes/form.ts";
import type { ListedAttendee } from "../../../contract/shapes/people.ts";
import type { Column } from "../../ui/lists/StaffTable.tsx";
import {
  isAwaitingActivation,
  missingText,
  nameText,
  orderText,
  stateText,
  timeText,
} from "../../words/attendeeWords.ts";
import { paidElsewhereText } from "../orders/orderWords.ts";
import classes from "./attendeeColumns.module.css";
import {
  answerColumn,
  type ChosenColumn,
  type ColumnName,
  columnNames,
  columnsAfter,
  saveColumns,
} from "./columns.ts";
import type { AttendeeAction } from "./OneAttendee.tsx";
import { RowMenu } from "./RowMenu.tsx";

interface AttendeeColumns {
  event: Event;
  questions: readonly FormQuestion[];
  chosen: readonly ChosenColumn[];
  onChoose: (names: ChosenColumn[]) => void;
  onAct: (attendee: ListedAttendee, act: AttendeeAction) => void;
}

export function attendeeColumns({
  event,
  questions,
  chosen,
  onChoose,
  onAct,
}: AttendeeColumns): Column<ListedAttendee>[] {
  const time = (instant: string | null) => instant && timeText(instant, event);
  type Cell = Pick<Column<ListedAttendee>, "render" | "order" | "noWrap" | "isTime">;
  const cells: Record<ColumnName, Cell> = {
    email: { render: ({ email }) => email },
    phone: { render: ({ phone }) => phone },
    ticketTitle: { render: ({ ticketTitle }) => ticketTitle },
    registeredAt: { order: "registration", isTime: true, render: ({ registeredAt }) => time(registeredAt) },
    checkinTime: { order: "checkin", isTime: true, render: ({ checkinTime }) => time(checkinTime) },
    registrationState: { render: stateText },
    order: {
      noWrap: true,
      render: (attendee) => {
        const { importedNumber, paidElsewhere } = attendee;
        const elsewhere = [
          importedNumber,
          paidElsewhereText({ paidElsewhere, currency: event.currency }),
        ].filter((text) => text !== null);
        return (
          <div className={classes.order}>
            {orderText(attendee)}
            {elsewhere.map((text) => (
              <span key={text}>{text}</span>
            ))}
          </div>
        );
      },
    },
  };
  const choices: (Cell & { key: ChosenColumn; title: string })[] = [
    ...(Object.keys(columnNames) as ColumnName[]).map((key) => ({
      key,
      title: columnNames[key],
      ...cells[key],
    })),
    ...questions.map((question) => ({
      key: answerColumn(question.id),
      title: questionWords(question),
      render: ({ answers }: ListedAttendee) => answerOf(answers, question),
    })),
  ];
  return [
    {
      key: "name",
      title: "Name",
      order: "name",
      onCard: "head",
      render: (attendee) => (
        <>
          <button type="button" className={classes.name} onClick={() => onAct(attendee, "details")}>
            {nameText(attendee)}
          </button>
          {isAwaitingActivation(attendee) && <span className={classes.missing}>{stateText(attendee)}</span>}
          {missingText(attendee.missing) !== null && (
            <span className={classes.missing}>{missingText(attendee.missing)}</span>
          )}
        </>
      ),
    },
    ...choices.filter(({ key }) => chosen.includes(key)),
    {
      key: "actions",
      title: "Actions",
      heading: <ColumnChoice choices={choices} chosen={chosen} onChoose={onChoose} />,
      isRightAligned: true,
      isPinned: true,
      onCard: "headEnd",
      render: (attendee) => (
        <RowMenu event={event} attendee={attendee} onAct={(act) => onAct(attendee, act)} />
      ),
    },
  ];
}

/** Cut after some lines by its style; the panel of the attendee has the whole text. */
function answerOf(answers: ListedAttendee["answers"], { id, typeId }: FormQuestion) {
  const storedAnswer = answers.find(({ questionId }) => questionId === id);
  return storedAnswer && <span className={classes.answer}>{answerWords(typeId, storedAnswer.answer)}</span>;
}

interface ColumnChoiceProps {
  choices: readonly { key: ChosenColumn; title: string }[];
  chosen: readonly ChosenColumn[];
  onChoose: (names: ChosenColumn[]) => void;
}

function ColumnChoice({ choices, chosen, onChoose }: ColumnChoiceProps) {
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button variant="default" size="compact-sm">
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset className={classes.choice}>
          <legend>Columns</legend>
          {choices.map(({ key, title }) => (
            <Checkbox
              key={key}
              label={title}
              checked={chosen.includes(key)}
              onChange={({ currentTarget: { checked } }) => {
                const allKeys = choices.map((choice) => choice.key);
                const next = columnsAfter(chosen, allKeys, { name: key, isShown: checked });
                saveColumns(next);
                onChoose(next);
              }}
            />
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}
