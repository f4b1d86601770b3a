/**
 * Supabase's public prices, as its documentation had them on 23 November 2026, in the repository
 * supabase/supabase below apps/docs/content/guides/platform: billing-on-supabase, compute-and-disk and
 * manage-your-usage (egress, disk-size, storage-size, monthly-active-users, logs-ingest). Look them up
 * again before relying on them.
 */

/** What is included in a month, and what each further one costs, in dollars. */
interface Price {
  included: number;
  each: number;
}

/** The plan Pro. Sizes are in GB. */
export const PRO = {
  month: 25,
  /** Of the price of the compute. */
  computeCredit: 10,
  activeUsers: { included: 100_000, each: 0.00325 },
  egress: { included: 250, each: 0.09 },
  cachedEgress: { included: 250, each: 0.03 },
  disk: { included: 8, each: 0.125 },
  storage: { included: 100, each: 0.021 },
  /** Announced, and not charged yet. */
  logs: { included: 5, each: 0.5 },
} as const satisfies Record<string, number | Price>;

/** Where the plan Free ends. */
export const FREE = {
  activeUsers: 50_000,
  egress: 5,
  cachedEgress: 5,
  database: 0.5,
  storage: 1,
} as const;

export interface Compute {
  name: string;
  cores: number;
  memoryGb: number;
  month: number;
}

const compute = (name: string, cores: number, memoryGb: number, month: number): Compute => ({
  name,
  cores,
  memoryGb,
  month,
});

/** Smallest first. Those below Large share their cores. */
export const COMPUTES: readonly Compute[] = [
  compute('Micro', 2, 1, 10),
  compute('Small', 2, 2, 15),
  compute('Medium', 2, 4, 60),
  compute('Large', 2, 8, 110),
  compute('XL', 4, 16, 210),
  compute('2XL', 8, 32, 410),
  compute('4XL', 16, 64, 960),
  compute('8XL', 32, 128, 1870),
  compute('12XL', 48, 192, 2800),
  compute('16XL', 64, 256, 3730),
];

export const overage = (used: number, { included, each }: Price): number =>
  Math.max(0, used - included) * each;
