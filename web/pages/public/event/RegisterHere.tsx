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
  const refused = useActionData<RegisterRefusal>();
  const busy = useNavigation().state === "submitting";
  const form = useRef<HTMLFormElement>(null);
  const action = useFormAddress();

  useEffect(() => {
    if (refused) form.current?.querySelector<HTMLElement>("[aria-invalid], [role=alert]")?.focus();
  }, [refused]);

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
        defaultValue={refused?.name}
        problem={refused?.problems.name}
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="email"
        required
        maxLength={254}
        defaultValue={refused?.email}
        problem={refused?.problems.email}
      />
      {promoCode !== null && <input type="hidden" name="promoCode" value={promoCode} />}
      {refused?.msg && (
        <p role="alert" className="fieldProblem" tabIndex={-1}>
          {refused.msg}
        </p>
      )}
      <button type="submit" className="button" disabled={busy}>
        {busy ? "Registering…" : "Register for free"}
      </button>
      <p className={classes.note}>Your ticket comes by mail and opens right after this.</p>
    </Form>
  );
}
