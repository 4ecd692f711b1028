/** The test bank's question. With Stripe, Stripe's element shows the buyer's bank instead. */
import classes from "./payment.module.css";

interface ConfirmStepProps {
  amount: string;
  onAnswer: (isConfirmed: boolean) => void;
}

export function ConfirmStep({ amount, onAnswer }: ConfirmStepProps) {
  return (
    <dialog
      className={classes.dialog}
      aria-labelledby="confirm-heading"
      // Opened when it is inserted. The dialog element itself handles focus, Escape and the page behind it.
      ref={(dialog) => {
        if (dialog !== null && !dialog.open) dialog.showModal();
      }}
      onCancel={(event) => {
        event.preventDefault();
        onAnswer(false);
      }}
    >
      <h2 id="confirm-heading">Your bank asks: is it you?</h2>
      <p>Test bank: confirm the payment of {amount}, or refuse it. Nothing has been charged yet.</p>
      <div className={classes.buttons}>
        <button type="button" className="button" onClick={() => onAnswer(true)}>
          Confirm payment
        </button>
        <button type="button" className="button buttonQuiet" onClick={() => onAnswer(false)}>
          Refuse
        </button>
      </div>
    </dialog>
  );
}
