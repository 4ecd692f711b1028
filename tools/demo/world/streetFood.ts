/** A sold-out event. */
import { CHECKBOXES, PARAGRAPH } from "../../../contract/rules/questions/questions.ts";
import type { DemoEvent } from "../world.ts";

export const streetFood: DemoEvent = {
  slug: "street-food",
  name: "เดินกินเยาวราช · A Yaowarat Supper Walk",
  location: "Wat Mangkon MRT station, Exit 1, Bangkok 10100",
  timeZone: "Asia/Bangkok",
  when: { inDays: 6, weekday: 4, at: "17:30", lastsMinutes: 210 },
  currency: "thb",
  taxType: "percent",
  taxAmount: 7,
  pricesIncludeTax: false,
  banner: "street-food",
  crowd: "bangkok",
  soldOverDays: 21,
  cameShare: 0,
  config: { maxTicketsPerRegistration: 4, showTicketsLeft: true },
  landing: {
    heroTitle: "Eight stalls, three generations, one empty stomach",
    heroSubtitle: "ชวนเดินกินของอร่อยแปดร้านกับคนในย่าน",
    overviewTitle: "Where we stop",
    overviewDescription: `
<p>The stalls decide what is good that evening, so this is a promise of the people and not of the plates: Auntie Nok's
oyster omelette, the fish maw shop that has no name, Hia Seng's rolled noodles in pepper broth, toasted buns on the
corner, and four more that would rather not be found on a map.</p>
<p>We walk in groups of ten with somebody who grew up in the quarter. It is about two kilometres, slowly, with many
chairs.</p>`,
    accentColor: "#e0a84c",
  },
  description: `
<p>Chinatown after dark is the loudest kitchen in the world. We go early, when the charcoal has just been lit and the
cooks still have time to talk, and we eat at each stall what its own family eats there.</p>
<p>สมาคมชวนเดินชิมอาหารริมทางย่านเยาวราช พูดคุยกับพ่อครัวแม่ครัวสามรุ่น อาหารแปดอย่างรวมอยู่ในราคาแล้ว
กรุณาแจ้งหากแพ้อาหารทะเลหรือถั่วลิสง</p>
<p>All food and water is included. Vegetarians eat well but at other stalls, so please tell us; for a serious shellfish
allergy this walk is not safe, and we say so honestly.</p>`,
  tickets: [
    {
      title: "Supper walk · เดินกิน",
      description: "Eight stalls with water, tea and a guide from the quarter.",
      price: 89_000,
      stock: 60,
      sold: 60,
    },
    {
      title: "Walk and wok · เดินกินและเรียนผัด",
      description: "The walk, and an hour before it at Hia Seng's own wok.",
      price: 165_000,
      stock: 20,
      sold: 20,
    },
  ],
  extras: [],
  questions: [
    {
      typeId: CHECKBOXES,
      text: "I do not eat",
      required: false,
      options: ["Meat", "Pork", "Shellfish", "Peanuts", "Coriander, honestly"],
      answers: ["Pork", "Meat", "Coriander, honestly", "Pork\nPeanuts"],
      answeredShare: 0.35,
    },
    {
      typeId: PARAGRAPH,
      text: "Anything else we should know? มีอะไรอยากบอกเราไหม",
      required: false,
      options: null,
      answers: ["เดินช้าหน่อยนะคะ คุณแม่อายุ 74", "We bring a folding pushchair.", "แพ้กุ้งเล็กน้อยค่ะ"],
      answeredShare: 0.2,
    },
  ],
  packages: [],
  waiting: [
    { ticket: 0, places: 2, name: "Priya Raman", email: "priya.raman@example.net", hoursBefore: 61 },
    { ticket: 0, places: 1, name: "กิตติศักดิ์ บุญมี", email: "kittisak.bunmee@example.net", hoursBefore: 40 },
    { ticket: 1, places: 2, name: "Matteo Bianchi", email: "matteo.bianchi@example.net", hoursBefore: 22 },
    { ticket: 0, places: 4, name: "Oisín Murphy", email: "oisin.murphy@example.net", hoursBefore: 5 },
  ],
};
