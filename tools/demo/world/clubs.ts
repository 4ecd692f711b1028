import type { DemoAccount, DemoClub } from "../world.ts";
import { candlelightConcert } from "./candlelightConcert.ts";
import { galaNight } from "./galaNight.ts";
import { harbourRegatta } from "./harbourRegatta.ts";
import { nightRun } from "./nightRun.ts";
import { streetFood } from "./streetFood.ts";

export const demoClubs: readonly DemoClub[] = [
  {
    name: "Harbour Club Hamburg",
    location: "Baumwall 7, 20459 Hamburg",
    logo: "harbour-club",
    contactEmail: "ahoi@harbour-club.example",
    phone: "+49 40 5550142",
    seller: {
      legalName: "Harbour Club Hamburg e.V.",
      address: "Baumwall 7, 20459 Hamburg",
      country: "DE",
      taxNumber: "17/410/05551",
      register: "VR 5550, Hamburg",
    },
    admin: { fullName: "Jule Petersen", email: "admin@foyer.test" },
    events: [harbourRegatta, galaNight, candlelightConcert],
  },
  {
    name: "Siam Evening Society",
    location: "28 Soi Charoen Krung 30, Bangkok 10500",
    logo: "siam-society",
    contactEmail: "sawasdee@siam-evening.example",
    phone: "+66 2 555 0187",
    seller: {
      legalName: "Siam Evening Society",
      address: "28 Soi Charoen Krung 30, Bangkok 10500",
      country: "TH",
      taxNumber: null,
      register: null,
    },
    admin: { fullName: "อรุณี วงศ์ทอง", email: "siam@foyer.test" },
    events: [streetFood, nightRun],
  },
];

export const demoSudo: DemoAccount = { fullName: "Sam Okafor", email: "sudo@foyer.test" };
