/** The zone in which people read an event's times: the browser's own list, found by typing a city. */
import { Select, type SelectProps } from "@mantine/core";

type TimeZoneFieldProps = Omit<SelectProps, "data" | "searchable" | "limit">;

export function TimeZoneField(props: TimeZoneFieldProps) {
  return (
    <Select
      searchable
      allowDeselect={false}
      limit={60}
      nothingFoundMessage="No such time zone"
      data={zonesWith(props.value)}
      // In a dialog only what is inside it can be reached.
      comboboxProps={{ withinPortal: false }}
      filter={({ options, search, limit }) => {
        const wanted = search.toLowerCase().replaceAll("_", " ").trim();
        return options
          .filter((one) => "label" in one && one.label.toLowerCase().includes(wanted))
          .slice(0, limit);
      }}
      {...props}
    />
  );
}

let known: { value: string; label: string }[] | undefined;

/** The list is made when it is first needed; a zone that only the server knows is kept. */
function zonesWith(value: string | null | undefined) {
  known ??= ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map(optionOf);
  return !value || known.some((one) => one.value === value) ? known : [optionOf(value), ...known];
}

function optionOf(zone: string) {
  return { value: zone, label: zone.replaceAll("_", " ") };
}
