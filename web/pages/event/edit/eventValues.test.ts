import { describe, expect, test } from "vitest";
import { defaultSettings } from "../../../../contract/rules/eventSettings.ts";
import { sampleEvent } from "../../../event/sample.ts";
import {
  type EventValues,
  eventBodyOf,
  eventValueProblems,
  eventValuesOf,
  firstTicketOf,
  newEventValues,
} from "./eventValues.ts";
import { previewEvent } from "./previewEvent.ts";

const now = new Date("2030-06-01T12:00:00Z");
const filled = (part: Partial<EventValues> = {}): EventValues => ({
  ...newEventValues("Europe/Berlin", now),
  name: "Gala",
  location: "Boathouse",
  price: "25",
  places: "100",
  ...part,
});
const problems = (part: Partial<EventValues>) => eventValueProblems(filled(part), true);

describe("a new event", () => {
  test("a new event starts in the evening in two weeks, in its creator's time zone, with the currency of that zone", () => {
    expect(newEventValues("Europe/Berlin", now)).toMatchObject({
      start: "2030-06-15T19:00",
      timeZone: "Europe/Berlin",
      currency: "eur",
    });
    expect(newEventValues("Asia/Bangkok", now).currency).toBe("thb");
    expect(newEventValues("America/New_York", now).currency).toBe("usd");
  });

  test("the preview of a new event has the date format and the time zone that are saved", () => {
    const club = { id: 1, name: "Rowers", logoUrl: "", location: "" };
    const preview = previewEvent(filled(), { event: null, club, bannerUrl: null });
    const { dateFormat } = preview.config;
    expect(eventBodyOf(filled(), true)).toMatchObject({ timeZone: preview.timeZone, config: { dateFormat } });
    expect(dateFormat).not.toBe(defaultSettings.dateFormat);
  });

  test("each missing one of the name, start, price and places of a new event is marked", () => {
    expect(problems({})).toEqual({});
    const empty = { name: " ", start: "", price: "", places: "" };
    expect(Object.keys(problems(empty)).sort()).toEqual(["name", "places", "price", "start"]);
  });

  test("a new event is sent with its start as an instant, and its ticket with minor units", () => {
    expect(eventBodyOf(filled(), true)).toMatchObject({
      name: "Gala",
      slug: "",
      startDatetime: "2030-06-15T17:00:00.000Z",
      endDatetime: null,
      taxAmount: 0,
      config: { capacity: null, dateFormat: "DD/MM/YYYY HH:mm" },
    });
    expect(firstTicketOf(filled({ price: "12,50" }), 7)).toEqual({
      eventId: 7,
      title: "Entry",
      price: 1250,
      maxStock: 100,
    });
  });
});

describe("an event", () => {
  test("an event that is opened and saved is unchanged", () => {
    const event = sampleEvent({ taxAmount: 7.5, config: { ...sampleEvent().config, capacity: 80 } });
    const body = eventBodyOf(eventValuesOf(event), false);
    expect(event).toMatchObject(body);
    // `toMatchObject` would accept a body without fields, too.
    expect(Object.keys(body)).toHaveLength(11);
    expect(body.config).toEqual({ capacity: 80 });
    const fixed = sampleEvent({ taxType: "fixed", taxAmount: 150 });
    expect(eventBodyOf(eventValuesOf(fixed), false)).toMatchObject({ taxType: "fixed", taxAmount: 150 });
  });

  test("an event's description is sent with a new event only, because another page changes it later", () => {
    const description = "<p>Bring a coat</p>";
    expect(eventBodyOf(filled({ description }), true)).toMatchObject({ description });
    expect(eventBodyOf(eventValuesOf(sampleEvent({ description })), false)).not.toHaveProperty("description");
  });

  test("an event keeps its local times when its time zone changes", () => {
    const values = { ...eventValuesOf(sampleEvent()), timeZone: "Asia/Bangkok" };
    expect(values.start).toBe("2030-12-12T19:00");
    expect(eventBodyOf(values, true).startDatetime).toBe("2030-12-12T12:00:00.000Z");
  });

  test.each<[string, Partial<EventValues>, string]>([
    ["ends before it starts", { end: "2030-06-15T18:00" }, "end"],
    ["has a tax that is not a number", { tax: "a lot" }, "tax"],
    ["has a tax of more than 100 percent", { tax: "101" }, "tax"],
    ["has an unknown time zone", { timeZone: "Mars/Olympus" }, "timeZone"],
    ["has a capacity that is not a number", { capacity: "many" }, "capacity"],
  ])("an event that %s is refused at the field", (_, part, field) => {
    expect(Object.keys(problems(part))).toEqual([field]);
    expect(problems(part)[field]).toMatch(/^[A-Z].*\.$/);
  });
});
