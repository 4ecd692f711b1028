/** A past event, to which most people came. */
import type { DemoEvent } from "../world.ts";

export const candlelightConcert: DemoEvent = {
  slug: "candlelight-concert",
  name: "Concert by Candlelight",
  location: "St. Katharinen, Katharinenkirchhof 1, 20457 Hamburg",
  timeZone: "Europe/Berlin",
  when: { inDays: -8, weekday: 5, at: "19:30", lastsMinutes: 120 },
  currency: "eur",
  taxType: "percent",
  taxAmount: 7,
  pricesIncludeTax: true,
  banner: "winter-concert",
  crowd: "hamburg",
  soldOverDays: 40,
  cameShare: 0.89,
  config: { maxTicketsPerRegistration: 8, capacity: 200 },
  landing: {
    heroTitle: "Four hundred candles and no electricity",
    heroSubtitle:
      "The harbour choir and the strings of the music school, with Purcell, Gade and songs of the sea.",
    overviewTitle: "What was played",
    overviewDescription: `
<p>Henry Purcell, <em>Hear my prayer</em> · Niels W. Gade, Novellette in F · Fanny Hensel, <em>Gartenlieder</em> ·
Shanties in settings by our own Dörte Claußen, three of them for the first time.</p>`,
    accentColor: "#e0a84c",
  },
  description: `
<p>For one evening the church goes back three hundred years: no amplifiers, no lamps, only the choir, a dozen strings
and all the candles that the verger allows. Bring a warm coat; the walls remember the winter long after it has gone.</p>
<p>In the interval there is something to drink under the tower, and afterwards we walk down to the water together and
sing one more.</p>`,
  tickets: [
    {
      title: "Nave",
      description: "Numbered by nobody: come early, sit where you like.",
      price: 2_200,
      stock: 140,
      sold: 131,
    },
    {
      title: "Gallery",
      description: "Closer to the sound than to the singers. Forty-two steps, no lift.",
      price: 1_400,
      stock: 60,
      sold: 49,
    },
  ],
  extras: [
    {
      name: "A glass in the interval",
      description: "Something warm or something cold, waiting for you under the tower.",
      price: 600,
      content: [{ name: "Glass", quantity: 1 }],
      stock: 120,
      takenShare: 0.4,
    },
  ],
  questions: [],
  packages: [],
};
