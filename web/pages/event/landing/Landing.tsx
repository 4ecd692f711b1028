/** /event/{eventId}/page-texts. */
import { Switch, Textarea, TextInput } from "@mantine/core";
import type { ChangeEvent } from "react";
import { Link, useLoaderData, useRevalidator } from "react-router";
import { eventSaleState } from "../../../../contract/rules/sales.ts";
import { formatEventTime } from "../../../../contract/rules/time/eventTime.ts";
import type { Event } from "../../../../contract/shapes/event.ts";
import { api } from "../../../api/browser.ts";
import { About } from "../../../event/About.tsx";
import { accentStyle } from "../../../event/accent.ts";
import { timeOf } from "../../../event/eventTime.ts";
import { Facts } from "../../../event/Facts.tsx";
import { Hero } from "../../../event/Hero.tsx";
import { ColourField } from "../../../forms/ColourField.tsx";
import { RichTextEditor } from "../../../forms/RichTextEditor.tsx";
import { StaffForm } from "../../../forms/StaffForm.tsx";
import { useStaffForm } from "../../../forms/useStaffForm.ts";
import { paths } from "../../../paths.ts";
import { StaffPage } from "../../../ui/StaffPage.tsx";
import { loadStaffEvent } from "../staffEvent.ts";
import classes from "./Landing.module.css";
import {
  bodyOf,
  fieldOfPath,
  type LandingValues,
  previewedEvent,
  problemsOf,
  valuesOf,
} from "./landingForm.ts";

export const loader = loadStaffEvent;

/** The event for the title of the page (web/pages/page.ts). */
export const eventOf = (event: Event) => event;

export function Component() {
  const event = useLoaderData<typeof loader>();
  return (
    <StaffPage
      title="Page texts"
      lead="All texts of the event page. Name, time and place are under Details."
      event={event}
      actions={
        event.isActive && (
          <Link className="button buttonQuiet" to={paths.event(event.slug)}>
            View event page
          </Link>
        )
      }
    >
      <LandingForm event={event} />
    </StaffPage>
  );
}

function LandingForm({ event }: { event: Event }) {
  const { revalidate } = useRevalidator();
  const form = useStaffForm<LandingValues>({
    initialValues: valuesOf(event),
    validate: problemsOf,
  });
  const values = form.getValues();
  /** A text of one line in a field that grows. */
  const lineProps = (path: "heroTitle" | "heroSubtitle") => ({
    ...form.getInputProps(path),
    onChange: ({ currentTarget }: ChangeEvent<HTMLTextAreaElement>) =>
      form.setFieldValue(path, currentTarget.value.replaceAll("\n", " ")),
  });
  return (
    <div className={classes.columns}>
      <StaffForm
        form={form}
        label="Page texts"
        buttons={[{ label: "Save the page" }]}
        fieldOfPath={fieldOfPath}
        save={(newValues, options) => api.post("event/save", bodyOf(newValues, event.id), options)}
        savedWords="The page is saved."
        onSaved={async (savedEvent) => {
          form.setValues(valuesOf(savedEvent));
          await revalidate();
        }}
      >
        <RichTextEditor
          label="About this event"
          description="The description. Calendars and search engines show its beginning, too."
          {...form.getInputProps("description")}
        />
        <Switch
          label="Show headline and introduction"
          description="If off, visitors read the name and “About this event” only."
          {...form.getInputProps("enableLandingPage", { type: "checkbox" })}
        />
        <Textarea
          label="Headline"
          description="Below the name of the event"
          autosize
          maxLength={200}
          {...lineProps("heroTitle")}
        />
        <Textarea label="Line below it" autosize maxLength={300} {...lineProps("heroSubtitle")} />
        <TextInput
          label="Title of the introduction"
          placeholder="Overview"
          maxLength={200}
          {...form.getInputProps("overviewTitle")}
        />
        <RichTextEditor
          label="Introduction"
          description="Above “About this event”, with a title of its own. Most events need only one of the two."
          {...form.getInputProps("overviewDescription")}
        />
        <ColourField
          label="Colour"
          // The picker's sliders have no name and no keyboard access. The text field has both.
          withPicker={false}
          closeOnColorSwatchClick
          eyeDropperButtonProps={{ "aria-label": "Pick it from the screen" }}
          description="The colour of decorations. Texts and buttons keep readable colours."
          {...form.getInputProps("accentColor")}
        />
      </StaffForm>
      <Preview event={previewedEvent(event, values)} />
    </div>
  );
}

function Preview({ event }: { event: Event }) {
  const { accentColor } = event.landingConfig;
  return (
    <div className={classes.preview}>
      <h2>Preview</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region (WCAG 2.1.1). */}
      <section className={classes.window} tabIndex={0} aria-label="Preview">
        <div className={classes.page} inert style={accentStyle(accentColor)}>
          <Hero event={event} state={eventSaleState({ ...event, isActive: true }, new Date())} />
          <div className={`container ${classes.words}`}>
            <Facts event={event} when={formatEventTime(timeOf(event))} />
            <About event={event} />
          </div>
        </div>
      </section>
    </div>
  );
}
