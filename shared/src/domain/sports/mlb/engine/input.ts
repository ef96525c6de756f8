import type { HittingCounts, PitchingCounts } from '../stat-types.ts'

/** Sanitises a count of a source: null, NaN, infinite and negative values count as 0. */
export const sanitizeCount = (value: number | null): number =>
  value !== null && Number.isFinite(value) ? Math.max(0, value) : 0

export type BatSide = 'L' | 'R' | 'S'
export type ThrowHand = 'L' | 'R'

/** One finished game of a batter. Values that a source lacks are null and not estimated. */
export interface BatterGame extends HittingCounts {
  /** League day, `YYYY-MM-DD`. */
  readonly date: string
  readonly plateAppearances: number
  readonly home: boolean
  /** Place in the batting order, 1 to 9. */
  readonly slot: number | null
  /** Whether the batter was in the starting line-up. */
  readonly started: boolean | null
}

/** One finished game of a pitcher. `outs` is innings pitched in thirds. */
export interface PitcherGame extends PitchingCounts {
  readonly date: string
  readonly home: boolean
  readonly started: boolean
  readonly battersFaced: number
  readonly homeRuns: number
  /** Null where the source's log does not count them. */
  readonly hitByPitch: number | null
}

/** Hit batters per batter faced, for logs that do not count them (Retrosheet, 2019 to June). */
export const HIT_BY_PITCH_RATE = 0.0098

/**
 * Whether one of the counts that a market needs is unknown in all games before a day: the market cannot be
 * forecast then. Single games without it do not prevent a forecast.
 */
export const lacksCounts = <Count extends string>(
  games: readonly ({ readonly date: string } & { readonly [C in Count]: number | null })[],
  needs: readonly Count[],
  date: string,
): boolean =>
  games.some((game) => game.date < date) &&
  !needs.every((count) => games.some((game) => game.date < date && game[count] !== null))

/**
 * Batting counts of one club, of all clubs, or against one club's pitchers, this season before the day of the
 * game. `games` are team games: each game counts twice in the totals of the league. Counts that the source
 * lacks are null.
 */
export interface BattingTotals extends HittingCounts {
  readonly games: number
  readonly plateAppearances: number
}

/** Counts of a pitcher's complete season, starts and relief appearances together. */
export interface PitchingTotals {
  readonly games: number
  readonly starts: number
  readonly battersFaced: number
  readonly hits: number
  readonly homeRuns: number
  readonly earnedRuns: number
  readonly baseOnBalls: number
  readonly hitByPitch: number | null
  readonly strikeOuts: number
}

/** One completed season of a player. */
export interface EarlierSeason<Totals> {
  /** Year. */
  readonly season: number
  readonly own: Totals
  /** Batting of all clubs in that season: the player's rates are compared with those of that league. */
  readonly league: BattingTotals
}
export type EarlierBatting = EarlierSeason<BattingTotals>
export type EarlierPitching = EarlierSeason<PitchingTotals>

/** Effect of a park on each event, as multipliers of the league's rate: 1 is an average park. */
export interface ParkFactors {
  readonly single: number
  readonly double: number
  readonly triple: number
  readonly homeRun: number
  readonly strikeOut: number
  readonly walk: number
}

/** Weather at first pitch, relative to what is usual in the park in that month. */
export interface GameWeather {
  readonly warmerF: number
  /** More wind from home plate to centre field, mph; negative: more wind in. */
  readonly windOutMph: number
}

/** A starting pitcher as known before the game. */
export interface Starter {
  readonly throws: ThrowHand | null
  /** This season's games, oldest first. */
  readonly games: readonly PitcherGame[]
  /** As in `PitcherInput`. */
  readonly earlier?: readonly EarlierPitching[] | null
}

/**
 * Sums over the starts of all pitchers who have only started this season. Openers and long relievers are left
 * out, because totals of a season do not separate their starts.
 */
export interface LeagueStarts {
  readonly starts: number
  readonly battersFaced: number
  readonly outs: number
  readonly strikeOuts: number
  readonly baseOnBalls: number
}

/** Context of a game that both clubs share, as known before first pitch. */
export interface GameSetting {
  /** League day of the forecast game, `YYYY-MM-DD`. Games of this day or later in the input are ignored. */
  readonly date: string
  /** Batting of all clubs this season. All rates are relative to it. */
  readonly league: BattingTotals
  /**
   * Batting of all clubs in the last 30 days, where known. The level of a season changes with the weather and
   * the ball, and the season's totals lag behind.
   */
  readonly recentBatting?: BattingTotals | null
  /**
   * Starts of all pitchers this season, where known: their length, and their rates relative to those of
   * relievers, change from season to season. Null or absent: as in the fitted seasons.
   */
  readonly starts?: LeagueStarts | null
  readonly park: ParkFactors | null
  /** Whether the park is not the home club's: neither club has the advantage of playing at home. */
  readonly neutral?: boolean
  /** Null: the usual weather, which all forecasts assume, or a closed roof. */
  readonly weather: GameWeather | null
}

/** 0.5 at home, −0.5 away, 0 at a neutral park. */
export const homeAdvantage = (home: boolean, { neutral }: Pick<GameSetting, 'neutral'>): number => {
  if (neutral) return 0
  return home ? 0.5 : -0.5
}

export interface BatterInput {
  readonly setting: GameSetting
  readonly home: boolean
  readonly bats: BatSide | null
  /** This season's games, oldest first. */
  readonly games: readonly BatterGame[]
  /**
   * Seasons before this one, each once. Null or absent where unknown: the forecast then uses this season
   * only.
   */
  readonly earlier?: readonly EarlierBatting[] | null
  /** Place in the announced batting order, 1 to 9; null while unknown. */
  readonly slot: number | null
  /** Factors of the own club's park, where part of the record was made. Null or absent where unknown. */
  readonly homePark?: ParkFactors | null
  /** Batting of the own club. */
  readonly club: BattingTotals | null
  /** Batting against all pitchers of the opposing club, including relievers. */
  readonly opposingStaff: BattingTotals | null
  /** Probable starter of the opposing club; null while none is announced. */
  readonly opposingStarter: Starter | null
}

/** A batter whom a starting pitcher faces. */
export interface OpposingBatter {
  /** Expected share of the starter's batters faced. The shares of a lineup need not sum to one. */
  readonly share: number
  /** Batting of this season before the day of the game; null without a plate appearance. */
  readonly totals: BattingTotals | null
  /** As in `BatterInput`. */
  readonly earlier?: readonly EarlierBatting[] | null
  /** A pitcher who bats, in games without designated hitter (before 2022). */
  readonly pitcher?: boolean
}

/** The batters whom a starting pitcher faces, as known before the game. */
export interface OpposingLineup {
  /** Whether the order is announced. Otherwise it is derived from earlier games of the club. */
  readonly announced: boolean
  readonly batters: readonly OpposingBatter[]
}

export interface PitcherInput {
  readonly setting: GameSetting
  readonly home: boolean
  readonly throws: ThrowHand | null
  /** This season's games, oldest first. Relief appearances are included; only starts count. */
  readonly games: readonly PitcherGame[]
  /**
   * Seasons before this one, each once. Null or absent where unknown: the forecast then uses this season
   * only.
   */
  readonly earlier?: readonly EarlierPitching[] | null
  /** Batting of the opposing club. */
  readonly opponent: BattingTotals | null
  /**
   * Batters of the opposing club: the announced order, or a guess. Null or absent where unknown: the club's
   * totals replace them.
   */
  readonly lineup?: OpposingLineup | null
}
