import type { OpposingPitcher } from '@propsight/shared/contracts'
import type { Basis, OddsType, OverRate, Side, Trend } from '@propsight/shared/domain'

/** Game context of a line; a part is null when there is none or it could not be read in time. */
export interface LineContext {
  readonly opposingPitcher: OpposingPitcher | null
  readonly weather: string | null
  /** Name of the opponent in sports besides baseball. */
  readonly opponent?: string | null
}

/**
 * The computed and read facts of one recommended line. Sentences about it may state nothing else. Probabilities are
 * in whole percent.
 */
export interface LineFacts {
  /** As the league writes it. */
  readonly name: string
  /** Baseball's groups; 'other' in other sports, whose players have neither a batting order nor an opposing pitcher. */
  readonly group: 'hitting' | 'pitching' | 'other'
  /** `StatType.name`. */
  readonly stat: string
  readonly line: number
  readonly oddsType: OddsType
  readonly side: Side
  readonly chance: number
  /** Ends of the 80% interval of `chance`. */
  readonly low: number
  readonly high: number
  readonly push: number
  /** The engine's own chance of the side, before line and prices count as evidence. */
  readonly alone: number
  readonly basis: Basis
  /** Whether the side passes the gate for edges. */
  readonly edge: boolean
  /** In the stat's unit. */
  readonly fairLine: number
  readonly mean: number
  /** Of the chosen game window, of the last five games and of the season. */
  readonly window: OverRate
  readonly recent: OverRate
  readonly season: OverRate
  /** Of the season's games at home, or away, like the next game; null without a game. */
  readonly venue: OverRate | null
  /** Mean of the window's games. */
  readonly average: number | null
  readonly trend: Trend | null
  /** The next game; null when the schedule could not be read. */
  readonly game: { readonly home: boolean; readonly opponent: string; readonly park: string | null } | null
  /** The opposing starter; null when none is announced, and for pitchers. */
  readonly starter: {
    readonly name: string
    readonly throws: 'L' | 'R' | null
    readonly era: string | null
    readonly whip: string | null
  } | null
  /** Park effect on a count that the market depends on, in percent: 19 for 19% more home runs, -8 for 8% fewer. */
  readonly park: { readonly percent: number; readonly of: string } | null
  /** `describeWeather`. */
  readonly weather: string | null
  /** Full days without a game before the next one; null in baseball, and without a game before it. */
  readonly rest: number | null
  /** The team-mates who are out, with the results of the season's games without each. */
  readonly absent: readonly { readonly name: string; readonly rate: OverRate }[]
  readonly lineup: { readonly announced: boolean; readonly slot: number | null } | null
  /** Latest roster transaction about the player's availability: short label and league day, `YYYY-MM-DD`. */
  readonly news: { readonly label: string; readonly date: string } | null
}
