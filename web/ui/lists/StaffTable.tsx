/**
 * The frame of a table: mantine-datatable in our colours, in a part of the page that scrolls by keyboard too. Rows come
 * from a loader, a page at a time; see its documentation for columns, sorting and selection.
 */
import "mantine-datatable/styles.css";
import "./StaffTable.css";
import { DataTable, type DataTableProps } from "mantine-datatable";

type StaffTableProps<T> = DataTableProps<T> & {
  /** What the table lists: "Attendees". */
  label: string;
};

export function StaffTable<T>({ label, ...table }: StaffTableProps<T>) {
  return (
    <section className="staffTable" aria-label={label}>
      <DataTable<T>
        withTableBorder
        borderRadius="md"
        verticalSpacing="sm"
        highlightOnHover
        minHeight={160}
        // Of a full table it would be hidden from the eye alone, and read out.
        noRecordsText={table.records?.length ? "" : "Nothing here yet"}
        scrollAreaProps={{ viewportProps: { tabIndex: 0, role: "group", "aria-label": `${label}, table` } }}
        {...table}
      />
    </section>
  );
}
