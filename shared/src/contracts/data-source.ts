import * as z from 'zod'

/** Source of the numbers on the screen, which always shows it. */
export const dataSourceSchema = z.object({
  kind: z.enum(['sample', 'replay', 'live']),
  /** Text of the badge: 'Sample data', 'Season 2019 · July 15', 'Live'. */
  label: z.string().min(1).max(80),
  /** The current league day of this source, US Eastern, `YYYY-MM-DD`. */
  today: z.iso.date(),
  /** Season of `today`. */
  season: z.int().min(1876).max(2200),
})
export type DataSource = z.infer<typeof dataSourceSchema>
