import { type ReactNode, useId, useState } from "react";
import { acceptedFilesText, sizeText, sortFiles } from "./acceptedFiles.ts";
import classes from "./FilePicker.module.css";

interface FilePickerProps {
  label: string;
  /** As in `<input accept>`. */
  accept: string;
  multiple?: boolean;
  value?: readonly File[];
  onChange: (files: File[]) => void;
  description?: ReactNode;
  error?: ReactNode;
}

export function FilePicker(props: FilePickerProps) {
  const { label, accept, multiple = false, value = [], onChange, description, error } = props;
  const id = useId();
  const [isDragOver, setDragOver] = useState(false);
  const [rejected, setRejected] = useState<readonly File[]>([]);
  const hasError = error !== undefined && error !== null;

  function offer(files: Iterable<File>): void {
    const result = sortFiles([...files], { accept, multiple });
    setRejected(result.rejected);
    if (result.accepted.length > 0) onChange(multiple ? [...value, ...result.accepted] : result.accepted);
  }

  return (
    <div className={classes.picker}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only takes dropped files; users operate the input inside. */}
      <div
        className={classes.drop}
        data-over={isDragOver || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setDragOver(true);
        }}
        onDragLeave={() => setDragOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setDragOver(false);
          offer(event.dataTransfer.files);
        }}
      >
        <strong>
          {multiple ? "Choose files" : value.length > 0 ? "Choose another file" : "Choose a file"}
        </strong>
        <span>or drop {multiple ? "them" : "it"} here</span>
        <input
          id={id}
          type="file"
          accept={accept}
          multiple={multiple}
          aria-invalid={hasError || undefined}
          aria-describedby={`${id}-hint ${id}-problem`}
          onChange={(event) => {
            offer(event.currentTarget.files ?? []);
            // Choosing the same file again must fire a change event too.
            event.currentTarget.value = "";
          }}
        />
      </div>
      {description !== undefined && (
        <p className={classes.hint} id={`${id}-hint`}>
          {description}
        </p>
      )}
      {value.length > 0 && (
        <ul className={classes.list} aria-label={`${label}: chosen`}>
          {value.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <span>
                {file.name}{" "}
                <small>
                  {file.type === "" ? "unknown type" : file.type}, {sizeText(file.size)}
                </small>
              </span>
              <button
                type="button"
                aria-label={`Remove ${file.name}`}
                onClick={() => onChange(value.filter((other) => other !== file))}
              >
                ✕
              </button>
            </li>
          ))}
        </ul>
      )}
      <div id={`${id}-problem`} aria-live="polite">
        {rejected.length > 0 && (
          <p className={classes.problem}>
            Not accepted: {rejected.map(({ name }) => name).join(", ")}.{" "}
            {acceptedFilesText({ accept, multiple })}
          </p>
        )}
        {hasError && <p className={classes.problem}>{error}</p>}
      </div>
    </div>
  );
}
