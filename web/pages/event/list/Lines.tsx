/** Lines of a form that one adds to and takes from: what a package has, what an extra is made of, a question's options. */
import { Button } from "@mantine/core";
import { type ReactNode, useId, useRef } from "react";
import classes from "./Lines.module.css";

interface LinesProps {
  /** What they are together: "What is in it". */
  label: string;
  description?: string;
  count: number;
  /** What is wrong with them as a whole. */
  error?: ReactNode;
  /** Names the act: "Add a line". */
  addLabel: string;
  onAdd: () => void;
  onRemove: (index: number) => void;
  /** The fields of one line, each with a label of its own. */
  children: (index: number) => ReactNode;
}

export function Lines({ label, description, count, error, addLabel, onAdd, onRemove, children }: LinesProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const hasError = error !== undefined && error !== null && error !== false;

  /** A new line is there to be filled in; after the last is taken away, one may want another. */
  function focusLine(index: number): void {
    requestAnimationFrame(() => {
      const line = list.current?.children[index];
      (line?.querySelector<HTMLElement>("input") ?? add.current)?.focus();
    });
  }

  return (
    <fieldset className={classes.lines} aria-describedby={hasError ? `${id}-problem` : undefined}>
      <legend>{label}</legend>
      {description !== undefined && <p className={classes.hint}>{description}</p>}
      {count > 0 && (
        <ul ref={list}>
          {Array.from({ length: count }, (_, index) => (
            // Lines have no other identity than their place.
            // biome-ignore lint/suspicious/noArrayIndexKey: their values live in the form, by place.
            <li key={index}>
              <div className={classes.fields}>{children(index)}</div>
              <Button
                variant="subtle"
                color="red"
                aria-label={`Remove line ${index + 1}`}
                onClick={() => {
                  onRemove(index);
                  focusLine(Math.max(index - 1, 0));
                }}
              >
                ✕
              </Button>
            </li>
          ))}
        </ul>
      )}
      {hasError && (
        <p className={classes.problem} id={`${id}-problem`}>
          {error}
        </p>
      )}
      <Button
        ref={add}
        variant="default"
        aria-invalid={hasError || undefined}
        onClick={() => {
          onAdd();
          focusLine(count);
        }}
      >
        {addLabel}
      </Button>
    </fieldset>
  );
}
