/** Name, e-mail, one button (docs/wire.md §5). A plain form: it works without scripts. */
import { useEffect, useRef } from "react";
import { Form, useActionData, useNavigation } from "react-router";
import type { PromoCodeOffer } from "../../../../contract/shapes/promoCode.ts";
import { useFormAddress } from "../../../lib/formAddress.ts";
import { TextField } from "../../../ui/TextField.tsx";
import classes from "./RegisterHere.module.css";
import type { RegisterRefusal } from "./registerHere.ts";

interface RegisterHereProps {
  ticketId: number;
  /** The visitor's promo code, sent if it covers the ticket. */
  promo: PromoCodeOffer | null;
}

export function RegisterHere({ ticketId, promo }: RegisterHereProps) {
  const promoCode = promo?.tickets.some(({ id }) => id === ticketId) ? promo.code : null;
  const refusal = useActionData<RegisterRefusal>();
  const isBusy = useNavigation().state === "submitting";
  const form = useRef<HTMLFormElement>(null);
  const action = useFormAddress();

  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>("[aria-invalid], [role=alert]")?.focus();
  }, [refusal]);

  return (
    <Form
      ref={form}
      method="post"
      action={action}
      preventScrollReset
      className={classes.form}
      aria-label="Register"
    >
      <TextField
        label="Your name"
        name="name"
        autoComplete="name"
        required
        maxLength={200}
        defaultValue={refusal?.name}
        problem={refusal?.problems.name}
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        defaultValue={refusal?.email}
        problem={refusal?.problems.email}
      />
      {promoCode !== null && <input type="hidden" name="promoCode" value={promoCode} />}
      {refusal?.msg && (
        <p role="alert" className="fieldProblem" tabIndex={-1}>
          {refusal.msg}
        </p>
      )}
      <button type="submit" className="button" disabled={isBusy}>
        {isBusy ? "Registering…" : "Register for free"}
      </button>
      <p className={classes.note}>Your ticket comes by mail and opens right after this.</p>
    </Form>
  );
}
