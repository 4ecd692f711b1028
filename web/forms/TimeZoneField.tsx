import { Select, type SelectProps } from "@mantine/core";

export function TimeZoneField(props: Omit<SelectProps, "data" | "searchable" | "limit">) {
  return (
    <Select
      searchable
      allowDeselect={false}
      limit={60}
      nothingFoundMessage="No such time zone"
      data={zonesWith(props.value)}
      // Inside a dialog, only elements of the dialog can be reached.
      comboboxProps={{ withinPortal: false }}
      filter={({ options, search, limit }) => {
        const searchText = search.toLowerCase().replaceAll("_", " ").trim();
        return options
          .filter((one) => "label" in one && one.label.toLowerCase().includes(searchText))
          .slice(0, limit);
      }}
      {...props}
    />
  );
}

let allZones: { value: string; label: string }[] | undefined;

/** Adds the chosen zone if the browser does not list it. */
function zonesWith(value: string | null | undefined) {
  allZones ??= ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map(optionOf);
  return !value || allZones.some((one) => one.value === value) ? allZones : [optionOf(value), ...allZones];
}

function optionOf(zone: string) {
  return { value: zone, label: zone.replaceAll("_", " ") };
}
