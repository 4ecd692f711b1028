/** A free event with one ticket type and no extras. */
import type { DemoEvent } from "../world.ts";

export const harbourRegatta: DemoEvent = {
  slug: "harbour-regatta",
  name: "Harbour Regatta: Open Morning",
  location: "Club pontoon, Baumwall 7, 20459 Hamburg",
  timeZone: "Europe/Berlin",
  when: { inDays: 12, weekday: 7, at: "09:00", lastsMinutes: 300 },
  currency: "eur",
  taxType: "percent",
  taxAmount: 0,
  pricesIncludeTax: true,
  banner: "harbour-regatta",
  crowd: "hamburg",
  soldOverDays: 18,
  cameShare: 0,
  config: { maxTicketsPerRegistration: 6 },
  landing: {
    heroTitle: "Coffee, fog horns and forty-one boats",
    heroSubtitle: "Watch the start from our pontoon. It costs nothing, but tell us that you come.",
    overviewTitle: "Why we ask you to register",
    overviewDescription: `
<p>The pontoon carries 240 people, and the harbour master counts. Your ticket is your place on it; children under six
need none, as long as they wear one of our life jackets (we have them in every size, and in yellow).</p>`,
    accentColor: "#4a90e2",
  },
  description: `
<p>The autumn boats, the spring boats and the ones that should have been mended over winter all start together, off the
Baumwall at ten o'clock sharp. From our pontoon you see the whole line, hear every bad word, and can shout back.</p>
<p>Uwe explains over the loudspeaker what is going on, and admits when he does not know. There is filter coffee, hot
chocolate and Franzbrötchen until they are gone, for what you care to put into the tin.</p>
<ul>
<li><strong>09:00</strong> The pontoon opens</li>
<li><strong>10:00</strong> Start of the two-handed boats</li>
<li><strong>10:20</strong> Start of the youth boats</li>
<li><strong>about 13:00</strong> First finishers, and prizes made by the joiner</li>
</ul>
<p>If it blows more than six we watch from the boathouse, behind glass.</p>`,
  tickets: [
    {
      title: "Place on the pontoon",
      description: "One person. Children under six come along without.",
      price: 0,
      stock: 240,
      sold: 87,
    },
  ],
  extras: [],
  questions: [],
  packages: [],
};
