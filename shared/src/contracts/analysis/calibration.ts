import * as z from '@propsight/shared/schema'

const day = z.iso.date()
const count = z.int().nonnegative()
const share = z.number().min(0).max(1)
const loss = z.number().nonnegative()
const lineup = z.enum(['known', 'unknown'])
const scores = z.object({ base: loss, lastTen: loss, season: loss, engine: loss })
const figure = z.number().nullable()
const priceFigures = z.object({
  market: figure,
  engine: figure,
  shown: figure,
  shownLineOnly: figure,
})
const price = z.enum(['first', 'close'])

/** Comparison with sportsbook prices; the figures are defined in `PriceRecord` of the engine. */
const priceRecord = z.object({
  engine: z.string(),
  data: z.string(),
  from: day,
  to: day,
  madeOn: day,
  markets: z.array(
    z.object({
      market: z.string(),
      stat: z.string(),
      price,
      n: count,
      days: count,
      logLoss: priceFigures,
      brier: priceFigures,
      ece: priceFigures,
      slope: priceFigures,
    }),
  ),
  bets: z.array(
    z.object({
      stat: z.string(),
      price,
      rule: z.enum(['interval', 'gate']),
      n: count,
      days: count,
      roi: figure,
      low: figure,
      high: figure,
      /** Absent from older API versions. */
      closing: z.object({ value: z.number(), low: z.number(), high: z.number() }).nullish(),
    }),
  ),
})

const against = z.object({ season: loss, engine: loss })

/** The data that a part of the shipped constants was fitted on. */
const fittedPart = z.object({ part: z.string(), data: z.string(), from: day, to: day })

/** The weights in use on one market, as factors of log-odds (`EvidenceWeights`). */
const lineWeight = z.object({
  /** Name as in `findStatType`. */
  stat: z.string(),
  /** Of the engine at a pick'em line without a price; 0 where the line is all that is known. */
  lineOnly: figure,
  /** Of books and engine with a price; null for a market without prices of its own. */
  market: figure,
  engine: figure,
})

/**
 * `GET /api/model/calibration`: results of the shipped engine on games outside of its fitting data. The
 * figures are defined in `TrackRecord` of the engine.
 */
export const calibrationResponse = z.object({
  engine: z.string(),
  data: z.string(),
  from: day,
  to: day,
  fittedTo: day,
  madeOn: day,
  markets: z.array(
    z.object({
      market: z.string(),
      lineup,
      n: count,
      baseRate: share,
      brier: scores,
      logLoss: scores,
      ece: share,
      bias: z.number(),
      slope: z.number(),
      bins: z.array(
        z.object({
          from: share,
          to: share,
          n: count,
          predicted: share.nullable(),
          happened: share.nullable(),
        }),
      ),
    }),
  ),
  pooled: z.array(z.object({ lineup, gain: z.number(), low: z.number(), high: z.number() })),
  pitchers: z.array(z.object({ stat: z.string(), n: count, mae: against, rmse: against })),
  /** The games of the pitchers' figures. Absent from older API versions; null without such figures. */
  pitchersWindow: z.object({ data: z.string(), from: day, to: day, fittedTo: day }).nullish(),
  /** Absent from older API versions. */
  prices: priceRecord.optional(),
  /** The parts of the constants; `line` are the weights of the offered line. Absent from older API versions. */
  fitted: z.array(fittedPart).optional(),
  /** How much counts at the lines of each market. Absent from older API versions. */
  lineWeights: z.array(lineWeight).optional(),
  /** What the engine does not consider, as nouns. Absent from older API versions. */
  notModelled: z.array(z.string()).optional(),
  /** Markets that the product forecasts and that no figure of this record covers. Absent from older API versions. */
  notJudged: z.array(z.string()).optional(),
})
export type CalibrationResponse = z.infer<typeof calibrationResponse>
