import { Button } from "@mantine/core";
import { type ReactNode, useId, useRef } from "react";
import classes from "./Lines.module.css";

interface LinesProps {
  label: string;
  description?: string;
  count: number;
  /** The message for the list as a whole. */
  error?: ReactNode;
  addLabel: string;
  onAdd: () => void;
  onRemove: (index: number) => void;
  /** The fields of one line, each with its own label. */
  children: (index: number) => ReactNode;
}

export function Lines({ label, description, count, error, addLabel, onAdd, onRemove, children }: LinesProps) {
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const hasError = error !== undefined && error !== null && error !== false;

  /** Focuses in the next frame, because a new line must be rendered first. */
  function focusLine(index: number): void {
    requestAnimationFrame(() => {
      const line = list.current?.children[index];
      (line?.querySelector<HTMLElement>("input") ?? addButton.current)?.focus();
    });
  }

  return (
    <fieldset className={classes.lines} aria-describedby={hasError ? `${id}-problem` : undefined}>
      <legend>{label}</legend>
      {description !== undefined && <p className={classes.hint}>{description}</p>}
      {count > 0 && (
        <ul ref={list}>
          {Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the form keeps their values by index.
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
        ref={addButton}
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
