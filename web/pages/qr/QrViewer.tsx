/** The page `/event/{eventId}/qr/{registrationId}/{attendeeId}/{qrUuid}`. */
import "../../theme/fixedTokens.css";
import "../../ui/qr/codePage.css";
import { type ReactNode, useEffect } from "react";
import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { formatEventTime, formatMoment } from "../../../contract/rules/time/eventTime.ts";
import type { Attendee } from "../../../contract/shapes/registration.ts";
import { ApiError } from "../../api/apiError.ts";
import { apiFrom } from "../../api/context.ts";
import { timeOf } from "../../event/eventTime.ts";
import { keepAwake } from "../../lib/keepAwake.ts";
import { paths } from "../../paths.ts";
import { QrCode } from "../../ui/qr/QrCode.tsx";
import { fullNameOf } from "../../words/names.ts";
import { NameBadge } from "./Badge.tsx";
import classes from "./QrViewer.module.css";
import { whyNoCode } from "./whyNoCode.ts";

/** Throws "not found" unless the code is of this attendee and this event. */
export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const { registration, attendees, event } = await apiFrom(context)
    .get(
      "registration/getRegistration",
      { registrationId: params.registrationId ?? "", qrUuid: params.qrUuid },
      { signal: request.signal, withToken: true, suppressToasts: true },
    )
    .catch((error: unknown) => {
      // A malformed code is "not found", like a code that belongs to nobody.
      if (error instanceof ApiError && error.code === "invalidInput") throw notFoundResponse();
      throw error;
    });
  const attendee = attendees.find(
    ({ id, qrUuid }) => String(id) === params.attendeeId && qrUuid === params.qrUuid,
  );
  if (attendee === undefined || String(event.id) !== params.eventId) throw notFoundResponse();
  return { event, attendee, reason: whyNoCode[registration.state] };
}

function notFoundResponse(): Response {
  return new Response(null, { status: 404 });
}

export function Component() {
  const { event, attendee, reason } = useLoaderData<typeof loader>();
  const name = fullNameOf(attendee);
  useEffect(() => keepAwake(), []);
  return (
    <div className={`codePage ${classes.page}`}>
      <div className={classes.screen}>
        <div className={classes.words}>
          <h1>{name}</h1>
          <p className={classes.ticket}>{attendee.ticketTitle}</p>
          <p>{event.name}</p>
          <p>{formatEventTime(timeOf(event)).text}</p>
          {attendee.checkinTime !== null && (
            <p className={classes.arrived}>
              Checked in {formatMoment(attendee.checkinTime, timeOf(event)).text}
            </p>
          )}
        </div>
        <div className="largeCode">{codeOf(attendee, reason)}</div>
        <div className="codeButtons">
          <button
            type="button"
            className={classes.main}
            data-main
            disabled={reason !== null}
            onClick={() => print()}
          >
            Print badge
          </button>
          <Link to={paths.eventPage(event.id, "attendees")}>Attendees</Link>
          <Link to={paths.eventPage(event.id, "qr")}>Another code</Link>
        </div>
      </div>
      {reason === null && <NameBadge event={event} attendee={attendee} />}
    </div>
  );
}

function codeOf(attendee: Attendee, reason: string | null): ReactNode {
  return reason !== null || attendee.qrText === null ? (
    <p className={classes.reason}>{reason}</p>
  ) : (
    <QrCode text={attendee.qrText} label={`QR code of ${fullNameOf(attendee)}`} />
  );
}
