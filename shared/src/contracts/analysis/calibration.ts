import * as z from '@propsight/shared/schema'

const day = z.iso.date()
const count = z.int().nonnegative()
const share = z.number().min(0).max(1)
const loss = z.number().nonnegative()
const lineup = z.enum(['known', 'unknown'])
const scores = z.object({ base: loss, lastTen: loss, season: loss, engine: loss })
const against = z.object({ season: loss, engine: loss })

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
})
export type CalibrationResponse = z.infer<typeof calibrationResponse>
