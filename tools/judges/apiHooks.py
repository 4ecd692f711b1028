# For schemathesis (apiJudge.ts). Each call has another IP address, so that no rate limit stops the check. A part
# of the valid cases gets ids of existing rows. A check reports valid cases that are refused as invalid.
import random
import re

import schemathesis
from hypothesis import strategies
from schemathesis.generation.modes import GenerationMode

# Years after 2199 are refused (scalars.ts, plannedInstant), and JSON Schema's format cannot limit the year.
schemathesis.openapi.format(
    "date-time",
    strategies.builds(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z".format,
        strategies.integers(1900, 2199),
        strategies.integers(1, 12),
        strategies.integers(1, 28),
        strategies.integers(0, 23),
        strategies.integers(0, 59),
        strategies.integers(0, 59),
    ),
)


dice = random.Random()

# The messages for a call with a wrong shape (contract/scalars.ts, server/http/parse.ts). Other refusals are
# about the existing rows: "is not a ticket of this event".
shape = re.compile(r"must |is required|Password |is not (an access key|a ticket code|a scan|readable|valid)")

# The questions of an event, and the kind of a tax or a code, depend on its rows. The document describes in
# words what JSON Schema cannot express: that one person is primary and has an address, the fields that each
# kind of scan needs, that a column of answers names its question, which countries there are, how many decimals a
# percentage has, and the letters of a code.
in_words = re.compile(r"\.answers\.|^attendees\.\d+\.(email|isPrimary)$|\.(attendeeId|purchaseId|undoes)$|^columns\.\d+\.questionId$|^seller\.country$|^(tickets|taxAmount|percent|value|amount|places|slug|clubId|currency|code)$")

# A refusal about rows, about the time, or about two fields at once. No other message about a shape has these
# words. judge.test.ts looks for each of them in the messages of the server.
of_rows = [
    "not refunded yet",
    "sold or held",
    "one for each bought",
    "for this event",
    "before the start",
    "before the order",
    "in the future",
    "if it is free",
    "tickets in one registration",
    "can be paid",
    "the code gives access to",
]


def is_of_shape(case, path, message):
    if not shape.match(message) or in_words.search(path) or any(words in message for words in of_rows):
        return False
    # Whether a name may wait is a setting of the event (guestNamesLater).
    if path.endswith("firstName") and message.startswith("is required"):
        return False
    # `eventId` or `event[id]`.
    return not (path == "eventId" and case.operation.path.endswith("/getAttendees"))


def fits(case):
    return case.meta is not None and case.meta.generation.mode == GenerationMode.POSITIVE


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers["x-forwarded-for"] = f"10.{dice.randint(0, 255)}.{dice.randint(0, 255)}.{dice.randint(1, 254)}"
    if fits(case) and dice.random() < 0.7:
        for part in (case.query, case.body):
            if isinstance(part, dict):
                fill(part)


def fill(part):
    for key, value in part.items():
        if key == "id" or key.endswith("Id"):
            if isinstance(value, int) or (isinstance(value, str) and value.isdigit()):
                part[key] = dice.randint(1, 6)
        elif isinstance(value, dict):
            fill(value)


@schemathesis.check
def valid_call_is_accepted(context, response, case):
    """A case that fits the document is not refused for its shape."""
    if fits(case) and response.status_code == 400:
        refusal = response.json()
        fields = (refusal.get("payload") or {}).get("fields") or []
        unfit = [field for field in fields if is_of_shape(case, field["path"], field["message"])]
        if refusal["code"] == "invalidInput" and unfit:
            raise AssertionError(f"It fits the document and was refused: {unfit}")
