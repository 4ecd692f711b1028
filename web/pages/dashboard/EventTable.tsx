/** Events with their numbers. */
import { Table } from "@mantine/core";
import { Link } from "react-router";
import { formatEventTime } from "../../../contract/rules/eventTime.ts";
import { paths } from "../../paths.ts";
import { timeOf } from "../public/event/eventTime.ts";
import classes from "./EventTable.module.css";
import type { EventLine } from "./load.ts";

export function EventTable({ lines, withClub }: { lines: EventLine[]; withClub: boolean }) {
  if (lines.length === 0) return <p className="notice">There are no events yet.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by keyboard too.
    <section className={classes.scroll} tabIndex={0} aria-label="Events">
      <Table verticalSpacing="md" horizontalSpacing="lg" className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Event</Table.Th>
            {withClub && <Table.Th scope="col">Club</Table.Th>}
            <Table.Th scope="col">When</Table.Th>
            <Table.Th scope="col">Registered</Table.Th>
            <Table.Th scope="col">Left</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ event, left }) => (
            <Table.Tr key={event.id}>
              <Table.Th scope="row">
                <Link to={paths.event(event.slug)}>{event.name}</Link>
                {stateWords(event.cancelledAt !== null, event.isActive)}
              </Table.Th>
              {withClub && <Table.Td>{event.club.name}</Table.Td>}
              <Table.Td>{formatEventTime(timeOf(event)).text}</Table.Td>
              <Table.Td>{event.registrationCount.toLocaleString("en-US")}</Table.Td>
              <Table.Td>{left.toLocaleString("en-US")}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function stateWords(isCancelled: boolean, isActive: boolean) {
  if (isCancelled) return <small>Cancelled</small>;
  return isActive ? null : <small>Not active</small>;
}
