/** A search field that searches while the user types. */
import { TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";

interface SearchFieldProps {
  /** The search whose results are shown. */
  shownSearch: string;
  placeholder: string;
  className?: string | undefined;
  onChange: (text: string) => void;
}

// The search starts after a pause of this length.
const pauseMs = 150;

export function SearchField({ shownSearch, placeholder, className, onChange }: SearchFieldProps) {
  const [text, setText] = useState(shownSearch);
  const [lastSearch, setLastSearch] = useState(shownSearch);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // After going back in the history, the field shows the earlier search.
  if (shownSearch !== lastSearch) {
    setLastSearch(shownSearch);
    if (shownSearch !== text.trim()) setText(shownSearch);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <TextInput
      className={className}
      type="search"
      label="Search"
      placeholder={placeholder}
      maxLength={200}
      autoComplete="off"
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          setLastSearch(value.trim());
          onChange(value.trim());
        }, pauseMs);
      }}
    />
  );
}
