/** The device makes the sale (web/door/sale.ts), so it continues after this sheet is closed. */
import { type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { isRightDay } from "../../../../contract/rules/door/doorJudge.ts";
import { formatMoney, needCents } from "../../../../contract/rules/money/money.ts";
import type { Door } from "../../../../contract/shapes/door/door.ts";
import type { Till } from "../../../../contract/shapes/door/doorSale.ts";
import { useAct } from "../../../act/useAct.ts";
import { ApiError, problemsByField } from "../../../api/apiError.ts";
import type { DoorRefusal } from "../../../door/askDoor.ts";
import type { DoorState } from "../../../door/device.ts";
import type { SaleOutcome, SaleRequest } from "../../../door/sale.ts";
import type { SaleFacts } from "../../../door/saleFacts.ts";
import { Sheet } from "../Sheet.tsx";
import {
  answerOfPath,
  answerProblems,
  answerProblemText,
  cashChangeOf,
  chosenTickets,
  isAnsweredLater,
  newSale,
  type SaleValues,
  saleObstacle,
  salePeople,
  saleProblem,
  saleRequestOf,
  sellableTickets,
  totalOf,
} from "./doorSale.ts";
import { ExtrasPart } from "./ExtrasPart.tsx";
import { answerFieldId, QuestionsPart } from "./QuestionsPart.tsx";
import { SaleLines } from "./SaleLines.tsx";
import classes from "./SaleSheet.module.css";
import { SoldPart, type SoldSale } from "./SoldPart.tsx";
import { noFacts } from "./saleFacts.ts";
import { TillLine } from "./TillLine.tsx";

interface SaleSheetProps {
  door: Door;
  state: Pick<DoorState, "isOnline" | "problem">;
  readFacts: () => Promise<SaleFacts>;
  readTill: () => Promise<Till>;
  /** Null if the device could not store the sale; then nothing was sent. */
  onSell: (saleRequest: SaleRequest) => Promise<SaleOutcome | null>;
  /** Called with the outcome if this sheet was closed before it arrived. */
  onMissed: (outcome: SaleOutcome) => void;
  onClose: () => void;
  isPractice: boolean;
  /** The last sale or its undo, to be shown instead of the form. */
  notice: ReactNode;
  undoBar: ReactNode;
  /** The notice about this sale's undo replaces "Sold". */
  undoTriedKey: string | null;
}

export function SaleSheet({
  door,
  state,
  readFacts,
  readTill,
  onSell,
  onMissed,
  onClose,
  isPractice,
  notice,
  undoBar,
  undoTriedKey,
}: SaleSheetProps) {
  const tickets = sellableTickets(door.tickets);
  const [values, setValues] = useState<SaleValues>(newSale);
  const [message, setMessage] = useState<{ text: string; total: number | null } | null>(null);
  const [emailProblem, setEmailProblem] = useState<string | null>(null);
  const [answerTroubles, setAnswerTroubles] = useState<Readonly<Record<string, string>>>({});
  const [made, setMade] = useState<SoldSale | null>(null);
  const { isBusy, run } = useAct();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const { facts, load } = useSaleFacts(readFacts, state.isOnline);
  const offer = { tickets, ...(typeof facts === "string" ? noFacts : facts) };
  const { extras } = offer;

  const money = (amount: number) => formatMoney(amount, door.event.currency);
  const withCents = needCents(
    [...tickets, ...extras].map(({ price }) => price),
    door.event.currency,
  );
  const total = message?.total ?? totalOf(values, offer);
  const isCash = values.paidBy === "cash" && total > 0;
  const changeDue = isCash ? cashChangeOf(values.given, { total, currency: door.event.currency }) : null;
  const obstacle = saleObstacle(state);
  const problem = obstacle ?? saleProblem(values, offer);
  const changeValues = (part: Partial<SaleValues>) => {
    setValues({ ...values, ...part });
    setMessage(null);
    setAnswerTroubles({});
  };
  async function submit(): Promise<void> {
    setEmailProblem(null);
    const troubles = answerProblems(values, offer);
    const text = answerProblemText(troubles, salePeople(values, offer));
    // Both messages need space, so they are rendered before the page scrolls to the question.
    flushSync(() => {
      setAnswerTroubles(troubles);
      if (text !== null) setMessage({ text, total: null });
    });
    if (text !== null) return focusAnswer(troubles);
    const saleRequest = saleRequestOf(values, offer, { total, sum: money(total) });
    const outcome = await onSell(saleRequest);
    if (!isShown.current) return outcome === null ? undefined : onMissed(outcome);
    if (outcome === null)
      setMessage({ text: "This device could not store the sale. Nothing was sold.", total: null });
    if (outcome?.kind === "sold") setMade({ ...outcome.sale, change: changeDue });
    // The outcome replaces this form.
    if (outcome?.kind === "sold" || outcome?.kind === "unanswered") {
      setValues({ ...newSale, paidBy: values.paidBy });
      setMessage(null);
    }
    if (outcome?.kind !== "notSold" || outcome.refusal === null) return;
    // problemsByField reads only the payload, so the code need not be the server's.
    const { email, ...others } = problemsByField(
      new ApiError({ ...outcome.refusal, status: 400, code: "invalidInput" }),
    );
    const refused = Object.fromEntries(
      Object.entries(others).flatMap(([path, problem]) => {
        const name = answerOfPath(path, saleRequest.answers);
        return name === null
          ? []
          : [[name, problem === "is required" ? "Answer this question." : `The answer ${problem}.`]];
      }),
    );
    if (Object.keys(refused).length > 0) setAnswerTroubles(refused);
    // Staff may have changed questions, prices or stocks.
    load();
    setEmailProblem(email === undefined ? null : `The e-mail address ${email}.`);
    if (email === undefined) setMessage(refusalWords(outcome.refusal, money));
  }

  const sold = made?.key === undoTriedKey ? null : made;
  if (notice !== null && !isBusy && sold === null)
    return (
      <Sheet title="Sell at the door" onClose={onClose}>
        <div className={classes.form}>
          {notice}
          <TillLine read={readTill} clocks={door.event} />
        </div>
      </Sheet>
    );

  if (sold !== null)
    return (
      <SoldPart
        sale={sold}
        currency={door.event.currency}
        undoBar={undoBar}
        till={<TillLine read={readTill} clocks={door.event} />}
        onClose={onClose}
        onMore={() => {
          setMade(null);
          load();
        }}
      />
    );

  return (
    <Sheet title="Sell at the door" onClose={onClose}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (problem === null) void run(submit);
        }}
      >
        {!isPractice && !isRightDay(door.event, null, new Date().toISOString()) && (
          <p className={classes.otherDay}>
            Today is not a day of this event. Sales are real all the same, and buyers are let in. To try
            things out, use Practice in the menu.
          </p>
        )}
        {tickets.length === 0 && <p>This event has no tickets to sell.</p>}
        <SaleLines
          label="Tickets"
          lines={tickets.map(({ ticketId, title, price }) => ({
            id: ticketId,
            title,
            detail: price === 0 ? "Free" : formatMoney(price, door.event.currency, withCents),
          }))}
          quantities={values.quantities}
          onChange={(quantities) => changeValues({ quantities })}
        />
        <ExtrasPart
          facts={facts}
          isOnline={state.isOnline}
          values={values}
          priceWords={(price) => formatMoney(price, door.event.currency, withCents)}
          onChange={changeValues}
          onLoad={load}
        />
        <QuestionsPart
          people={salePeople(values, offer)}
          values={values}
          mayAnswerLater={offer.mayAnswerLater}
          problems={answerTroubles}
          onChange={changeValues}
        />
        <fieldset className={classes.paid}>
          <legend>Paid by</legend>
          {(["cash", "cardTerminal"] as const).map((paidBy) => (
            <label key={paidBy}>
              <input
                type="radio"
                name="paidBy"
                checked={values.paidBy === paidBy}
                onChange={() => changeValues({ paidBy })}
              />
              {paidBy === "cash" ? "Cash" : "Card terminal"}
            </label>
          ))}
        </fieldset>
        <details className={classes.more} open={isAnsweredLater(values, offer) || undefined}>
          <summary>Name and e-mail (optional)</summary>
          <div className="field">
            <label htmlFor="sale-name">Name</label>
            <input
              id="sale-name"
              autoComplete="off"
              maxLength={100}
              value={values.name}
              onChange={({ currentTarget: { value } }) => changeValues({ name: value })}
            />
          </div>
          <div className="field">
            <label htmlFor="sale-email">E-mail: the tickets are sent there</label>
            <input
              id="sale-email"
              type="email"
              autoComplete="off"
              maxLength={254}
              value={values.email}
              {...(emailProblem !== null && {
                "aria-invalid": true,
                "aria-describedby": "sale-email-problem",
              })}
              onChange={({ currentTarget: { value } }) => {
                setEmailProblem(null);
                changeValues({ email: value });
              }}
            />
            {emailProblem !== null && (
              <p id="sale-email-problem" className="fieldProblem" role="alert">
                {emailProblem}
              </p>
            )}
          </div>
        </details>
        <TillLine read={readTill} clocks={door.event} />
        <div className={classes.foot}>
          <p className={classes.total}>
            <span>To pay</span> <strong>{money(total)}</strong>
          </p>
          {isCash && (
            <div className={`field ${classes.given}`}>
              <label htmlFor="sale-given">Cash given</label>
              <input
                id="sale-given"
                inputMode="decimal"
                autoComplete="off"
                maxLength={12}
                value={values.given}
                onChange={({ currentTarget: { value } }) => setValues({ ...values, given: value })}
              />
              <output htmlFor="sale-given">{changeWords(changeDue, money)}</output>
            </div>
          )}
          {(message !== null || problem !== null) && (
            <p
              id="sale-problem"
              className={classes.problem}
              data-kind={message !== null || obstacle !== null ? "refusal" : "hint"}
              role={message !== null || obstacle !== null ? "alert" : undefined}
            >
              {problem ?? message?.text}
            </p>
          )}
          <button
            type="submit"
            className={`button ${classes.sell}`}
            disabled={problem !== null}
            aria-busy={isBusy}
            {...(problem !== null && { "aria-describedby": "sale-problem" })}
          >
            {isBusy ? "One moment…" : sellWords(values, { tickets, sum: total === 0 ? null : money(total) })}
          </button>
        </div>
      </form>
    </Sheet>
  );
}

function useSaleFacts(read: () => Promise<SaleFacts>, isOnline: boolean) {
  const [facts, setFacts] = useState<SaleFacts | "loading" | "failed">("loading");
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fetched again for each attempt, and when the connection changes.
  useEffect(() => {
    let isCurrent = true;
    // Known facts stay while they are fetched again.
    setFacts((known) => (typeof known === "string" ? "loading" : known));
    read().then(
      (answer) => isCurrent && setFacts(answer),
      () => isCurrent && setFacts((known) => (typeof known === "string" ? "failed" : known)),
    );
    return () => {
      isCurrent = false;
    };
  }, [read, attempt, isOnline]);
  return { facts, load: () => setAttempt((count) => count + 1) };
}

/** Focuses the first answer with a problem. The browser's own scrolling would leave it under the sticky foot. */
function focusAnswer(troubles: Readonly<Record<string, string>>): void {
  const [name] = Object.keys(troubles);
  const field = document.getElementById(answerFieldId(name ?? ""));
  field?.closest("details")?.setAttribute("open", "");
  (field?.closest(".field") ?? field)?.scrollIntoView({ block: "start" });
  field?.focus({ preventScroll: true });
}

function changeWords(change: number | null, money: (amount: number) => string): string {
  if (change === null) return "";
  return change < 0 ? `${money(-change)} missing` : `Change ${money(change)}`;
}

function sellWords(values: SaleValues, sale: { tickets: Door["tickets"]; sum: string | null }): string {
  const count = chosenTickets(values, sale.tickets).reduce((sum, { quantity }) => sum + quantity, 0);
  if (count === 0) return "Sell";
  const people = count === 1 ? "1 person" : `${count} people`;
  return sale.sum === null ? `Let in ${people}` : `Paid ${sale.sum}: let in ${people}`;
}

function refusalWords(
  { code, msg, payload }: DoorRefusal,
  money: (amount: number) => string,
): { text: string; total: number | null } {
  if (
    code === "amountMismatch" &&
    typeof payload === "object" &&
    payload !== null &&
    "totalAmount" in payload &&
    typeof payload.totalAmount === "number"
  ) {
    const total = payload.totalAmount;
    return { text: `The price is now ${money(total)}. Take this amount, then press again.`, total };
  }
  return { text: msg, total: null };
}
