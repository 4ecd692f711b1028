import { NativeSelect } from "@mantine/core";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import classes from "./Import.module.css";
import { type ImportCheck, rowsWords, type TicketUses } from "./importRun.ts";
import { Section } from "./Section.tsx";

interface ImportTicketsProps {
  checked: ImportCheck;
  tickets: readonly Ticket[];
  /** What staff decided for each ticket's text in the file. */
  decided: TicketUses;
  /** The ticket for rows that name none; empty if none is chosen. */
  ticketId: string;
  onDecide: (decided: TicketUses) => void;
  onTicket: (ticketId: string) => void;
}

export function ImportTickets(props: ImportTicketsProps) {
  const { checked, tickets, decided, ticketId, onDecide, onTicket } = props;
  const { fileTickets, values, columns, unnamedCount } = checked;
  // A decided ticket stays in view, so that its field keeps the focus.
  const askedTickets = fileTickets.filter(
    ({ text }) => !Object.hasOwn(values.ticket, text) || Object.hasOwn(decided, text),
  );
  const asksUnnamed = unnamedCount > 0 && (tickets.length > 1 || ticketId !== "");
  if (askedTickets.length === 0 && !asksUnnamed) return null;
  const hasColumn = columns.some(({ meaning }) => meaning === "ticket" || meaning === "variation");
  const active = tickets.filter(({ isActive }) => isActive);
  const options = tickets.map(({ id, title }) => ({ value: String(id), label: title }));
  return (
    <Section title="Which ticket is it?">
      {askedTickets.length > 0 && (
        <p>
          The event has no ticket with {askedTickets.length === 1 ? "this name" : "these names"}. A ticket
          that you make here is not on sale, costs nothing, and has as many places as this file needs.
        </p>
      )}
      {!hasColumn && (
        <p>No column is chosen as the ticket. Choose it above, or choose one ticket for all rows.</p>
      )}
      <div className={classes.states}>
        {askedTickets.map(({ text, count }) => {
          const use = values.ticket[text];
          return (
            <NativeSelect
              key={text}
              label={`“${text}”`}
              description={rowsWords(count)}
              error={use === undefined}
              value={use === undefined ? "" : String(use)}
              data={[
                ...(use === undefined ? [{ value: "", label: "Please choose" }] : []),
                ...options,
                { value: "make", label: "Make this ticket" },
                { value: "leaveOut", label: "Leave these rows out" },
              ]}
              onChange={({ currentTarget: { value } }) =>
                onDecide({
                  ...decided,
                  [text]: value === "make" || value === "leaveOut" ? value : Number(value),
                })
              }
            />
          );
        })}
        {asksUnnamed && (
          <NativeSelect
            label="Ticket for rows without one"
            description={rowsWords(unnamedCount)}
            value={ticketId}
            data={[
              // If only one ticket is active, the server uses it.
              {
                value: "",
                label: active.length === 1 ? active[0]!.title : "None: report these rows as errors",
              },
              ...options.filter(({ value }) => active.length !== 1 || value !== String(active[0]!.id)),
            ]}
            onChange={({ currentTarget: { value } }) => onTicket(value)}
          />
        )}
      </div>
    </Section>
  );
}
