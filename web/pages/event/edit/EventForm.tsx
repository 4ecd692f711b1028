import { NativeSelect, Switch, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import {
  currencyCodes,
  defaultCurrency,
  pricesIncludeTaxByDefault,
} from "../../../../contract/rules/money/currencies.ts";
import { dateFormatIn } from "../../../../contract/rules/time/dateFormats.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import type { Ticket } from "../../../../contract/shapes/ticket.ts";
import { api } from "../../../api/browser.ts";
import { DateTimeField } from "../../../forms/DateTimeField.tsx";
import { MoneyField } from "../../../forms/MoneyField.tsx";
import { RichTextEditor } from "../../../forms/RichTextEditor.tsx";
import { type SaveButton, StaffForm } from "../../../forms/StaffForm.tsx";
import { TimeZoneField } from "../../../forms/TimeZoneField.tsx";
import { useFileAddress } from "../../../forms/useFileAddress.ts";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import { paths } from "../../../paths.ts";
import { BannerField } from "./BannerField.tsx";
import classes from "./EventForm.module.css";
import { EventPreview } from "./EventPreview.tsx";
import { eventValueProblems, eventValuesOf, fieldOfPath, newEventValues } from "./eventValues.ts";
import { type PreviewClub, previewEvent, previewTickets } from "./previewEvent.ts";
import { SlugField } from "./SlugField.tsx";
import { type SaveProgress, saveEventForm } from "./saveEvent.ts";

const currencyOf = (text: string) => currencyCodes.find((code) => code === text) ?? defaultCurrency;
const currencies = currencyCodes.map((value) => ({ value, label: value.toUpperCase() }));

interface EventFormProps {
  event: Event | null;
  tickets: readonly Ticket[];
  club: PreviewClub;
  onSaved: (event: Event) => void | Promise<void>;
}

const publishButton: SaveButton = { label: "Publish", intent: "publish" };

function buttonsFor(event: Event | null): [SaveButton, ...SaveButton[]] {
  if (event === null) return [publishButton, { label: "Save as draft", intent: "draft" }];
  return event.isActive
    ? [
        { label: "Save changes", intent: "publish" },
        { label: "Unpublish", intent: "draft" },
      ]
    : [publishButton, { label: "Save draft", intent: "draft" }];
}

function savedMessage(event: Event | null, intent: string): string {
  if (intent === "draft") return event?.isActive ? "Unpublished." : "Saved as a draft.";
  return event?.isActive ? "Saved." : "Published.";
}

export function EventForm({ event, tickets, club, onSaved }: EventFormProps) {
  const needsTicket = tickets.length === 0;
  const [progress] = useState<SaveProgress>({ eventId: event?.id ?? null, hasTicket: !needsTicket });
  const form = useStaffForm({
    initialValues:
      event === null
        ? newEventValues(Intl.DateTimeFormat().resolvedOptions().timeZone, new Date())
        : eventValuesOf(event),
    validate: (values) => eventValueProblems(values, needsTicket),
  });
  const { values } = form;
  const clocks = {
    timeZone: values.timeZone,
    dateFormat: event?.config.dateFormat ?? dateFormatIn(values.timeZone),
  };
  const bannerUrl = useFileAddress(values.banner[0]);

  return (
    <div className={classes.columns}>
      <StaffForm
        form={form}
        label="Event"
        buttons={buttonsFor(event)}
        fieldOfPath={fieldOfPath}
        fieldOfCode={{
          slugTaken: "slug",
          invalidFile: "banner",
          tooLarge: "banner",
          unsupportedType: "banner",
        }}
        save={(newValues, options, intent) =>
          saveEventForm(api, progress, { values: newValues, isActive: intent === "publish", options })
        }
        savedWords={(intent) => savedMessage(event, intent)}
        onSaved={(savedEvent) => {
          if (event !== null) form.setValues(eventValuesOf(savedEvent));
          return onSaved(savedEvent);
        }}
      >
        <TextInput label="Name" required maxLength={200} {...form.getInputProps("name")} />
        <DateTimeField label="When" required clocks={clocks} {...form.getInputProps("start")} />
        <TextInput label="Where" maxLength={300} autoComplete="off" {...form.getInputProps("location")} />
        {needsTicket ? (
          <div className={classes.pair}>
            <MoneyField
              label="Price"
              required
              currency={values.currency}
              placeholder="0 is free"
              {...form.getInputProps("price")}
            />
            <TextInput
              label="Number of places"
              required
              inputMode="numeric"
              autoComplete="off"
              {...form.getInputProps("places")}
            />
          </div>
        ) : (
          <p className={classes.note}>
            This event has {tickets.length === 1 ? "1 ticket type" : `${tickets.length} ticket types`}.{" "}
            {event !== null && <Link to={paths.eventPage(event.id, "tickets")}>Prices and places</Link>}
          </p>
        )}

        {event === null ? (
          <Collapsible title="Description">
            <RichTextEditor label="About this event" {...form.getInputProps("description")} />
          </Collapsible>
        ) : (
          <p className={classes.note}>
            Description, headline and colour:{" "}
            <Link to={paths.eventPage(event.id, "page-texts")}>Page texts</Link>
          </p>
        )}
        <Collapsible title="Picture">
          <BannerField
            {...form.getInputProps("banner")}
            value={values.banner}
            onChange={(files) => form.setFieldValue("banner", files)}
            current={event?.banner ?? null}
            isRemoved={values.rmBanner}
            onRemovedChange={(isRemoved) => form.setFieldValue("rmBanner", isRemoved)}
          />
        </Collapsible>
        <Collapsible title="End and time zone">
          <DateTimeField label="Ends" clocks={clocks} {...form.getInputProps("end")} />
          <TimeZoneField label="Time zone of the place" {...form.getInputProps("timeZone")} />
        </Collapsible>
        <Collapsible title="Money and places">
          <NativeSelect
            label="Currency"
            data={currencies}
            {...form.getInputProps("currency")}
            onChange={({ currentTarget }) => {
              const currency = currencyOf(currentTarget.value);
              form.setFieldValue("currency", currency);
              if (event === null) form.setFieldValue("pricesIncludeTax", pricesIncludeTaxByDefault(currency));
            }}
          />
          <div className={classes.pair}>
            <NativeSelect
              label="Tax"
              data={[
                { value: "percent", label: "Percent" },
                { value: "fixed", label: "Fixed amount" },
              ]}
              {...form.getInputProps("taxType")}
            />
            <TextInput
              label={values.taxType === "percent" ? "Percent" : `Amount (${values.currency.toUpperCase()})`}
              inputMode="decimal"
              autoComplete="off"
              {...form.getInputProps("tax")}
            />
          </div>
          <Switch
            label="Tax included"
            description={values.pricesIncludeTax ? "Buyers pay what they see" : "Buyers pay the tax on top"}
            {...form.getInputProps("pricesIncludeTax", { type: "checkbox" })}
          />
          <TextInput
            label="Places in total"
            description="Leave empty for the sum of all ticket types"
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps("capacity")}
          />
          {needsTicket && (
            <TextInput
              label="Name of the ticket"
              description="You can add more ticket types after saving the event"
              maxLength={200}
              {...form.getInputProps("ticketTitle")}
            />
          )}
        </Collapsible>
        <Collapsible title="Address of the page">
          <SlugField
            eventName={values.name}
            eventId={progress.eventId}
            savedSlug={event?.slug}
            {...form.getInputProps("slug")}
          />
          {event?.isActive && <p className={classes.note}>Links to the old address keep working.</p>}
        </Collapsible>
      </StaffForm>
      <aside className={classes.preview} aria-label="Preview">
        <EventPreview
          event={previewEvent(values, { event, club, bannerUrl })}
          tickets={needsTicket ? previewTickets(values) : tickets}
        />
      </aside>
    </div>
  );
}

function Collapsible({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={classes.fold}>
      <summary>
        <h2>{title}</h2>
      </summary>
      <div className={classes.folded}>{children}</div>
    </details>
  );
}
