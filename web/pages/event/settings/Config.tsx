/** /event/{eventId}/config: the settings of an event's registration. */
import { NativeSelect, Switch, Textarea, TextInput } from "@mantine/core";
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from "react-router";
import { dateFormats, isWithoutClock } from "../../../../contract/rules/dateFormats.ts";
import { namedSettings, type Setting, settingGroups } from "../../../../contract/rules/eventSettings.ts";
import { formatEventTime } from "../../../../contract/rules/eventTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import { api } from "../../../api/browser.ts";
import { clocksOf } from "../../../event/eventTime.ts";
import { DateTimeField } from "../../../forms/DateTimeField.tsx";
import { FieldGroup, FieldGroups } from "../../../forms/FieldGroups.tsx";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import { StaffPage } from "../../../ui/StaffPage.tsx";
import { loadStaffEvent } from "../staffEvent.ts";
import { type ConfigValues, configBody, problemsOf, valuesOf } from "./configForm.ts";
import { DownloadEvent } from "./DownloadEvent.tsx";

export function loader(args: LoaderFunctionArgs): Promise<Event> {
  return loadStaffEvent(args);
}

export const eventOf = (event: Event) => event;

export function Component() {
  const event = useLoaderData<typeof loader>();
  return (
    <StaffPage title="Settings" lead="How registration for this event works." event={event}>
      <ConfigForm event={event} />
      <DownloadEvent eventId={event.id} />
    </StaffPage>
  );
}

/** The date formats, each with the evening of 6 December as its example. */
const dateFormatChoices = dateFormats.map((dateFormat) => {
  const exampleTime = { start: "2026-12-06T19:00:00Z", end: null, timeZone: "UTC" };
  const { text } = formatEventTime({ ...exampleTime, isAllDay: false, showEndTime: false, dateFormat });
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
        api.post("event/saveConfig", { eventId: event.id, config: configBody(values, timeZone) }, options)
      }
      fieldOfCode={{ inUse: "capacity" }}
      fieldOfPath={pathsOfConfig}
      onSaved={async (saved) => {
        form.setValues(valuesOf(saved.config, saved.timeZone));
        await revalidate();
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
  clocks: Parameters<typeof DateTimeField>[0]["clocks"];
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
