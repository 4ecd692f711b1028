/** /event/{eventId}/config: how registration for an event works. */
import { NativeSelect, Switch, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import type { Event } from "../../../../contract/event.ts";
import { dateFormats, isWithoutClock } from "../../../../contract/rules/dateFormats.ts";
import { formatEventTime } from "../../../../contract/rules/eventTime.ts";
import { api } from "../../../api/browser.ts";
import { DateTimeField } from "../../../forms/DateTimeField.tsx";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import { StaffPage } from "../../../ui/StaffPage.tsx";
import { loadStaffEvent } from "../../event/staffEvent.ts";
import { clocksOf } from "../../public/event/eventTime.ts";
import classes from "./Config.module.css";
import { type ConfigValues, configOf, problemsOf, valuesOf } from "./configForm.ts";

export function loader(args: LoaderFunctionArgs): Promise<Event> {
  return loadStaffEvent(args);
}

export function Component() {
  const event = useLoaderData<typeof loader>();
  return (
    <StaffPage title="Settings" lead="How registration for this event works." event={event}>
      <ConfigForm event={event} />
    </StaffPage>
  );
}

/** The formats by how they write the evening of 6 December. */
const dateFormatChoices = dateFormats.map((dateFormat) => {
  const evening = { start: "2026-12-06T19:00:00Z", end: null, timeZone: "UTC" };
  const { text } = formatEventTime({ ...evening, isAllDay: false, showEndTime: false, dateFormat });
  return { value: dateFormat, label: isWithoutClock(dateFormat) ? `${text} (without the time)` : text };
});

function ConfigForm({ event }: { event: Event }) {
  const { timeZone, config } = event;
  const { revalidate } = useRevalidator();
  const form = useStaffForm<ConfigValues>({
    initialValues: valuesOf(config, timeZone),
    validate: (values) => problemsOf(values, timeZone),
  });
  return (
    <StaffForm
      form={form}
      label="Settings"
      buttons={[{ label: "Save the settings" }]}
      save={(values, options) =>
        api.post("event/saveConfig", { eventId: event.id, config: configOf(values, timeZone) }, options)
      }
      fieldOfCode={{ inUse: "capacity" }}
      fieldOfPath={pathsOfConfig}
      onSaved={async (saved) => {
        form.setValues(valuesOf(saved.config, saved.timeZone));
        await revalidate();
      }}
    >
      <Group title="Sales">
        <DateTimeField
          label="Registration opens"
          clocks={clocksOf(event)}
          {...form.getInputProps("salesStart")}
        />
        <DateTimeField
          label="Registration closes"
          clocks={clocksOf(event)}
          {...form.getInputProps("salesEnd")}
        />
        <p className={classes.hint}>
          Empty: open from the moment the event is published, until it ends. A ticket may have times of its
          own.
        </p>
        <TextInput
          label="Places over all tickets"
          inputMode="numeric"
          autoComplete="off"
          description="Over all tickets together. Empty: no limit beyond each ticket's own."
          {...form.getInputProps("capacity")}
        />
        <Switch
          label="Show how many tickets are left"
          {...form.getInputProps("showTicketsLeft", { type: "checkbox" })}
        />
      </Group>
      <Group title="Registration">
        <TextInput
          label="Most tickets in one registration"
          required
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps("maxTicketsPerRegistration")}
        />
        <TextInput
          label="Minutes to complete a registration"
          required
          inputMode="numeric"
          autoComplete="off"
          description="So long places are kept for a buyer; then they go back on sale."
          {...form.getInputProps("holdMinutes")}
        />
        <Switch
          label="Ask for every attendee"
          description="Off: only the buyer is named, and one code admits the whole group."
          {...form.getInputProps("saveAllAttendeesDetails", { type: "checkbox" })}
        />
      </Group>
      <Group title="Waiting list">
        <Switch
          label="Visitors may wait for a ticket that is sold out"
          description="When places come free, the first in line whose whole party fits is offered them by mail. A larger party keeps waiting and blocks nobody behind it. Places that fit nobody who waits go back on sale."
          {...form.getInputProps("waitingList", { type: "checkbox" })}
        />
        <TextInput
          label="Hours to take an offer"
          required
          inputMode="numeric"
          autoComplete="off"
          description="How long the places of an offer are kept, though not past the end of sale or the event's start."
          {...form.getInputProps("waitingOfferHours")}
        />
      </Group>
      <Group title="Cancelling and passing on">
        <p className={classes.hint}>
          What buyers may do by themselves on their ticket page. A cancelled place returns to sale at once.
          Tickets that are checked in or were paid by hand are left to you.
        </p>
        <TextInput
          label="Buyers may cancel until … hours before the start"
          inputMode="numeric"
          autoComplete="off"
          description="48 is two days before, 0 until it begins. Empty: they cannot, and have to ask you."
          {...form.getInputProps("cancelUntilHours")}
        />
        <TextInput
          label="What you keep of the money, in percent"
          required
          inputMode="numeric"
          autoComplete="off"
          description="0 gives everything back. Buyers see the amounts before they confirm."
          {...form.getInputProps("cancelFeePercent")}
        />
        <TextInput
          label="Buyers may pass a ticket on until … hours before the start"
          inputMode="numeric"
          autoComplete="off"
          description="The new holder gets a code of their own, and the old code stops working. Empty: they ask you."
          {...form.getInputProps("passOnUntilHours")}
        />
      </Group>
      <Group title="Sponsors">
        <Switch
          label="Name sponsors on the event's page"
          description="Those who have paid and agreed to it, by package; never what they gave. You can take one off under Sponsorships."
          {...form.getInputProps("showSponsors", { type: "checkbox" })}
        />
      </Group>
      <Group title="Dates">
        <Switch
          label="It takes the whole day"
          description="Visitors see the day without a time."
          {...form.getInputProps("isAllDay", { type: "checkbox" })}
        />
        <Switch
          label="It begins and ends on one day"
          {...form.getInputProps("isSingleDayEvent", { type: "checkbox" })}
        />
        <Switch label="Show when it ends" {...form.getInputProps("showEndTime", { type: "checkbox" })} />
        <NativeSelect
          label="Date format"
          description="How this event's dates are written on its pages, in mails and on tickets."
          data={dateFormatChoices}
          {...form.getInputProps("dateFormat")}
        />
      </Group>
    </StaffForm>
  );
}

const pathsOfConfig = Object.fromEntries(
  [
    "salesStart",
    "salesEnd",
    "capacity",
    "maxTicketsPerRegistration",
    "holdMinutes",
    "dateFormat",
    "isAllDay",
    "isSingleDayEvent",
    "showEndTime",
    "showTicketsLeft",
    "showSponsors",
    "saveAllAttendeesDetails",
    "waitingList",
    "waitingOfferHours",
    "cancelUntilHours",
    "cancelFeePercent",
    "passOnUntilHours",
  ].map((key) => [`config.${key}`, key]),
);

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}
