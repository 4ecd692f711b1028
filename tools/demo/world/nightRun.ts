/** An event with five places left. */
import { DROPDOWN, SHORT_ANSWER } from "../../../contract/rules/questions/questions.ts";
import type { DemoEvent } from "../world.ts";

export const nightRun: DemoEvent = {
  slug: "night-run",
  name: "Lantern Night Run",
  location: "Lumphini Park, Gate 4, Witthayu Road, Bangkok 10330",
  timeZone: "Asia/Bangkok",
  when: { inDays: 19, weekday: 6, at: "20:00", lastsMinutes: 180 },
  currency: "usd",
  taxType: "fixed",
  taxAmount: 150,
  pricesIncludeTax: false,
  banner: "night-run",
  crowd: "bangkok",
  soldOverDays: 45,
  cameShare: 0,
  config: { maxTicketsPerRegistration: 6, holdMinutes: 10 },
  landing: {
    heroTitle: "Run when the city has cooled down",
    heroSubtitle: "Two distances around the lake by lantern light, and noodles at the finish. วิ่งด้วยกันคืนนี้",
    overviewTitle: "The night in short",
    overviewDescription: `
<ul>
<li><strong>18:30</strong> Bibs, lockers and lanterns at Gate 4</li>
<li><strong>19:45</strong> Warm-up with Khru Ploy, who has never been out of breath</li>
<li><strong>20:00</strong> Start of the 10 km, four laps of the park road</li>
<li><strong>20:10</strong> Start of the 5 km and of the family mile</li>
<li><strong>21:30</strong> Noodles, ice and prizes for the best lantern</li>
</ul>
<p>Entries are in US dollars because half of our runners fly in. Everything above the cost of the night goes to the
lifeguard school on Ko Samet.</p>`,
    accentColor: "#c94c4c",
  },
  description: `
<p>In the daytime this park belongs to the monitor lizards. At night, for one Saturday a year, it is ours: the lamps go
out along the lake road, everybody carries a lantern, and two hundred small lights go round the water.</p>
<p>It is a run, not a race. We do take the time, because some of you would ask. The water stations are every kilometre
and there is a doctor on a bicycle.</p>
<p>งานวิ่งกลางคืนของสมาคม ระยะทาง 5 และ 10 กิโลเมตร เหมาะสำหรับทุกคนในครอบครัว มีน้ำดื่มทุกกิโลเมตรและแพทย์ประจำเส้นทาง</p>
<h3>What to bring</h3>
<p>Shoes you trust and a small towel. Lantern, bib and safety light are in your bag at the gate; bags can be left with
Namfon at the lockers, who gives nothing back without the number.</p>`,
  tickets: [
    {
      title: "10 km by lantern",
      description: "Four laps. Time limit 100 minutes; nobody was ever stopped.",
      price: 2_500,
      stock: 90,
      sold: 87,
    },
    {
      title: "5 km by lantern",
      description: "Two laps, at the pace of conversation.",
      price: 1_800,
      stock: 70,
      sold: 70,
    },
    {
      title: "Family mile",
      description: "One adult and up to two children, with one big lantern.",
      price: 1_000,
      stock: 30,
      sold: 28,
    },
  ],
  extras: [
    {
      name: "Running shirt",
      description: "Light cotton, printed in Thonburi with this year's lantern.",
      price: 1_400,
      content: [{ name: "Shirt", quantity: 1 }],
      stock: 120,
      takenShare: 0.5,
    },
    {
      name: "Second bowl of noodles",
      description: "For those who know themselves.",
      price: 300,
      content: [{ name: "Bowl", quantity: 1 }],
      stock: null,
      takenShare: 0.25,
    },
  ],
  questions: [
    {
      typeId: DROPDOWN,
      text: "Shirt size",
      required: true,
      options: ["XS", "S", "M", "L", "XL"],
      answers: ["XS", "S", "M", "M", "L", "XL"],
      answeredShare: 1,
    },
    {
      typeId: SHORT_ANSWER,
      text: "Whom may we call in an emergency?",
      required: true,
      options: null,
      answers: [
        "แม่ 081 555 0143",
        "Priya, +66 81 555 0118",
        "My brother Chai, 089 555 0176",
        "พี่ฝน 086 555 0109",
      ],
      answeredShare: 1,
    },
  ],
  packages: [
    {
      name: "Light a kilometre",
      price: 40_000,
      description: "Two hundred lanterns along one kilometre of the lake, with your name at its beginning.",
      features: [
        { text: "Sign at your kilometre", included: true },
        { text: "Six entries", included: true },
      ],
      available: 10,
    },
    {
      name: "Water for everybody",
      price: 15_000,
      description: "One of the stations, all night long.",
      features: [
        { text: "Your name on the cups", included: true },
        { text: "Six entries", included: false },
      ],
      available: -1,
    },
  ],
};
