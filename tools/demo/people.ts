import type { Chance } from "./chance.ts";

/** A buyer or a companion, with an address of a domain for examples (RFC 2606). */
export interface Person {
  firstName: string;
  lastName: string;
  email: string;
}

/** A name in Thai script has its Latin spelling after a bar. */
interface Names {
  /** How often they occur, compared with the other names of the crowd. */
  weight: number;
  first: readonly string[];
  last: readonly string[];
}

const german: Names = {
  weight: 6,
  first: [
    "Anneke",
    "Björn",
    "Clara",
    "Dörte",
    "Emil",
    "Frauke",
    "Götz",
    "Hanna",
    "Ilse",
    "Jörg",
    "Käthe",
    "Lasse",
    "Merle",
    "Nils",
    "Ole",
    "Petra",
    "Ruth",
    "Sönke",
    "Thea",
    "Uwe",
    "Wiebke",
    "Yannick",
  ],
  last: [
    "Ahrens",
    "Böhm",
    "Claußen",
    "Dührkop",
    "Eggers",
    "Fröhlich",
    "Großmann",
    "Hansen",
    "Jürgens",
    "Köster",
    "Lüders",
    "Möller",
    "Niemann",
    "Oßwald",
    "Petersen",
    "Quast",
    "Rößler",
    "Schäfer",
    "Thießen",
    "Voß",
    "Wulff",
  ],
};

const neighbours: Names = {
  weight: 3,
  first: [
    "Agnès",
    "Zoë",
    "François",
    "Åsa",
    "Søren",
    "Łucja",
    "Paweł",
    "Inês",
    "João",
    "Ayşe",
    "Çağla",
    "Núria",
    "Siân",
    "Jiří",
  ],
  last: [
    "Lefèvre",
    "Ångström",
    "Sørensen",
    "Wójcik",
    "Kowalczyk",
    "Gonçalves",
    "Şahin",
    "Yıldız",
    "Castañeda",
    "O’Leary",
    "Nováček",
    "Hernández",
  ],
};

const thai: Names = {
  weight: 7,
  first: [
    "สมชาย|Somchai",
    "กนกวรรณ|Kanokwan",
    "ณัฐพล|Natthaphon",
    "พิมพ์ชนก|Phimchanok",
    "ธนากร|Thanakon",
    "สุภาพร|Suphaphon",
    "อรุณี|Arunee",
    "วรเชษฐ์|Worachet",
    "ปิยะดา|Piyada",
    "ชัยวัฒน์|Chaiwat",
    "มณีรัตน์|Maneerat",
    "ศิริพร|Siriphon",
    "ภูมิพัฒน์|Phumiphat",
    "น้ำฝน|Namfon",
    "กิตติศักดิ์|Kittisak",
  ],
  last: [
    "วงศ์ทอง|Wongthong",
    "ศรีสุข|Srisuk",
    "จันทร์เพ็ญ|Chanphen",
    "รัตนกุล|Rattanakun",
    "บุญมี|Bunmee",
    "เจริญผล|Charoenphon",
    "ทองคำ|Thongkham",
    "สุวรรณรัตน์|Suwannarat",
    "แก้วมณี|Kaewmanee",
    "พงษ์ไพบูลย์|Phongphaibun",
  ],
};

const expats: Names = {
  weight: 3,
  first: [
    "Priya",
    "Nguyễn",
    "Thảo",
    "Wei Ling",
    "Haruka",
    "Matteo",
    "Chloé",
    "Oisín",
    "Mariana",
    "Tobias",
    "Zainab",
  ],
  last: [
    "Raman",
    "Văn Đức",
    "Trần",
    "Chua",
    "Sato",
    "Bianchi",
    "Dubois",
    "Murphy",
    "Vasconcelos",
    "Keller",
    "Osei",
  ],
};

export const crowds = { hamburg: [german, neighbours], bangkok: [thai, expats] } as const;

/** Makes the function that draws people of a crowd. No two of them have the same address. */
export function peopleOf(crowd: keyof typeof crowds, chance: Chance): () => Person {
  const countByMailbox = new Map<string, number>();
  return () => {
    const names = crowds[crowd][chance.weighted(crowds[crowd].map(({ weight }) => weight))]!;
    const [firstName, firstLatin] = spellings(chance.pick(names.first));
    const [lastName, lastLatin] = spellings(chance.pick(names.last));
    const mailbox = `${mailboxOf(firstLatin)}.${mailboxOf(lastLatin)}`;
    const namesakes = countByMailbox.get(mailbox) ?? 0;
    countByMailbox.set(mailbox, namesakes + 1);
    return { firstName, lastName, email: `${mailbox}${namesakes === 0 ? "" : namesakes + 1}@example.org` };
  };
}

function spellings(name: string): [name: string, latin: string] {
  const [original, latin] = name.split("|");
  return [original!, latin ?? original!];
}

const letters: Record<string, string> = { ß: "ss", ł: "l", ø: "o", đ: "d", ı: "i", æ: "ae" };

function mailboxOf(name: string): string {
  return name
    .toLowerCase()
    .normalize("NFD")
    .replace(/[ßłøđıæ]/g, (letter) => letters[letter]!)
    .replace(/[^a-z]/g, "");
}
