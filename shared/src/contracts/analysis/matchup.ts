import * as z from '@propsight/shared/schema'

export const handSchema = z.enum(['L', 'R'])

const count = z.int().nonnegative()
/** A rate in the league's notation: '.305', '1.022', '2.33'; '.---' and '-.--' if it is undefined. */
const rate = z.string().max(12)

/** Season of a starting pitcher, as shown in the 'Opposing Pitcher' table. */
export const opposingPitcherSchema = z.object({
  personId: z.int(),
  name: z.string(),
  handedness: handSchema.nullable(),
  team: z.string(),
  era: rate,
  whip: rate,
  strikeOuts: count,
  /** Null if the data source has no decisions, such as a replay. */
  wins: count.nullable(),
  losses: count.nullable(),
  strikeOutsPer9: rate,
  hitsPer9: rate,
})
export type OpposingPitcher = z.infer<typeof opposingPitcherSchema>

/** The batter's results against the announced starter, over all seasons that the league provides. */
export const vsPitcherSchema = z.object({
  atBats: count,
  hits: count,
  homeRuns: count,
  baseOnBalls: count,
  strikeOuts: count,
  avg: rate,
})
export type VsPitcher = z.infer<typeof vsPitcherSchema>

export const MOST_TEAM_MATES = 4
/** Team-mates who missed some of the player's games of this season. */
export const teamMatesSchema = z
  .array(
    z.object({
      name: z.string(),
      /** Whether the team-mate is reported out of the next game. */
      out: z.boolean(),
      /** Ids of the player's games in which the team-mate did not play. */
      missed: z.array(z.int()).max(200),
      /**
       * Day of the first game that both could play for the same club: games before a trade are neither with nor
       * without the team-mate. Absent from an older API.
       */
      since: z.iso.date().optional(),
    }),
  )
  .max(MOST_TEAM_MATES)
export type TeamMate = z.infer<typeof teamMatesSchema>[number]
