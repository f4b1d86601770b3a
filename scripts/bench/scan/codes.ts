/** The codes that are scanned: names short and long, goals from 1 to 30, both kinds of ids. */

/** 60 characters, of one byte and of three. */
const LONG = 'Maria Clara Esperanza de los Santos y Villanueva-Bautista III';
const WIDE = '山田太郎喫茶店珈琲'.repeat(7);
const PHOTO =
  'https://abcdefghijklmnopqrst.supabase.co/storage/v1/object/public/rewards/uploads/1.jpg';

const cut = (name: string) => [...name].slice(0, 60).join('');
const number = (index: number) => `${1_234_567 + index * 13}`;
/** Of random digits in their usual form, the same in every run. */
const uuid = (index: number) => {
  const digits = Array.from({ length: 32 }, (_, at) =>
    ((Math.imul(index * 32 + at + 1, 0x9e3779b1) >>> 11) % 16).toString(16),
  ).join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-a$4-$5');
};

interface AnyCode {
  name: string;
  customer: string;
  /** Its ids are those of our schema; a project with UUIDs has finer codes (docs/decisions/ids.md). */
  isOurs: boolean;
}

export interface StampCodeCase extends AnyCode {
  kind: 'stamp code';
}

export interface RedemptionCodeCase extends AnyCode {
  kind: 'redemption code';
  reward: { id: string; store_id: string; title: string; photo: string; stamps_needed: number };
  store: { id: string; name: string };
  stamps: { id: string; store_id: string; created_at: string; stamp_count: number }[];
}

export type CodeCase = StampCodeCase | RedemptionCodeCase;

const stampCode = (name: string, customer: string): StampCodeCase => ({
  kind: 'stamp code',
  name,
  customer: cut(customer),
  isOurs: true,
});

function redemptionCode(
  name: string,
  goal: number,
  id: (index: number) => string,
  [customer, title, store]: readonly [string, string, string],
): RedemptionCodeCase {
  const storeId = id(101);
  return {
    kind: 'redemption code',
    name,
    customer: cut(customer),
    isOurs: id === number,
    reward: {
      id: id(100),
      store_id: storeId,
      title: cut(title),
      photo: PHOTO,
      stamps_needed: goal,
    },
    store: { id: storeId, name: cut(store) },
    stamps: Array.from({ length: goal }, (_, index) => ({
      id: id(index),
      store_id: storeId,
      created_at: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
      stamp_count: 1,
    })),
  };
}

const SHORT_NAMES = ['Ana Reyes', 'Free kapeng barako', 'Kape Tayo'] as const;
const LONG_NAMES = [LONG, `${LONG} reward`.slice(2), `Kapihan ni ${LONG}`] as const;

export const CODES: CodeCase[] = [
  stampCode('a short name', 'Ana Reyes'),
  stampCode('60 letters', LONG),
  stampCode('60 wide characters', WIDE),
  redemptionCode('goal 1, numbers', 1, number, SHORT_NAMES),
  redemptionCode('goal 10, numbers', 10, number, SHORT_NAMES),
  redemptionCode('goal 10, numbers, names of 60 letters', 10, number, LONG_NAMES),
  redemptionCode('goal 30, numbers', 30, number, SHORT_NAMES),
  redemptionCode('goal 1, UUIDs', 1, uuid, SHORT_NAMES),
  redemptionCode('goal 10, UUIDs', 10, uuid, SHORT_NAMES),
  redemptionCode('goal 30, UUIDs, names of 60 letters', 30, uuid, LONG_NAMES),
];
