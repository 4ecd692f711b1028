"""Fills an empty pretix with one event of invented people, and prints its API token.

It has a ticket, a ticket with two variations, something without admission, quotas of one and of several tickets,
questions of each type, vouchers of each kind, and orders of each state. It uses pretix's own models, so that pretix's
own code answers the API. The environment names pretix's settings: PRETIX_CONFIG_FILE.
"""

import os
from datetime import datetime, timedelta, timezone
from decimal import Decimal

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pretix.settings")

import django  # noqa: E402

django.setup()

from django.db import transaction  # noqa: E402
from django_scopes import scope  # noqa: E402
from i18nfield.strings import LazyI18nString  # noqa: E402
from pretix.base.models import (  # noqa: E402
    Checkin,
    Event,
    InvoiceAddress,
    Order,
    OrderPosition,
    Organizer,
)

utc = timezone.utc
ordered = datetime(2026, 5, 2, 9, 30, tzinfo=utc)


def words(english, german=None):
    return LazyI18nString({"en": english, **({"de": german} if german else {})})


organizer = Organizer.objects.create(name="Rowing Club", slug="rowing")
with scope(organizer=organizer):
    event = Event.objects.create(
        organizer=organizer,
        name=words("Summer Gala", "Sommergala"),
        slug="gala",
        currency="EUR",
        date_from=datetime(2031, 6, 21, 17, 0, tzinfo=utc),
        date_to=datetime(2031, 6, 21, 22, 0, tzinfo=utc),
        location=words("Boat house\nRiver Road 1"),
        plugins="",
    )
    event.settings.timezone = "Europe/Berlin"
    event.settings.locales = ["en", "de"]
    event.settings.locale = "en"
    channel = organizer.sales_channels.get(identifier="web")

    adult = event.items.create(
        name=words("Adult", "Erwachsene"),
        description=words("With a drink"),
        default_price=Decimal("25.00"),
        admission=True,
        personalized=True,
        position=0,
    )
    dinner = event.items.create(
        name=words("Gala dinner"), default_price=Decimal("60.00"), admission=True, personalized=True, position=1
    )
    meat = dinner.variations.create(value=words("Meat"), position=0)
    vegan = dinner.variations.create(value=words("Vegan"), default_price=Decimal("55.50"), position=1)
    tax = event.tax_rules.create(name=words("VAT"), rate=Decimal("19.00"), price_includes_tax=True)
    parking = event.items.create(
        tax_rule=tax,
        name=words("Parking"), default_price=Decimal("8.00"), admission=False, personalized=False, position=2
    )

    def quota(name, size, *things):
        made = event.quotas.create(name=name, size=size)
        for thing in things:
            if hasattr(thing, "item"):
                made.items.add(thing.item)
                made.variations.add(thing)
            else:
                made.items.add(thing)

    quota("Adults", 120, adult)
    quota("Dinner hall", 40, meat, vegan)
    quota("Boat house", 150, adult, meat, vegan)
    quota("Parking", 20, parking)

    def question(text, kind, items, **fields):
        options = fields.pop("options", ())
        made = event.questions.create(question=words(text), type=kind, position=event.questions.count(), **fields)
        made.items.add(*items)
        for place, option in enumerate(options):
            made.options.create(answer=words(option), position=place)
        return made

    both = (adult, dinner)
    line = question("Name on the badge", "S", both, required=True)
    paragraph = question("Anything else?", "T", both)
    number = question("Age", "N", (adult,))
    yes_no = question("Do you have allergies?", "B", (dinner,))
    which = question("Which allergies?", "S", (dinner,), dependency_question=yes_no, dependency_values=["True"])
    shirt = question("Size of the shirt", "C", both, options=("S", "M", "L"))
    days = question("Which workshops?", "M", (adult,), options=("Rowing, easy", "Knots"))
    long_shirt = question("Long sleeves?", "S", both, dependency_question=shirt)
    long_shirt.dependency_values = [shirt.options.get(position=2).identifier]
    long_shirt.save()
    birthday = question("Birthday", "D", (adult,))
    clock = question("Time of arrival", "H", (adult,))
    moment = question("Departure", "W", (adult,))
    land = question("Country", "CC", both)
    phone = question("Phone", "TEL", both)
    question("Photo", "F", (adult,))

    def voucher(code, mode, value, **fields):
        event.vouchers.create(code=code, price_mode=mode, value=value, **fields)

    voucher("TENPERCENT", "percent", Decimal("10.00"), max_usages=50)
    voucher("FIVEOFF", "subtract", Decimal("5.00"), item=adult, max_usages=10, redeemed=2)
    voucher("FOR20", "set", Decimal("20.00"), item=adult, max_usages=1)
    voucher("FOR30", "set", Decimal("30.00"), max_usages=1)
    voucher("OPENSHIDDEN", "none", None, quota=event.quotas.get(name="Dinner hall"), show_hidden_items=True)
    voucher("BUDGET", "subtract", Decimal("5.00"), budget=Decimal("15.00"))

    @transaction.atomic
    def order(code, status, mail, positions, **fields):
        total = sum((Decimal(price) for _, _, price, _ in positions), Decimal("0.00"))
        made = Order.objects.create(
            event=event,
            code=code,
            status=status,
            email=mail,
            datetime=ordered,
            expires=ordered + timedelta(days=14),
            total=total,
            locale="en",
            sales_channel=channel,
            **fields,
        )
        people = []
        for place, (item, variation, price, person) in enumerate(positions, 1):
            person = dict(person)
            name = person.pop("name", None)
            people.append(
                OrderPosition.objects.create(
                    order=made,
                    item=item,
                    variation=variation,
                    price=Decimal(price),
                    positionid=place,
                    secret=f"{code.lower()}{place}secretofpretix",
                    attendee_name_parts={"_scheme": "full", "full_name": name} if name else {},
                    **person,
                )
            )
        made.create_transactions()
        return made, people

    paid, (ada, joerg, _) = order(
        "AAA01",
        Order.STATUS_PAID,
        "ada@example.org",
        [
            (adult, None, "25.00", {"name": "Ada Lovelace", "attendee_email": "ada@example.org", "company": "Söhne & Co"}),
            (dinner, vegan, "55.50", {"name": "Jörg O’Neill"}),
            (parking, None, "8.00", {}),
        ],
        phone="+493012345678",
    )
    InvoiceAddress.objects.create(
        order=paid, company="Söhne & Co", name_parts={"_scheme": "full", "full_name": "Ada Lovelace"}, country="DE"
    )

    def answer(position, asked, text, *places):
        made = position.answers.create(question=asked, answer=text)
        made.options.add(*[asked.options.get(position=place) for place in places])

    answer(ada, line, "Ada")
    answer(ada, paragraph, "Two\nlines")
    answer(ada, number, "36")
    answer(ada, shirt, "L", 2)
    answer(ada, long_shirt, "please")
    answer(ada, days, "Rowing, easy, Knots", 0, 1)
    answer(ada, birthday, "1990-12-10")
    answer(ada, clock, "18:30:00")
    answer(ada, moment, "2031-06-21T22:30:00+00:00")
    answer(ada, land, "GB")
    answer(ada, phone, "+442079460018")
    answer(joerg, line, "Jörg")
    answer(joerg, yes_no, "True")
    answer(joerg, which, "Nuts")
    answer(joerg, land, "DE")

    door = event.checkin_lists.create(name="Door", all_products=True)
    Checkin.objects.create(position=ada, list=door, datetime=datetime(2026, 6, 1, 17, 30, tzinfo=utc), type="entry")
    Checkin.objects.create(position=ada, list=door, datetime=datetime(2026, 6, 1, 18, 30, tzinfo=utc), type="exit")
    Checkin.objects.create(position=ada, list=door, datetime=datetime(2026, 6, 1, 19, 30, tzinfo=utc), type="entry")

    group_order, group = order(
        "BBB02",
        Order.STATUS_PAID,
        "kim@example.org",
        [(adult, None, "25.00", {"name": "สมชาย ใจดี"}), (adult, None, "25.00", {}), (adult, None, "25.00", {"name": "Left Early"})],
    )
    with transaction.atomic():
        group[2].canceled = True
        group[2].save()
        group_order.create_transactions()
    order("CCC03", Order.STATUS_PENDING, "pending@example.org", [(adult, None, "25.00", {"name": "Penny Ding"})])
    order("DDD04", Order.STATUS_EXPIRED, "expired@example.org", [(adult, None, "25.00", {"name": "Ex Pired"})])
    order("EEE05", Order.STATUS_CANCELED, "gone@example.org", [(dinner, meat, "60.00", {"name": "Can Celled"})])
    order("FFF06", Order.STATUS_PAID, "free@example.org", [(adult, None, "0.00", {"name": "Frida Free"})])
    order("TTT07", Order.STATUS_PAID, "test@example.org", [(adult, None, "25.00", {"name": "Test Order"})], testmode=True)

    team = organizer.teams.create(name="Moving", all_events=True, all_event_permissions=True)
    print("token", team.tokens.create(name="Moving").token)
