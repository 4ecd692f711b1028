import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import type { TestCard } from "../../../../contract/shapes/money/payment.ts";
import {
  type CardFields,
  cardProblems,
  emptyCard,
  formatCardNumber,
  formatCvc,
  formatExpiry,
  testCardOf,
} from "../../../sale/card.ts";
import { Fact } from "../../../ui/Fact.tsx";
import { LabelledField } from "../../../ui/LabelledField.tsx";
import classes from "./payment.module.css";

interface TestCardFormProps {
  label: string;
  terms: ReactNode;
  busy: boolean;
  isDeclined: boolean;
  onPay: (card: TestCard) => Promise<void>;
}

export function TestCardForm({ label, terms, busy, isDeclined, onPay }: TestCardFormProps) {
  const [card, setCard] = useState<CardFields>(emptyCard);
  const [hasTried, setTried] = useState(false);
  const [triedNumber, setTriedNumber] = useState("");
  const form = useRef<HTMLFormElement>(null);
  const problems = hasTried ? cardProblems(card, new Date()) : {};
  const numberProblem =
    problems.number ?? (isDeclined && card.number === triedNumber ? "This card was declined." : undefined);

  // The field is above the pressed button, so it gets the focus.
  useEffect(() => {
    if (isDeclined) form.current?.querySelector<HTMLElement>("#card-number")?.focus();
  }, [isDeclined]);

  async function pay(event: FormEvent) {
    event.preventDefault();
    if (busy) return;
    setTried(true);
    const [wrongField] = Object.keys(cardProblems(card, new Date()));
    const testCard = testCardOf(card);
    if (wrongField !== undefined || testCard === null) {
      form.current?.querySelector<HTMLElement>(`#card-${wrongField ?? "expiry"}`)?.focus();
      return;
    }
    setTriedNumber(card.number);
    await onPay(testCard);
  }

  return (
    <form ref={form} noValidate className={classes.card} onSubmit={(event) => void pay(event)}>
      <div className={classes.cardHead}>
        <h2>Card</h2>
        <span className={classes.badge}>Test payments</span>
      </div>
      <LabelledField
        id="card-number"
        label="Card number"
        value={card.number}
        problem={numberProblem}
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        onChange={(typed) => setCard({ ...card, number: formatCardNumber(typed) })}
      />
      <div className={classes.pair}>
        <LabelledField
          id="card-expiry"
          label="Expiry"
          value={card.expiry}
          problem={problems.expiry}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          onChange={(typed) => setCard({ ...card, expiry: formatExpiry(typed, card.expiry) })}
        />
        <LabelledField
          id="card-cvc"
          label="Security code"
          value={card.cvc}
          problem={problems.cvc}
          inputMode="numeric"
          autoComplete="cc-csc"
          placeholder="CVC"
          onChange={(typed) => setCard({ ...card, cvc: formatCvc(typed) })}
        />
      </div>
      {terms}
      <button type="submit" className={`button ${classes.pay}`} aria-disabled={busy || undefined}>
        {busy ? "Paying…" : label}
      </button>
      <details className={classes.hint}>
        <summary>No money is charged. Cards to try</summary>
        <dl>
          {testCards.map(([number, what]) => (
            <Fact key={number} name={number}>
              {what}
            </Fact>
          ))}
        </dl>
        <p>Use any future expiry date and any security code.</p>
      </details>
    </form>
  );
}

/** Some of the cards in docs/wire.md §3.8. */
const testCards = [
  ["4242 4242 4242 4242", "pays"],
  ["4000 0000 0000 0002", "is declined"],
  ["4000 0000 0000 9995", "has no funds"],
  ["4000 0025 0000 3155", "asks to confirm first"],
] as const;
