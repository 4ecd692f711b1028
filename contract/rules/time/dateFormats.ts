/** Months are words where day or month comes first, because readers could take 06/12 for two different days. */

/** The values of `config.dateFormat`; the first is the default. */
export const dateFormats = [
  "MM/DD/YYYY HH:mm",
  "DD/MM/YYYY HH:mm",
  "YYYY-MM-DD HH:mm",
  "MM/DD/YYYY",
  "DD/MM/YYYY",
] as const;

/** The format of an event's dates. */
export type DateFormat = (typeof dateFormats)[number];

/** Zones where people write the month first, by the names that browsers give. */
const monthFirstZones = [
  "Adak Anchorage Boise Chicago Denver Detroit Indiana Indianapolis Juneau Kentucky Los_Angeles Louisville Menominee Metlakatla New_York Nome",
  "North_Dakota Phoenix Sitka Yakutat",
]
  .flatMap((names) => names.split(" "))
  .map((name) => `America/${name}`)
  .concat("Pacific/Honolulu", "Asia/Manila");

/** The format that a new event gets from its form. */
export function dateFormatIn(timeZone: string): DateFormat {
  const isMonthFirst = monthFirstZones.some((zone) => timeZone === zone || timeZone.startsWith(`${zone}/`));
  return isMonthFirst ? "MM/DD/YYYY HH:mm" : "DD/MM/YYYY HH:mm";
}

/** Writes days in one format. The parts are as en-US has them: "Sat", "Dec", "12", "2026". */
export interface DateFormatter {
  day: (parts: { weekday: string; month: string; monthNumber: string; day: string; year: string }) => string;
  shortDay: (parts: { month: string; day: string }) => string;
  has24Hours: boolean;
}

const monthFirst: DateFormatter = {
  day: ({ weekday, month, day, year }) => `${weekday}, ${month} ${day}, ${year}`,
  shortDay: ({ month, day }) => `${month} ${day}`,
  has24Hours: false,
};
const dayFirst: DateFormatter = {
  day: ({ weekday, month, day, year }) => `${weekday}, ${day} ${month} ${year}`,
  shortDay: ({ month, day }) => `${day} ${month}`,
  has24Hours: true,
};
const yearFirst: DateFormatter = {
  day: ({ weekday, monthNumber, day, year }) =>
    `${weekday}, ${year.padStart(4, "0")}-${monthNumber.padStart(2, "0")}-${day.padStart(2, "0")}`,
  shortDay: ({ month, day }) => `${month} ${day}`,
  has24Hours: true,
};

const formatters: Record<DateFormat, DateFormatter> = {
  "MM/DD/YYYY HH:mm": monthFirst,
  "DD/MM/YYYY HH:mm": dayFirst,
  "YYYY-MM-DD HH:mm": yearFirst,
  "MM/DD/YYYY": monthFirst,
  "DD/MM/YYYY": dayFirst,
};

/** The functions that write dates in a format. */
export function formatterOf(format: DateFormat): DateFormatter {
  return formatters[format];
}

/** Whether a format shows only an event's days. */
export function isWithoutClock(format: DateFormat): boolean {
  return !format.endsWith("HH:mm");
}

/** The same format with a time of day. */
export function withClock(format: DateFormat): DateFormat {
  if (format === "MM/DD/YYYY") return "MM/DD/YYYY HH:mm";
  return format === "DD/MM/YYYY" ? "DD/MM/YYYY HH:mm" : format;
}
