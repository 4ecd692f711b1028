import type { RequestKeys } from "../../../act/requestKeys.ts";
import { api } from "../../../api/browser.ts";
import classes from "./ChangeOwn.module.css";
import { DetailsForm } from "./DetailsForm.tsx";
import { addressesInChange, type DetailsChange, type StoredDetails } from "./detailsForm.ts";
import type { ChangePage } from "./load.ts";
import { type CompletedChange, untilWords } from "./words.ts";

interface DetailsPartProps extends Pick<ChangePage, "event" | "proof" | "changes"> {
  stored: StoredDetails;
  onDone: (done: CompletedChange, accessKey: string) => Promise<void>;
}

export function DetailsPart({ event, proof, changes, stored, onDone }: DetailsPartProps) {
  const { correctRefusal: refusal, correctUntil: until } = changes;

  async function save(change: DetailsChange, keys: RequestKeys): Promise<void> {
    const body = { ...proof, ...change };
    const { accessKey } = await keys.send(body, (idempotencyKey) =>
      api.post("registration/correct", body, { idempotencyKey, suppressToasts: true }),
    );
    await onDone({ kind: "corrected", mailedTo: addressesInChange(change) }, accessKey);
  }

  return (
    <section id="details" className={classes.part} aria-labelledby="details-heading">
      <h2 id="details-heading">Change details</h2>
      {refusal !== null ? (
        <p className={classes.refusal}>{refusal}</p>
      ) : (
        <>
          <p className={classes.lead}>
            Correct names, answers and addresses {untilWords(until, event)}. The codes stay the same.
          </p>
          <DetailsForm
            stored={stored}
            hasBuyer
            asksPhone={event.config.asksPhone}
            label="Change details"
            save={save}
          />
        </>
      )}
    </section>
  );
}
