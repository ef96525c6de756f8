import * as z from 'zod'

const chance = z.number().min(0).max(1)

/** `atLeast[k]` = P(X ≥ least + k), as `Distribution` of the engine. */
const distribution = z.object({ least: z.int(), atLeast: z.array(chance).min(1).max(120) })

/** A stat's forecast as it travels: chances to four decimals, everything else is read off them. */
export const statForecastSchema = z.object({
  stat: z.string().max(60),
  distribution,
  /** Ends of the 80% band of what is not known about the rates. */
  low: distribution,
  high: distribution,
  mean: z.number(),
})
export type StatForecastWire = z.infer<typeof statForecastSchema>
