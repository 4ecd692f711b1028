/** An event on sale, with extras, questions, promo codes, packages and sponsors. */
import {
  CHECKBOXES,
  DROPDOWN,
  MULTIPLE_CHOICE,
  PARAGRAPH,
  SHORT_ANSWER,
} from "../../../contract/rules/questions/questions.ts";
import type { DemoEvent } from "../world.ts";

export const galaNight: DemoEvent = {
  slug: "gala-night",
  name: "Gala Night on the Quay",
  location: "Old Boathouse, Sandtorkai 36, 20457 Hamburg",
  timeZone: "Europe/Berlin",
  when: { inDays: 33, weekday: 6, at: "18:30", lastsMinutes: 315 },
  currency: "eur",
  taxType: "percent",
  taxAmount: 19,
  pricesIncludeTax: true,
  banner: "summer-gala",
  crowd: "hamburg",
  soldOverDays: 26,
  cameShare: 0,
  config: {
    maxTicketsPerRegistration: 10,
    holdMinutes: 15,
    cancelUntilHours: 48,
    cancelFeePercent: 10,
    passOnUntilHours: 2,
    showSponsors: true,
  },
  landing: {
    heroTitle: "One long table, one good band, and the tide going out",
    heroSubtitle: "Our yearly evening for the youth boats. Everybody is welcome, members or not.",
    overviewTitle: "How the evening goes",
    overviewDescription: `
<p>We open the big doors to the water at half past six. There is something to drink on the jetty, and Jule has promised
to bring the old pilot cutter alongside, so come early if you want to go aboard.</p>
<ul>
<li><strong>18:30</strong> Doors, drinks on the jetty, the cutter open to all</li>
<li><strong>19:15</strong> Supper in three courses, at tables of ten</li>
<li><strong>20:45</strong> A dancing lesson for those who say they cannot</li>
<li><strong>21:15</strong> The Deichtor Seven play until they are tired</li>
<li><strong>23:45</strong> Last ferry from our own pontoon to Landungsbrücken</li>
</ul>
<p>What is left over buys sails: last year's evening paid for two Optimists and a winter of swimming lessons for
nineteen children from Veddel.</p>`,
    accentColor: "#c79f5a",
  },
  description: `
<p>Once a year we clear the masts out of the boathouse, hang up every lamp we own and lay a table that reaches from the
slipway to the workshop. It is the only night on which nobody is allowed to talk about varnish.</p>
<p>Our galley cooks with what comes off the boats that morning: plaice when the weather is kind, and a very good braise
when it is not. There is always a main course without fish or meat, and it is not an afterthought.</p>
<h3>What to wear</h3>
<p>Something you like yourself in, and shoes that can dance on planks. Evening dress is seen and so are clean boots.</p>
<h3>Getting here</h3>
<p>Four minutes on foot from U Baumwall. The boathouse has no steps; there is a lift to the gallery and a quiet room
beside the cloakroom. If you need anything else, write to us and we will see to it.</p>`,
  tickets: [
    {
      title: "Dinner and dance",
      description: "A seat at the long table, three courses with water and coffee, and the band.",
      price: 9_500,
      stock: 120,
      sold: 74,
    },
    {
      title: "Under 28",
      description: "The same evening at half the price, for everybody born late enough. We believe you.",
      price: 4_800,
      stock: 40,
      sold: 29,
    },
    {
      title: "After dinner",
      description: "From 21:00: the band, the jetty and the night kitchen.",
      price: 2_800,
      stock: 80,
      sold: 31,
    },
  ],
  extras: [
    {
      name: "Wine with every course",
      description: "Three glasses chosen by Ruth, from growers she has argued with in person.",
      price: 2_600,
      content: [{ name: "Glass of wine", quantity: 3 }],
      stock: null,
      takenShare: 0.35,
    },
    {
      name: "Midnight ferry",
      description: "A seat on the barge to Landungsbrücken, with blankets and a thermos of broth.",
      price: 900,
      content: [{ name: "Seat", quantity: 1 }],
      stock: 60,
      taxRate: { name: "Reduced VAT", percent: 7 },
      takenShare: 0.3,
    },
    {
      name: "A print of your table",
      description: "Sönke photographs every table; yours comes by post the week after, 18 × 24 cm.",
      price: 1_400,
      content: [{ name: "Print, 18 × 24 cm", quantity: 1 }],
      stock: 40,
      takenShare: 0.12,
    },
  ],
  questions: [
    {
      typeId: MULTIPLE_CHOICE,
      text: "Your main course",
      required: true,
      options: ["Plaice with brown butter", "Braised ox cheek", "Celeriac, hazelnuts and pear"],
      tickets: ["Dinner and dance", "Under 28"],
      answers: ["Plaice with brown butter", "Braised ox cheek", "Celeriac, hazelnuts and pear"],
      answeredShare: 1,
    },
    {
      typeId: SHORT_ANSWER,
      text: "What shall we write on your place card?",
      required: false,
      options: null,
      tickets: ["Dinner and dance", "Under 28"],
      answers: [
        "Just the first name, please",
        "Oma Käthe",
        "Captain (ret.)",
        "Agnès & Ole",
        "With the é, please",
      ],
      answeredShare: 0.4,
    },
    {
      typeId: PARAGRAPH,
      text: "Is there anything our galley should know?",
      required: false,
      options: null,
      answers: [
        "No nuts at all for me, not even nearby.",
        "I eat everything but would love a smaller plate.",
        "Gluten-free for one of us.\nThe other one eats for two.",
        "We come from the late shift and will be there at eight.",
      ],
      answeredShare: 0.3,
    },
    {
      typeId: CHECKBOXES,
      text: "What will you join?",
      required: false,
      options: ["Visit to the pilot cutter", "Dancing lesson at 20:45", "Speeches (they are short)"],
      answers: [
        "Visit to the pilot cutter",
        "Dancing lesson at 20:45",
        "Visit to the pilot cutter\nDancing lesson at 20:45",
      ],
      answeredShare: 0.7,
    },
    {
      typeId: DROPDOWN,
      text: "How will you come?",
      required: false,
      options: ["On foot or by bicycle", "U-Bahn or bus", "By car", "By boat"],
      answers: ["On foot or by bicycle", "U-Bahn or bus", "U-Bahn or bus", "By car", "By boat"],
      answeredShare: 0.8,
    },
  ],
  packages: [
    {
      name: "Patron of the youth boats",
      price: 250_000,
      description: "Your name on the sail of a new Optimist, for as long as it floats.",
      features: [
        { text: "Name on a sail", included: true },
        { text: "Table of ten at the gala", included: true },
        { text: "Thanks from the stage, in one sentence", included: true },
      ],
      available: 2,
    },
    {
      name: "A table of your own",
      price: 110_000,
      description: "Ten seats together, with your sign on the table and a bottle of something cold.",
      features: [
        { text: "Table of ten at the gala", included: true },
        { text: "Sign on the table", included: true },
        { text: "Name on a sail", included: false },
      ],
      available: 5,
    },
    {
      name: "Friend of the quay",
      price: 25_000,
      description: "Swimming lessons for one child, a whole winter long.",
      features: [
        { text: "Your name in the programme", included: true },
        { text: "Table of ten at the gala", included: false },
      ],
      available: -1,
    },
  ],
  sponsors: [
    {
      gives: { package: 2 },
      firstName: "Birte",
      lastName: "Holm",
      organization: "Bäckerei Holm",
      email: "birte.holm@example.org",
      message: "Bread for the long table comes from us as well.",
      isPublic: true,
      daysBefore: 21.6,
    },
    {
      gives: { package: 1 },
      firstName: "Henrik",
      lastName: "Brandt",
      organization: "Brandt & Söhne, Sailmakers",
      email: "henrik.brandt@example.org",
      phone: "+49 40 5550142",
      message: "We bring our own sign. It is made of sailcloth.",
      isPublic: true,
      daysBefore: 16.4,
    },
    {
      gives: { amount: 10_000 },
      firstName: "Hannelore",
      lastName: "Petersen",
      email: "h.petersen@example.org",
      message: "For the swimming lessons. I learned it in the Elbe, in 1951.",
      isPublic: false,
      daysBefore: 8.7,
    },
    {
      gives: { amount: 2_500 },
      firstName: "Jiří",
      lastName: "Nováček",
      email: "jiri.novacek@example.org",
      isPublic: true,
      daysBefore: 2.3,
    },
  ],
  promoCodes: [
    { code: "CREW", kind: "percent", value: 20, maxUses: 25 },
    { code: "NEIGHBOURS", kind: "amount", value: 1_000, maxUses: null },
  ],
};
