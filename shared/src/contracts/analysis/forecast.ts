import * as z from '@propsight/shared/schema'

const chance = z.number().min(0).max(1)

/** `atLeast[k]` = P(X ≥ least + k), like `Distribution` of the engine. */
export const distributionSchema = z.object({ least: z.int(), atLeast: z.array(chance).min(1).max(120) })

/**
 * Wire format of a market's forecast. Probabilities have four decimals; other figures are derived from them.
 */
export const statForecastSchema = z.object({
  stat: z.string().max(60),
  distribution: distributionSchema,
  /** Distributions at the ends of the 80% interval of the uncertain rates. */
  low: distributionSchema,
  high: distributionSchema,
  mean: z.number(),
})
export type StatForecastWire = z.infer<typeof statForecastSchema>
