# For clientsJudge.ts: signs in, puts an event on sale and buys a ticket, through the client that openapi-python-client
# made from the API's document. Arguments: the address of the server, an admin's address and password.
import sys
from datetime import datetime, timedelta, timezone

from foyer_client import AuthenticatedClient, Client
from foyer_client.api.auth import auth_signin
from foyer_client.api.event import event_save
from foyer_client.api.order import order_create_order
from foyer_client.api.registration import registration_init_registration, registration_save
from foyer_client.api.stripe import stripe_confirm_payment, stripe_create_payment_intent
from foyer_client.api.ticket import ticket_save
from foyer_client import models

url, email, password = sys.argv[1:]


def payload_of(response):
    assert response.status_code == 200, f"{response.status_code}: {response.content.decode()}"
    return response.parsed.payload


visitor = Client(base_url=url)
signed_in = auth_signin.sync_detailed(
    client=visitor, body=models.AuthSigninBody(email=email, password=password)
)
assert payload_of(signed_in).current_user.email == email
staff = AuthenticatedClient(base_url=url, token=signed_in.headers["authorization"], prefix="")

event = payload_of(
    event_save.sync_detailed(
        client=staff,
        body=models.EventInput(
            name="Bought by Python",
            start_datetime=datetime.now(timezone.utc) + timedelta(days=30),
            currency=models.Currency("eur"),
            is_active=True,
        ),
    )
)
ticket = payload_of(
    ticket_save.sync_detailed(
        client=staff,
        body=models.TicketInput(event_id=event.id, title="Standard", price=2500, max_stock=1, is_active=True),
    )
)

held = payload_of(
    registration_init_registration.sync_detailed(
        client=visitor,
        body=models.RegistrationInitRegistrationBody(
            event_id=event.id,
            tickets=[models.RegistrationInitRegistrationBodyTicketsItem(ticket_id=ticket.id, quantity=1)],
        ),
    )
)
registration_id, access_key = held.registration.id, held.access_key
payload_of(
    registration_save.sync_detailed(
        client=visitor,
        body=models.RegistrationSaveBody(
            registration_id=registration_id,
            access_key=access_key,
            attendees=[
                models.AttendeeInput(
                    ticket_id=ticket.id, first_name="Mia", last_name="Keller", email="mia@example.org", is_primary=True
                )
            ],
        ),
    )
)
ordered = payload_of(
    order_create_order.sync_detailed(
        client=visitor,
        body=models.OrderCreateOrderBody(
            registration_id=registration_id, access_key=access_key, total_amount=held.quote.total_amount
        ),
    )
)
intent = payload_of(
    stripe_create_payment_intent.sync_detailed(
        client=visitor,
        body=models.StripeCreatePaymentIntentBody(order_id=ordered.order.id, access_key=access_key),
    )
)
settled = payload_of(
    stripe_confirm_payment.sync_detailed(
        client=visitor,
        body=models.StripeConfirmPaymentBody(
            payment_intent_id=intent.payment_intent_id,
            access_key=access_key,
            card=models.TestCard(number="4242424242424242", exp_month=12, exp_year=2040, cvc="123"),
        ),
    )
)
assert settled.processed and settled.order.payment_status == "paid", settled
assert settled.order.total_amount == 2500, settled.order

# The only place is sold, so a second hold is refused. The client has a type for the refusal too.
refused = registration_init_registration.sync_detailed(
    client=visitor,
    body=models.RegistrationInitRegistrationBody(
        event_id=event.id,
        tickets=[models.RegistrationInitRegistrationBodyTicketsItem(ticket_id=ticket.id, quantity=1)],
    ),
)
assert isinstance(refused.parsed, models.SoldOutRefusal), refused
