import type { OverRate, Side, Trend } from '@propsight/shared/domain'

/** What was computed or read about one recommended line: all that a sentence about it may say. Chances in whole percent. */
export interface LineFacts {
  /** As the league writes it. */
  readonly name: string
  readonly group: 'hitting' | 'pitching'
  /** `StatType.name`. */
  readonly stat: string
  readonly line: number
  readonly side: Side
  readonly chance: number
  /** Ends of the 80% interval of `chance`. */
  readonly low: number
  readonly high: number
  readonly push: number
  /** In the stat's unit. */
  readonly fairLine: number
  readonly mean: number
  /** Of the chosen game window, of the last five games and of the season. */
  readonly window: OverRate
  readonly lately: OverRate
  readonly season: OverRate
  /** Mean of the window's games. */
  readonly average: number | null
  readonly trend: Trend | null
  /** The next game, where the schedule was read. */
  readonly game: { readonly home: boolean; readonly opponent: string; readonly park: string } | null
  /** The other side's starter; null where none is announced, and for pitchers. */
  readonly starter: {
    readonly name: string
    readonly throws: 'L' | 'R' | null
    readonly era: string | null
    readonly whip: string | null
  } | null
  /** What the park does to something that the stat is made of: 19 more home runs in a hundred, -8 for fewer. */
  readonly park: { readonly percent: number; readonly of: string } | null
  /** `describeWeather`. */
  readonly weather: string | null
  readonly lineup: { readonly announced: boolean; readonly slot: number | null } | null
  /** The league's last word on whether he can play; a label of few words and the day, `YYYY-MM-DD`. */
  readonly news: { readonly label: string; readonly date: string } | null
}
