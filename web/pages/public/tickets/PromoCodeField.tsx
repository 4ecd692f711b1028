import { useRef, useState } from "react";
import type { Currency } from "../../../../contract/scalars.ts";
import { promoWords } from "../../../sale/promoWords.ts";
import type { PromoCodeState } from "../../../sale/usePromoCode.ts";
import classes from "./PromoCodeField.module.css";

export function PromoCodeField({ state, currency }: { state: PromoCodeState; currency: Currency }) {
  const { promo, refused, isBusy } = state;
  const [typed, setTyped] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  // Takes the focus after a press, because the pressed button may disappear.
  const focusTarget = useRef<"code" | "question" | "refusal" | null>(null);
  const focusIfTarget = (name: "code" | "question") => (element: HTMLElement | null) => {
    if (element === null || focusTarget.current !== name) return;
    focusTarget.current = null;
    element.focus();
  };

  if (promo !== null) {
    return (
      <div className={classes.applied} role="status">
        <p ref={focusIfTarget("code")} tabIndex={-1}>
          <strong>Code {promo.code}</strong> <span>{promoWords(promo, currency)}</span>
        </p>
        <button
          type="button"
          className={classes.remove}
          onClick={() => {
            focusTarget.current = "question";
            setTyped(null);
            state.remove();
          }}
        >
          Remove<span className="visuallyHidden"> the code {promo.code}</span>
        </button>
      </div>
    );
  }

  const code = typed ?? refused?.code ?? "";
  async function apply() {
    if (isBusy || code.trim() === "") return;
    focusTarget.current = "code";
    if (await state.apply(code.trim())) return;
    focusTarget.current = "refusal";
    input.current?.focus();
  }
  // The bar with the total may cover the message.
  const scrollIfTarget = (refusal: HTMLElement | null) => {
    if (refusal === null || focusTarget.current !== "refusal") return;
    focusTarget.current = null;
    refusal.scrollIntoView({ block: "nearest" });
  };
  const problem = isBusy ? null : refused;
  return (
    <details className={classes.code} open={refused !== null || undefined}>
      <summary ref={focusIfTarget("question")}>Have a code?</summary>
      <div className={classes.row}>
        <div className="field">
          <label htmlFor="promo-code">Promo code</label>
          <input
            ref={input}
            id="promo-code"
            name="code"
            value={code}
            maxLength={40}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            aria-invalid={problem !== null}
            aria-describedby={problem === null ? undefined : "promo-code-problem"}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={(event) => {
              // Enter would submit a surrounding form.
              if (event.key !== "Enter") return;
              event.preventDefault();
              void apply();
            }}
          />
        </div>
        <button
          type="button"
          className="button buttonQuiet"
          aria-disabled={isBusy || undefined}
          onClick={() => void apply()}
        >
          {isBusy ? "One moment…" : "Apply"}
        </button>
      </div>
      {problem !== null && (
        <p ref={scrollIfTarget} id="promo-code-problem" className="fieldProblem" role="alert">
          {problem.msg}
        </p>
      )}
    </details>
  );
}
