import { z } from "zod";
import { call } from "../endpoint.ts";
import { countryName } from "../rules/questions/countries.ts";
import {
  clearable,
  email,
  flag,
  httpsAddress,
  id,
  jsonOrText,
  optional,
  requiredTextLine,
  textLine,
} from "../scalars.ts";
import { club, clubEntry, clubListing } from "../shapes/club.ts";

/** Who sells the club's tickets. Omitted parts keep their value. */
const sellerInput = jsonOrText(
  z.object({
    legalName: textLine(160).optional(),
    address: textLine(300).optional(),
    /** ISO 3166-1 alpha-2, or empty. */
    country: textLine(2)
      .refine(
        (code) => code === "" || countryName(code) !== undefined,
        "must be the code of a country such as DE",
      )
      .meta({ examples: ["DE"] })
      .optional(),
    taxNumber: optional(textLine(40)),
    register: optional(textLine(120)),
  }),
);

export const clubCalls = {
  "club/getAllClubs": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary:
      "The clubs that have a published event and that public lists show, and the caller's own club, sorted by name. The super user gets all clubs, with figures",
    payload: z.array(clubEntry),
  }),
  "club/getClub": call({
    method: "GET",
    access: "public",
    kind: "read",
    summary: "One club",
    query: z.object({ clubId: id }),
    payload: club,
  }),
  "club/getListing": call({
    method: "GET",
    access: "admin",
    kind: "read",
    summary: "Whether public lists show the events of a club, for its staff",
    query: z.object({ clubId: id }),
    payload: clubListing,
  }),
  "club/save": call({
    method: "POST",
    access: "admin",
    kind: "write",
    idempotent: true,
    multipart: true,
    summary:
      "Create a club (super user) or change one (also its admins). Omitted fields stay unchanged. A picture in `files` becomes the logo",
    body: z.object({
      id: id.nullish(),
      name: requiredTextLine(120),
      location: clearable(textLine(300)),
      contactEmail: optional(email),
      phone: optional(textLine(40)),
      showContact: flag.optional(),
      imprintUrl: optional(httpsAddress),
      privacyUrl: optional(httpsAddress),
      termsUrl: optional(httpsAddress),
      refundPolicyUrl: optional(httpsAddress),
      seller: sellerInput.optional(),
      /** Removes the logo: `true`, or the name of the present one. */
      rmImage: textLine(100).nullish(),
    }),
    payload: club,
  }),
  "club/removeClub": call({
    method: "GET",
    alsoBy: "DELETE",
    access: "sudo",
    kind: "write",
    summary:
      "Remove a club with its admins and events. Refused as inUse while an event cannot be removed (event/removeEvent)",
    refuses: ["inUse"],
    query: z.object({ clubId: id }),
    payload: z.object({ id: z.number().int() }),
  }),
};
