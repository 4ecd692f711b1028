import { lazy, type ReactNode, Suspense, useId } from "react";
import classes from "./RichTextEditor.module.css";

const RichTextArea = lazy(async () => ({ default: (await import("./RichTextArea.tsx")).RichTextArea }));

interface RichTextEditorProps {
  label: string;
  /** HTML, sanitised by the server when it is saved. */
  value?: string;
  onChange: (html: string) => void;
  description?: ReactNode;
  error?: ReactNode;
}

export function RichTextEditor({ label, value = "", onChange, description, error }: RichTextEditorProps) {
  const id = useId();
  const hasError = error !== undefined && error !== null;
  return (
    <div className={classes.field}>
      <span className={classes.label} id={`${id}-label`}>
        {label}
      </span>
      {description !== undefined && <p className={classes.hint}>{description}</p>}
      <div className={classes.box} data-invalid={hasError || undefined}>
        <Suspense fallback={<div className={classes.area} aria-hidden="true" />}>
          <RichTextArea labelId={`${id}-label`} isInvalid={hasError} value={value} onChange={onChange} />
        </Suspense>
      </div>
      {hasError && <p className={classes.problem}>{error}</p>}
    </div>
  );
}
