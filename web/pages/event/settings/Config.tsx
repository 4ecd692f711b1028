/** /event/{eventId}/config. */
import { NativeSelect, Switch, Textarea, TextInput } from "@mantine/core";
import { useLoaderData, useRevalidator } from "react-router";
import { namedSettings, type Setting, settingGroups } from "../../../../contract/rules/eventSettings.ts";
import { dateFormats, isWithoutClock } from "../../../../contract/rules/time/dateFormats.ts";
import { type EventClocks, formatEventTime } from "../../../../contract/rules/time/eventTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import { api } from "../../../api/browser.ts";
import { apiFrom } from "../../../api/context.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { DateTimeField } from "../../../forms/DateTimeField.tsx";
import { FieldGroup, FieldGroups } from "../../../forms/FieldGroups.tsx";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import { DownloadEverything } from "../../../ui/DownloadEverything.tsx";
import { StaffPage } from "../../../ui/StaffPage.tsx";
import { type EventArgs, loadStaffEvent } from "../staffEvent.ts";
import classes from "./Config.module.css";
import { type ConfigValues, configBody, problemsOf, valuesOf } from "./configForm.ts";
import { FormerAddresses } from "./FormerAddresses.tsx";

export async function loader(args: EventArgs) {
  const event = await loadStaffEvent(args);
  const options = { signal: args.request.signal, suppressToasts: true };
  const { addresses } = await apiFrom(args.context).get(
    "event/getFormerAddresses",
    { eventId: event.id },
    options,
  );
  return { event, addresses };
}

export function Component() {
  const { event, addresses } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  return (
    <StaffPage title="Settings" lead="How registration for this event works." event={event}>
      <div className={classes.forms}>
        <ConfigForm event={event} onSaved={revalidate} />
        <FormerAddresses event={event} addresses={addresses} onSaved={revalidate} />
      </div>
      <DownloadEverything path="event/archive" query={{ eventId: event.id }} label="Download event">
        One .zip file with the settings, texts, picture, tickets, questions, extras, packages and promo codes.
        You can create a new event from it, also in another installation.
      </DownloadEverything>
    </StaffPage>
  );
}

const dateFormatChoices = dateFormats.map((dateFormat) => {
  const exampleTime = { start: "2026-12-06T19:00:00Z", end: null, timeZone: "UTC" };
  const { text } = formatEventTime({ ...exampleTime, isAllDay: false, showEndTime: false, dateFormat });
  return { value: dateFormat, label: isWithoutClock(dateFormat) ? `${text} (without the time)` : text };
});

function ConfigForm({ event, onSaved }: { event: Event; onSaved: () => Promise<void> }) {
  const { timeZone, config } = event;
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
        api.post("event/saveConfig", { eventId: event.id, config: configBody(values, timeZone) }, options)
      }
      fieldOfCode={{ inUse: "capacity" }}
      fieldOfPath={pathsOfConfig}
      onSaved={(saved) => {
        form.setValues(valuesOf(saved.config, saved.timeZone));
        return onSaved();
      }}
    >
      <FieldGroups>
        {Object.entries(settingGroups).map(([group, { title, lead }]) => (
          <FieldGroup key={group} title={title} lead={lead}>
            {namedSettings
              .filter(([, setting]) => setting.group === group)
              .map(([name, setting]) => (
                <SettingField
                  key={name}
                  setting={setting}
                  clocks={clocksOf(event)}
                  input={form.getInputProps(name, setting.kind === "flag" ? { type: "checkbox" } : {})}
                />
              ))}
          </FieldGroup>
        ))}
      </FieldGroups>
    </StaffForm>
  );
}

function SettingField({
  setting: { kind, label, description },
  clocks,
  input,
}: {
  setting: Setting;
  clocks: EventClocks;
  input: ReturnType<ReturnType<typeof useStaffForm<ConfigValues>>["getInputProps"]>;
}) {
  switch (kind) {
    case "flag":
      return <Switch label={label} description={description} {...input} />;
    case "time":
      return <DateTimeField label={label} clocks={clocks} {...input} />;
    case "text":
      return <Textarea label={label} description={description} autosize minRows={3} {...input} />;
    case "dateFormat":
      return <NativeSelect label={label} description={description} data={dateFormatChoices} {...input} />;
    case "count":
    case "optionalCount":
    case "places":
      return (
        <TextInput
          label={label}
          description={description}
          required={kind === "count"}
          inputMode="numeric"
          autoComplete="off"
          {...input}
        />
      );
  }
}

const pathsOfConfig = Object.fromEntries(namedSettings.map(([name]) => [`config.${name}`, name]));
