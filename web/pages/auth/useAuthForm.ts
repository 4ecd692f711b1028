import { type FormEvent, useState } from "react";
import { flushSync } from "react-dom";
import { useAct } from "../../act/useAct.ts";
import { type ApiError, problemsByField } from "../../api/apiError.ts";
import { typedText } from "../../lib/typedText.ts";

export type FieldText = (name: string) => string;

interface AuthFormParts {
  /** Messages by field. */
  check?: (textOf: FieldText) => Record<string, string>;
  /** If it throws an ApiError, the form shows it. */
  send: (textOf: FieldText, idempotencyKey: string) => Promise<void>;
  /** The field that shows the error, or null. */
  fieldOf?: (error: ApiError) => string | null;
}

export interface AuthForm {
  isBusy: boolean;
  problems: Record<string, string>;
  /** The message that no field shows, or null. */
  refusal: string | null;
  submit: (event: FormEvent<HTMLFormElement>) => void;
}

export function useAuthForm({ check, send, fieldOf }: AuthFormParts): AuthForm {
  const { isBusy, problem: refusal, setProblem: setRefusal, keys, run } = useAct();
  const [problems, setProblems] = useState<Record<string, string>>({});

  function show(form: HTMLFormElement, fieldProblems: Record<string, string>, text: string | null): void {
    flushSync(() => {
      setProblems(fieldProblems);
      setRefusal(text);
    });
    if (Object.keys(fieldProblems).length > 0)
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }

  function submit(form: HTMLFormElement): void {
    if (isBusy) return;
    const data = new FormData(form);
    const textOf: FieldText = (name) => typedText(data, name);
    const fieldProblems = check?.(textOf) ?? {};
    show(form, fieldProblems, null);
    if (Object.keys(fieldProblems).length > 0) return;
    const showRefusal = (error: ApiError): string | null => {
      const messagesByField = problemsByField(error);
      const field = fieldOf?.(error) ?? null;
      if (field !== null) messagesByField[field] = error.msg;
      const isShownAtField = Object.keys(messagesByField).some(
        (name) => form.elements.namedItem(name) !== null,
      );
      show(form, messagesByField, null);
      return isShownAtField ? null : error.msg;
    };
    void run(() => keys.send([...data], (key) => send(textOf, key)), { refused: showRefusal });
  }

  return {
    isBusy,
    problems,
    refusal,
    submit: (event) => {
      event.preventDefault();
      submit(event.currentTarget);
    },
  };
}
