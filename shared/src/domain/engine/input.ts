import type { HittingCounts, PitchingCounts } from '../game-counts.ts'

export type BatSide = 'L' | 'R' | 'S'
export type ThrowHand = 'L' | 'R'

/** One finished game of a batter. What a source does not tell is null, never a guess. */
export interface BatterGame extends HittingCounts {
  /** League day, `YYYY-MM-DD`. */
  readonly date: string
  readonly plateAppearances: number
  readonly home: boolean
  /** The other club's code. */
  readonly opponent: string
  /** Where it was played, in the source's own code of parks. */
  readonly park: string | null
  /** Place in the batting order, 1 to 9. */
  readonly slot: number | null
  /** Whether he was in the first line-up. */
  readonly started: boolean | null
  /** Hand of the other side's starting pitcher. */
  readonly starterHand: ThrowHand | null
}

/** One finished game of a pitcher. `outs` is innings pitched in thirds. */
export interface PitcherGame extends PitchingCounts {
  readonly date: string
  readonly home: boolean
  readonly opponent: string
  readonly park: string | null
  readonly started: boolean
  readonly battersFaced: number
  readonly homeRuns: number
  /** Null where the source's log does not count them. */
  readonly hitByPitch: number | null
}

/**
 * Batting of one club, of all clubs, or against one club's pitchers: this season to the morning of the game.
 * Counts; `games` are team games (two in every game for the league).
 */
export interface BattingTotals extends HittingCounts {
  readonly games: number
  readonly plateAppearances: number
}

/** A pitcher's whole season, starts and relief together. Counts. */
export interface PitchingTotals {
  readonly games: number
  readonly starts: number
  readonly battersFaced: number
  readonly hits: number
  readonly homeRuns: number
  readonly earnedRuns: number
  readonly baseOnBalls: number
  readonly hitByPitch: number
  readonly strikeOuts: number
}

/** One of a player's seasons that are over. */
export interface EarlierSeason<Totals> {
  /** Its year. */
  readonly season: number
  readonly own: Totals
  /** All clubs' batting of that season: what he was against his own league is what counts today. */
  readonly league: BattingTotals
}
export type EarlierBatting = EarlierSeason<BattingTotals>
export type EarlierPitching = EarlierSeason<PitchingTotals>

/** What a park does to each event, as multipliers of the league's rate: 1 is an average park. */
export interface ParkFactors {
  readonly single: number
  readonly double: number
  readonly triple: number
  readonly homeRun: number
  readonly strikeOut: number
  readonly walk: number
}

/** Weather at first pitch. A closed roof is no weather: leave it out. */
export interface GameWeather {
  readonly temperatureF: number
  /** Component of the wind from home plate to centre field, mph; negative blows in. */
  readonly windOutMph: number
}

/** The opposing, or a club's own, starting pitcher as known before the game. */
export interface Starter {
  readonly throws: ThrowHand | null
  /** This season's games, oldest first. */
  readonly games: readonly PitcherGame[]
  /** As in `PitcherInput`. */
  readonly earlier?: readonly EarlierPitching[] | null
}

/** What both sides of one game are known by before its first pitch. */
export interface GameSetting {
  /** League day of the game to be forecast: games of this day or later are never looked at. */
  readonly date: string
  /** All clubs' batting this season: what every rate is anchored to. */
  readonly league: BattingTotals
  /**
   * All clubs' batting of the last thirty days, where it is known: a season's level moves with its weather and its ball,
   * and the totals since spring lag behind it.
   */
  readonly lately?: BattingTotals | null
  readonly park: ParkFactors | null
  readonly weather: GameWeather | null
}

export interface BatterInput {
  readonly setting: GameSetting
  readonly home: boolean
  readonly bats: BatSide | null
  /** This season's games, oldest first. */
  readonly games: readonly BatterGame[]
  /** His seasons before this one, each once. Left out where nobody knows them: then this season speaks alone. */
  readonly earlier?: readonly EarlierBatting[] | null
  /** Place in tonight's announced batting order; null while it is unknown. */
  readonly slot: number | null
  /** What his own club's park does: part of his record was made there. Left out where nobody knows. */
  readonly homePark?: ParkFactors | null
  /** His own club's batting. */
  readonly club: BattingTotals | null
  /** Batting against the other club's pitchers, its relievers among them. */
  readonly opposingStaff: BattingTotals | null
  /** The other club's probable starter; null while nobody is announced. */
  readonly opposingStarter: Starter | null
}

export interface PitcherInput {
  readonly setting: GameSetting
  readonly home: boolean
  readonly throws: ThrowHand | null
  /** This season's games, oldest first; only starts speak. */
  readonly games: readonly PitcherGame[]
  /** His seasons before this one, each once. Left out where nobody knows them: then this season speaks alone. */
  readonly earlier?: readonly EarlierPitching[] | null
  /** The other club's batting. */
  readonly opponent: BattingTotals | null
}
