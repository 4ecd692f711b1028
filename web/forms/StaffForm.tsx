/**
 * The shell of every form of staff. Its invariants: what is sent is sent once, however often the button is pressed; a
 * creating call carries the same Idempotency-Key until what is filled in changes or was saved; what the server refuses
 * stands at its field, and the first wrong field has the focus; nobody leaves with changes unasked (leaving.tsx).
 */
import { Button } from "@mantine/core";
import { type ReactNode, type SubmitEvent, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import type { Code } from "../../contract/endpoint.ts";
import { filledText } from "../act/filledText.ts";
import { useAct } from "../act/useAct.ts";
import type { ApiError } from "../api/apiError.ts";
import type { CallOptions } from "../api/client.ts";
import { notify } from "../stores/snackbars.ts";
import { useLeaving } from "../ui/leaving.tsx";
import { checkFields, refusalOf } from "./refusal.ts";
import classes from "./StaffForm.module.css";
import type { StaffFormState } from "./useStaffForm.ts";

/** A way to save: most forms have one, an event can be published or kept as a draft. */
export interface SaveButton {
  /** Names the act: "Save ticket". */
  label: string;
  /** Told to `save`. */
  intent?: string;
}

interface StaffFormProps<V extends Record<string, unknown>, R> {
  form: StaffFormState<V>;
  /** What the form is for, for those who hear the page: "Ticket". */
  label: string;
  /** The first is the main one, and what Enter does. */
  buttons: readonly [SaveButton, ...SaveButton[]];
  /** Makes the call with the options as they are. Undefined when the session has ended (web/api/client.ts). */
  save: (values: V, options: CallOptions, intent: string) => Promise<R | undefined>;
  /** Shown after a save to which the server says nothing: "Saved." */
  savedWords?: string | ((intent: string) => string);
  /** After the save; a message of the server is shown by itself. */
  onSaved: (saved: R, intent: string) => void | Promise<void>;
  /**
   * After the server said no: what the page shows may be old, and is fetched anew here. Without an answer nobody knows, and
   * the page stays as it is, so that the next try has the same key.
   */
  onRefused?: (refusal: ApiError) => void | Promise<void>;
  /** Where refusals stand that name no field: `{ slugTaken: "slug" }`. */
  fieldOfCode?: Partial<Record<Code, string>>;
  /** The form's path of one of the wire, where they differ. */
  fieldOfPath?: Readonly<Record<string, string>>;
  /** Why nothing may be saved: the buttons are then disabled, and this says why. */
  refusedBecause?: string | null;
  /** More at the end of the row of buttons. */
  actions?: ReactNode;
  children: ReactNode;
}

export function StaffForm<V extends Record<string, unknown>, R>(props: StaffFormProps<V, R>) {
  const { form, label, buttons, save, onSaved, fieldOfCode, fieldOfPath, refusedBecause = null } = props;
  const element = useRef<HTMLFormElement>(null);
  const { underWay, problem, setProblem, keys, run } = useAct();
  const saved = useRef(filledText(form.getValues()));
  const leaving = useLeaving();
  const { getValues } = form;
  const values = useRef(getValues);
  values.current = getValues;
  useEffect(() => leaving.watch(() => filledText(values.current()) !== saved.current), [leaving]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (underWay !== null || refusedBecause !== null) return;
    const submitter = event.nativeEvent.submitter;
    const intent = submitter instanceof HTMLButtonElement ? submitter.value : intentOf(buttons[0]);
    // Our rules are pure functions (useStaffForm.ts), so there is nothing to wait for.
    const wrong = flushSync(() => {
      const errors = checked(form);
      if (Object.keys(errors).length > 0) setProblem(checkFields);
      return errors;
    });
    if (Object.keys(wrong).length > 0) {
      focusFirstWrong(element.current);
      return;
    }
    const sent = form.getValues();
    const filled = filledText(sent);
    async function saveOnce(): Promise<void> {
      // Kept after a refusal as well: a form may have saved some of its parts by then.
      const idempotencyKey = keys.keyFor([intent, sent]);
      const result = await save(sent, { idempotencyKey, suppressFailure: true }, intent);
      if (result === undefined) return;
      saved.current = filled;
      keys.renew();
      const isAsSent = filledText(form.getValues()) === filled;
      const words = typeof props.savedWords === "function" ? props.savedWords(intent) : props.savedWords;
      if (words !== undefined) notify({ text: words, color: "success" });
      const after = onSaved(result, intent);
      // What the page has put into the form, as the server has it now, is no change of the user's.
      if (isAsSent) saved.current = filledText(form.getValues());
      await after;
    }
    async function refused(error: ApiError): Promise<string> {
      if (error.code !== "noAnswer") await props.onRefused?.(error);
      const { fields, text } = refusalOf(error, { values: sent, fieldOfCode, fieldOfPath });
      flushSync(() => form.setErrors(fields));
      if (Object.keys(fields).length > 0) focusFirstWrong(element.current);
      return text;
    }
    void run(saveOnce, { name: intent, refused });
  }

  return (
    <form ref={element} className={classes.form} aria-label={label} noValidate onSubmit={submit}>
      {props.children}
      {(problem ?? refusedBecause) !== null && (
        <p className={classes.refusal} role="alert">
          {problem ?? refusedBecause}
        </p>
      )}
      <div className={classes.buttons}>
        {buttons.map((button, index) => (
          <Button
            key={intentOf(button)}
            type="submit"
            value={intentOf(button)}
            variant={index === 0 ? "filled" : "default"}
            disabled={refusedBecause !== null}
            aria-busy={underWay === intentOf(button)}
          >
            {underWay === intentOf(button) ? "Saving…" : button.label}
          </Button>
        ))}
        {props.actions}
      </div>
    </form>
  );
}

/** Shows what is wrong at its fields, and tells it. */
function checked<V extends Record<string, unknown>>(form: StaffFormState<V>): object {
  const found: { errors: object } | Promise<unknown> = form.validate();
  return "errors" in found ? found.errors : {};
}

function intentOf({ intent, label }: SaveButton): string {
  return intent ?? label;
}

/** Once the errors are on the page; what is folded away is opened for it. */
function focusFirstWrong(form: HTMLFormElement | null): void {
  const wrong = [...(form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [])];
  for (const field of wrong) {
    const folded = field.closest("details");
    if (folded !== null) folded.open = true;
  }
  wrong[0]?.focus();
}
