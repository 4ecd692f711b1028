import { type ReactNode, useEffect, useRef } from "react";
import type { Door } from "../../../../../contract/shapes/door/door.ts";
import type { RecentAct } from "../../../../door/device.ts";
import { missingText } from "../../../../words/attendeeWords.ts";
import { itemsText } from "../../../../words/itemsText.ts";
import { DoorSign } from "../../DoorSign.tsx";
import { focusQuietly } from "../../focusQuietly.ts";
import { type DeskState, type DeskView, type DoorDesk, doorName } from "../doorDesk.ts";
import { CardExtras } from "./CardExtras.tsx";
import { HandoverLines } from "./HandoverLines.tsx";
import { countsToHand, handOverWords, stillLeftWords } from "./handoverWords.ts";
import { Party } from "./Party.tsx";
import classes from "./VerdictCard.module.css";
import { answersInWords, type VerdictWords, verdictWords } from "./verdictWords.ts";

interface VerdictCardProps {
  shown: DeskView;
  door: Door;
  desk: DoorDesk;
  ticked: readonly number[];
  chosen: DeskState["chosen"];
  acts: readonly RecentAct[];
  trouble: string | null;
  isHidden: boolean;
  /** The undo bar while it is offered. */
  children: ReactNode;
}

export function VerdictCard({
  shown,
  door,
  desk,
  ticked,
  chosen,
  acts,
  trouble,
  isHidden,
  children,
}: VerdictCardProps) {
  const { judgement, isDone, purchases, isExtras, handed } = shown;
  const { attendee, purchase, party } = judgement;
  const words = isDone
    ? verdictWords({ ...judgement, isExtras }, door)
    : isExtras
      ? undecidedExtras
      : undecidedWords;
  const ticket = door.tickets.find(({ ticketId }) => ticketId === attendee?.ticketId);
  const missing = attendee === null ? null : missingText(attendee.missing);
  const others = party.filter(({ attendeeId }) => attendeeId !== attendee?.attendeeId);
  const counts = purchase !== null && !isDone ? countsToHand(purchase, chosen[purchase.purchaseId]) : null;
  const stillLeft = purchase !== null && handed !== null ? stillLeftWords(purchase) : null;
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    // The focused button may have been removed.
    if (!isHidden && document.activeElement === document.body)
      focusQuietly(card.current?.querySelector("[data-main]") ?? null);
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a tap beside the controls can dismiss the card.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button "Next" does the same with a key.
    <section
      ref={card}
      className={classes.card}
      data-tone={words.tone}
      inert={isHidden}
      onClick={({ target }) => {
        const isControl = target instanceof Element && target.closest("button, label, input, a") !== null;
        if (!isControl && isDone && ticked.length === 0) desk.dismiss();
      }}
    >
      <div className={classes.head}>
        <DoorSign name={words.sign} className={classes.sign} />
      </div>
      <div className={classes.content}>
        <div role={isDone ? "alert" : "status"}>
          <h2>{handed === null ? words.title : "Handed over"}</h2>
          {words.detail !== null && <p className={classes.detail}>{words.detail}</p>}
          {(attendee !== null || (judgement.isNew && !isExtras)) && (
            <p className={classes.name}>{doorName(attendee)}</p>
          )}
          {ticket !== undefined && <p className={classes.ticket}>{ticket.title}</p>}
          {judgement.isOldTicket === true && <p className={classes.more}>Old ticket.</p>}
          {missing !== null && <p className={classes.more}>{missing}.</p>}
          {handed !== null && <p className={classes.name}>{handed}</p>}
          {handed === null && isDone && purchase !== null && (
            <p className={classes.name}>{itemsText(purchase.items)}</p>
          )}
          {stillLeft !== null && <p className={classes.more}>{stillLeft}</p>}
          {(others.length > 0 || purchases.length > 0) && (
            <p className={classes.more}>{moreWords(others.length, purchases.length)}</p>
          )}
        </div>
        {purchase !== null && counts !== null && (
          <HandoverLines
            purchase={purchase}
            counts={counts}
            onChange={(next) => desk.choosePart(purchase.purchaseId, next)}
          />
        )}
        {attendee !== null && attendee.answers.length > 0 && (
          <dl className={classes.answers}>
            {answersInWords(attendee, door).map(({ questionId, question, answer }) => (
              <div key={questionId}>
                <dt>{question}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
        )}
        {judgement.verdict === "alreadyIn" &&
          attendee !== null &&
          ticked.length === 0 &&
          door.rights.includes("undo") && (
            <button type="button" className={classes.undoCheckIn} onClick={() => void desk.undoCheckIn()}>
              Wrong person: undo
            </button>
          )}
        {trouble !== null && (
          <p className={classes.trouble} role="alert">
            {trouble}
          </p>
        )}
        {purchases.length > 0 && (
          <CardExtras
            purchases={purchases}
            party={party}
            door={door}
            acts={acts}
            chosen={chosen}
            onChoose={desk.choosePart}
            onHandOver={(purchaseId) => void desk.handOver(purchaseId)}
            onUndo={(actKey) => void desk.undo(actKey)}
          />
        )}
        {others.length > 0 && <Party others={others} door={door} ticked={ticked} onTick={desk.tick} />}
      </div>
      <div className={classes.foot}>
        {words.tone !== "bad" && words.tone !== "warn" && children}
        <div className={classes.choice}>
          {(!isDone || ticked.length > 0) && (
            <button
              type="button"
              className={classes.back}
              onClick={isDone ? () => desk.tick([]) : desk.dismiss}
            >
              {isDone ? "Clear ticks" : "Back"}
            </button>
          )}
          {isExtras && !isDone ? (
            <button
              ref={focusQuietly}
              type="button"
              data-main
              className={classes.next}
              onClick={() => void desk.handOverScanned()}
            >
              {purchase === null || counts === null ? "Hand over all" : handOverWords(purchase, counts)}
            </button>
          ) : (
            <MainButton isDone={isDone} more={ticked.length} desk={desk} />
          )}
        </div>
      </div>
    </section>
  );
}

/** Says what may be outside a small screen. */
function moreWords(others: number, purchases: number): string {
  const words = [
    ...(others > 0 ? [`+${others} in this booking`] : []),
    ...(purchases > 0 ? [others > 0 ? "extras" : "With extras"] : []),
  ];
  return words.join(" and ");
}

const undecidedWords: VerdictWords = { tone: "ask", sign: "question", title: "Let in?", detail: null };

const undecidedExtras: VerdictWords = { tone: "ask", sign: "question", title: "Hand over?", detail: null };

function MainButton({ isDone, more, desk }: { isDone: boolean; more: number; desk: DoorDesk }) {
  const [words, act] = !isDone
    ? [more === 0 ? "Let in" : more === 1 ? "Let both in" : `Let ${1 + more} in`, () => void desk.admit()]
    : more === 0
      ? ["Next", desk.dismiss]
      : [`Let ${more} more in`, () => void desk.letMoreIn()];
  return (
    <button ref={focusQuietly} type="button" data-main className={classes.next} onClick={act}>
      {words}
    </button>
  );
}
