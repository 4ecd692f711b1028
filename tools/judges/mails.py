"""Judges the mails, calendar files and workbooks of a folder. Prints {"passed": n, "failures": [...]} as JSON."""

import datetime
import email
import email.policy
import io
import json
import pathlib
import sys
import warnings

import icalendar
import ics
import openpyxl

passed = 0
failures = []


def judge(name, look):
    global passed
    try:
        problems = list(look())
    except Exception as error:  # a parser that gives up has found something
        problems = [f"{type(error).__name__}: {error}"]
    if problems:
        failures.extend(f"{name}: {problem}" for problem in problems)
    else:
        passed += 1


def mail(name, source):
    message = email.message_from_bytes(source, policy=email.policy.default)
    for header in ("From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted"):
        if message[header] is None:
            yield f"has no {header}"
    for part in message.walk():
        for defect in part.defects:
            yield f"{part.get_content_type()}: {defect!r}"
        for header, value in part.items():
            for defect in getattr(value, "defects", ()):
                yield f"{header}: {defect!r}"
        if part.get_content_type() == "text/calendar":
            method = part.get_param("method")
            text = part.get_content()
            data = text if isinstance(text, bytes) else text.encode()
            judge(f"{name}, its calendar file", lambda: calendar(data, method))
    if any(len(line) > 998 for line in source.split(b"\r\n")):
        yield "has a line of more than 998 letters"


def calendar(source, method=None):
    parsed = icalendar.Calendar.from_ical(source)
    for component in parsed.walk():
        for error in component.errors:
            yield f"{component.name}: {error}"
    if method is not None and str(parsed.get("METHOD")) != method:
        yield f"is sent as {method} and says {parsed.get('METHOD')}"
    events = parsed.walk("VEVENT")
    if len(events) != 1:
        yield f"has {len(events)} events"
    for event in events:
        for needed in ("UID", "DTSTAMP", "DTSTART", "SEQUENCE", "ORGANIZER", "LAST-MODIFIED", "SUMMARY"):
            if needed not in event:
                yield f"has no {needed}"
        isCancelled = str(event.get("STATUS")) == "CANCELLED"
        if isCancelled != (str(parsed.get("METHOD")) == "CANCEL"):
            yield f"is {event.get('STATUS')} by the method {parsed.get('METHOD')}"
    if len(ics.Calendar(source.decode()).events) != 1:
        yield "is not one event to the parser ics"


def workbook(source):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        book = openpyxl.load_workbook(io.BytesIO(source))
    for sheet in book:
        headings = [str(cell.value or "") for cell in sheet[1]]
        for row in sheet.iter_rows(min_row=2):
            for heading, cell in zip(headings, row):
                where = f"{sheet.title}!{cell.coordinate}"
                if cell.data_type == "f":
                    yield f"{where} is a formula"
                if cell.value is None:
                    continue
                kind = heading.rsplit(" (", 1)[-1].rstrip(")") if heading.endswith(")") else ""
                if "/" in kind and not isinstance(cell.value, datetime.datetime):
                    yield f"{where} ({heading}) is no date: {cell.value!r}"
                if kind == "EUR" and not isinstance(cell.value, (int, float)):
                    yield f"{where} ({heading}) is no number: {cell.value!r}"
                if heading in ("Id", "Attendee", "Registration") and not isinstance(cell.value, int):
                    yield f"{where} ({heading}) is no whole number: {cell.value!r}"


def moved(folder):
    """Checks the three states of one entry: the same UID, and a higher SEQUENCE each time."""
    entries = [
        icalendar.Calendar.from_ical((folder / name).read_bytes()).walk("VEVENT")[0]
        for name in ("event.ics", "moved.ics", "cancelled.ics")
    ]
    if len({str(entry["UID"]) for entry in entries}) != 1:
        yield "the entry has another UID after a change"
    numbers = [int(entry["SEQUENCE"]) for entry in entries]
    if numbers != sorted(set(numbers)):
        yield f"SEQUENCE does not rise with each change: {numbers}"


folder = pathlib.Path(sys.argv[1])
for path in sorted(folder.iterdir()):
    data = path.read_bytes()
    if path.suffix == ".eml":
        judge(path.name, lambda: mail(path.name, data))
    elif path.suffix == ".ics":
        judge(path.name, lambda: calendar(data))
    elif path.suffix == ".xlsx":
        judge(path.name, lambda: workbook(data))
if (folder / "moved.ics").exists():
    judge("event.ics, moved.ics and cancelled.ics", lambda: moved(folder))
print(json.dumps({"passed": passed, "failures": failures}))
