import * as z from '@propsight/shared/schema'
import { BASES } from '../../domain/grades.ts'

const chance = z.number().min(0).max(1)

/** `atLeast[k]` = P(X ≥ least + k), like `Distribution` of the engine. */
export const distributionSchema = z.object({ least: z.int(), atLeast: z.array(chance).min(1).max(512) })

/** A book's current price of a line in American odds; null for a side that it does not offer. */
const offeredPriceSchema = z.object({
  line: z.number(),
  /** Key of the book, as in the odds, and its name. */
  book: z.string().max(40),
  title: z.string().max(60),
  over: z.int().nullable(),
  under: z.int().nullable(),
  /** The book's last update of the market, ISO 8601 by the league's clock; absent from older API versions. */
  confirmedAt: z.string().max(40).optional(),
})

/** The forecast of a market as the product shows it; its lines are read by `lineForecast`. */
export const shownMarketSchema = z.object({
  distribution: distributionSchema,
  low: distributionSchema,
  high: distributionSchema,
  basis: z.enum(BASES),
  prices: z
    .array(
      z.object({
        line: z.number(),
        books: z.int().positive(),
        /** Age of the oldest price when the answer was made. */
        minutes: z.int().nonnegative().nullable(),
      }),
    )
    .max(40),
  /** The prices that can be taken, those of the line of most books first, for signed-in users. */
  quotes: z.array(offeredPriceSchema).max(400).optional(),
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
