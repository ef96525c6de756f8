import * as z from '@propsight/shared/schema'
import { BASES } from '../../domain/grades.ts'

const chance = z.number().min(0).max(1)

/** `atLeast[k]` = P(X ≥ least + k), like `Distribution` of the engine. */
export const distributionSchema = z.object({ least: z.int(), atLeast: z.array(chance).min(1).max(120) })

/** The best current price of a side of a line: book and American odds. */
const bestPriceSchema = z.object({ book: z.string().max(60), odds: z.int() }).nullable()

/** The forecast of a market as the product shows it; its lines are read by `lineForecast`. */
export const shownMarketSchema = z.object({
  distribution: distributionSchema,
  low: distributionSchema,
  high: distributionSchema,
  basis: z.enum(BASES),
  prices: z
    .array(
      z.object({ line: z.number(), books: z.int().positive(), minutes: z.int().nonnegative().nullable() }),
    )
    .max(40),
  /** Best prices by line, for signed-in users. */
  best: z
    .array(z.object({ line: z.number(), over: bestPriceSchema, under: bestPriceSchema }))
    .max(40)
    .optional(),
})
export type ShownMarketWire = z.infer<typeof shownMarketSchema>

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
  /** Absent if nothing but the engine's forecast is known of the market, and from older API versions. */
  shown: shownMarketSchema.optional().catch(undefined),
})
export type StatForecastWire = z.infer<typeof statForecastSchema>
