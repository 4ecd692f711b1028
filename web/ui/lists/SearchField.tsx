/** A search field that searches while the user types. */
import { TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";

interface SearchFieldProps {
  /** The search whose results are shown. */
  typed: string;
  placeholder: string;
  className?: string | undefined;
  onChange: (text: string) => void;
}

// The search starts after a pause of this length.
const pauseMs = 150;

export function SearchField({ typed, placeholder, className, onChange }: SearchFieldProps) {
  const [text, setText] = useState(typed);
  const [lastSearch, setLastSearch] = useState(typed);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // After going back in the history, the field shows the earlier search.
  if (typed !== lastSearch) {
    setLastSearch(typed);
    if (typed !== text.trim()) setText(typed);
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
