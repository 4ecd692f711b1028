/** The test bank's question. With Stripe, Stripe's element shows the buyer's bank. */
import { Dialog } from "../../../ui/Dialog.tsx";
import classes from "./payment.module.css";

interface ConfirmStepProps {
  amount: string;
  onAnswer: (isConfirmed: boolean) => void;
}

export function ConfirmStep({ amount, onAnswer }: ConfirmStepProps) {
  return (
    <Dialog isOpen title="Your bank asks you to confirm" onClose={() => onAnswer(false)}>
      <p>Test bank: confirm the payment of {amount}, or refuse it. Nothing has been charged yet.</p>
      <div className={classes.buttons}>
        <button type="button" className="button" onClick={() => onAnswer(true)}>
          Confirm payment
        </button>
        <button type="button" className="button buttonQuiet" onClick={() => onAnswer(false)}>
          Refuse
        </button>
      </div>
    </Dialog>
  );
}
