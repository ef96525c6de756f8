import * as z from 'zod'

/** Where the numbers on the screen come from; the screen always says so. */
export const dataSourceSchema = z.object({
  kind: z.enum(['sample', 'replay', 'live']),
  /** What the badge says: 'Sample data', 'Season 2019 · July 15', 'Live'. */
  label: z.string().min(1).max(80),
  /** The league's day, US Eastern, `YYYY-MM-DD`: what 'today' means in this source. */
  today: z.iso.date(),
  /** Season that goes with `today`. */
  season: z.int().min(1876).max(2200),
})
export type DataSource = z.infer<typeof dataSourceSchema>
