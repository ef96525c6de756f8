import * as z from '@propsight/shared/schema'
import { statForecastSchema } from './forecast.ts'
import { handSchema } from './matchup.ts'
import { forecastExplanationSchema, playerDetailBody } from './player-detail.ts'

/** Limits of the settings of a what-if, in °F and mph. */
export const WHAT_IF_TEMPERATURE_F = { least: 20, most: 120 } as const
export const WHAT_IF_WIND_MPH = { least: 0, most: 40 } as const

/** Direction of the wind seen from home plate: from or to centre field, or across. */
export const WIND_DIRECTIONS = ['in', 'out', 'cross'] as const
export type WindDirection = (typeof WIND_DIRECTIONS)[number]

const personId = z.int().positive().max(2_000_000_000)
const slot = z.int().min(1).max(9)
const lineup = z.enum(['announced', 'guessed', 'unknown'])

/** Changed circumstances of a player's next game. An absent field is not changed. */
export const whatIfChanges = z.strictObject({
  /** Opposing starter of a batter; null: none is announced. */
  starterId: personId.nullable().optional(),
  /** Place of a batter in the order; null: not announced. */
  slot: slot.nullable().optional(),
  /** What is known of the batting order that a pitcher faces. */
  lineup: lineup.optional(),
  temperatureF: z.number().min(WHAT_IF_TEMPERATURE_F.least).max(WHAT_IF_TEMPERATURE_F.most).optional(),
  wind: z
    .strictObject({
      mph: z.number().min(WHAT_IF_WIND_MPH.least).max(WHAT_IF_WIND_MPH.most),
      direction: z.enum(WIND_DIRECTIONS),
    })
    .optional(),
})
export type WhatIfChanges = z.infer<typeof whatIfChanges>

/** Body of `POST /api/what-if`: a player as in `POST /api/player-detail`, and the changes. Costs no credits. */
export const whatIfBody = z.strictObject({ ...playerDetailBody.shape, changes: whatIfChanges })
export type WhatIfBody = z.infer<typeof whatIfBody>

const stats = z.array(z.string().max(60)).max(40)

/** Forecasts under changed circumstances. They are not stored, and no pick or parlay uses them. */
export const whatIfResponse = z.object({
  forecasts: z.array(statForecastSchema).max(40),
  why: z.array(forecastExplanationSchema).max(40),
  engine: z.string().max(60),
  /** What the unchanged forecast assumes. `weather` is the usual one of the park and month; null where unknown. */
  assumed: z.object({
    starterId: personId.nullable(),
    slot: slot.nullable(),
    lineup: lineup.nullable(),
    weather: z.object({ temperatureF: z.number(), windOutMph: z.number() }).nullable(),
  }),
  /** Pitchers who may start against a batter: starters of the opposing club this season, most starts first. */
  starters: z
    .array(
      z.object({
        personId,
        name: z.string().max(120),
        throws: handSchema.nullable(),
        starts: z.int().nonnegative(),
      }),
    )
    .max(40),
  /** Markets that a setting of the weather does not change, because the data support no effect. */
  unmoved: z.object({ temperature: stats, wind: stats }),
})
export type WhatIf = z.infer<typeof whatIfResponse>
