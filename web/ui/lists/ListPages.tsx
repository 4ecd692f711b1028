import { Pagination } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import classes from "./ListPages.module.css";

interface ListPagesProps {
  page: number;
  totalPages: number;
  onChange: (page: number) => void;
}

export function ListPages({ page, totalPages, onChange }: ListPagesProps) {
  const isNarrow = useMediaQuery("(max-width: 48rem)", false, { getInitialValueInEffect: false });
  if (totalPages <= 1) return null;
  return (
    <nav className={classes.pages} aria-label="Pages">
      <Pagination
        total={Math.max(totalPages, page)}
        value={page}
        onChange={onChange}
        siblings={isNarrow ? 0 : 1}
        getControlProps={(control) => ({ "aria-label": `${control} page` })}
        getItemProps={(item) => ({ "aria-label": `Page ${item}` })}
      />
    </nav>
  );
}
