import type {
  BattingTotals,
  EarlierBatting,
  EarlierPitching,
  EarlierSeason,
  LeagueStarts,
  PitchingTotals,
  Starter,
} from '../input.ts'
import { addTotals, NO_TOTALS } from '../league-rates.ts'

/**
 * What is known of a league before a game. Ids of players, clubs and games are those of the source: numbers of the
 * stats service, or codes of a season's files.
 */
export interface LeagueRecords<Id> {
  readonly totals: LeagueTotals<Id>
  /** Announced starters by player id, where their game logs are known. */
  readonly starters: { readonly get: (starter: Id) => Starter | undefined }
  /** Batting orders of the last `ORDER_DAYS` days. */
  readonly orders: BattingOrders<Id>
  readonly earlier: EarlierSeasons<Id>
  /** Totals of all players this season; null where they are not known. */
  readonly players: SeasonPlayers<Id> | null
  /** Venue ids of the clubs' own parks. */
  readonly homes: { readonly get: (club: Id) => number | undefined }
}

/** Season totals of all clubs, by club id. */
export interface LeagueTotals<Id> {
  readonly league: BattingTotals
  /** Batting of all clubs in the last `RECENT_DAYS` days; null when unknown. */
  readonly recentBatting: BattingTotals | null
  /** Batting of each club. */
  readonly clubs: ReadonlyMap<Id, BattingTotals>
  /** Batting against the pitchers of each club. */
  readonly staffs: ReadonlyMap<Id, BattingTotals>
}

/** The batters whom a club's pitchers faced this season. Counts that the source lacks are null or absent. */
export interface StaffCounts {
  readonly gamesPlayed: number
  readonly battersFaced: number
  readonly hits: number
  readonly doubles?: number | null | undefined
  readonly triples?: number | null | undefined
  readonly homeRuns: number
  readonly runs: number | null
  readonly baseOnBalls: number
  readonly hitBatsmen?: number | null | undefined
  readonly strikeOuts: number
  readonly stolenBases?: number | null | undefined
}

/** Ids of the starting batters of a game, first to ninth; empty or incomplete where unknown. */
export interface GameOrders<Id> {
  readonly gameId: Id
  /** Ids of the clubs; null where unknown. */
  readonly homeClub: Id | null
  readonly awayClub: Id | null
  readonly home: readonly Id[]
  readonly away: readonly Id[]
}

/** A recent batting order of a club, and the club whose park it was in. */
export interface ClubOrder<Id> {
  readonly order: readonly Id[]
  readonly park: Id | null
}

/** Recent batting orders by game, and by club, oldest first. */
export interface BattingOrders<Id> {
  readonly byGame: ReadonlyMap<Id, GameOrders<Id>>
  readonly byClub: ReadonlyMap<Id, readonly ClubOrder<Id>[]>
}

/** Totals of one finished season: of the league, and of each player by id. */
export interface LeagueSeason<Id> {
  readonly season: number
  readonly league: BattingTotals
  readonly batting: ReadonlyMap<Id, BattingTotals>
  readonly pitching: ReadonlyMap<Id, PitchingTotals>
}

/** The `SEASONS_BACK` seasons before the current one, latest first; null for a season that is unknown. */
export type EarlierSeasons<Id> = readonly (LeagueSeason<Id> | null)[]

/** Totals of all players in the current season so far. */
export interface SeasonPlayers<Id> {
  /** Batting by player id. */
  readonly batting: ReadonlyMap<Id, BattingTotals>
  /** Starts of the pitchers who only started; null before the first one. */
  readonly starts: LeagueStarts | null
  /** Ids of pitchers who started a game. */
  readonly starters: ReadonlySet<Id>
}

/** A pitcher's season so far, starts and relief appearances together. `outs` is null where unknown. */
export interface PitcherSeason extends Omit<LeagueStarts, 'outs'> {
  readonly games: number
  readonly outs: number | null
}

/** Sums the starts of pitchers without an appearance in relief, as `LeagueStarts` has them. */
export function sumStarts(pitchers: Iterable<PitcherSeason>): LeagueStarts | null {
  const sums = { starts: 0, battersFaced: 0, outs: 0, strikeOuts: 0, baseOnBalls: 0 }
  for (const { games, outs, ...counts } of pitchers) {
    if (counts.starts === 0 || counts.starts < games || outs === null) continue
    sums.starts += counts.starts
    sums.battersFaced += counts.battersFaced
    sums.outs += outs
    sums.strikeOuts += counts.strikeOuts
    sums.baseOnBalls += counts.baseOnBalls
  }
  return sums.starts > 0 ? sums : null
}

/** The league's share of a count in another one, times that of a club; null where one of them is unknown. */
function shareOf(part: number | null, total: number | null, value: number | null): number | null {
  if (value === 0) return 0
  if (part === null || value === null || total === null || total === 0) return null
  return (part / total) * value
}

/**
 * Derives the batting against a staff from its counts. They never have RBI, and some sources omit doubles, triples,
 * hit batsmen or stolen bases. Missing counts are set to the league's share, which is neutral, or null where the
 * league lacks them too.
 */
function battingAgainst(staff: StaffCounts, league: BattingTotals): BattingTotals {
  const { gamesPlayed, battersFaced, hits, homeRuns, runs, baseOnBalls, strikeOuts } = staff
  const inPlay = (part: 'doubles' | 'triples') => {
    const leagueHits = league.hits - league.homeRuns
    return leagueHits > 0 ? (league[part] / leagueHits) * (hits - homeRuns) : 0
  }
  const perAppearance = (part: 'hitByPitch' | 'stolenBases') =>
    shareOf(league[part], league.plateAppearances, battersFaced)
  return {
    games: gamesPlayed,
    plateAppearances: battersFaced,
    hits,
    doubles: staff.doubles ?? inPlay('doubles'),
    triples: staff.triples ?? inPlay('triples'),
    homeRuns,
    runs,
    rbi: shareOf(league.rbi, league.runs, runs),
    baseOnBalls,
    hitByPitch: staff.hitBatsmen ?? perAppearance('hitByPitch'),
    strikeOuts,
    stolenBases: staff.stolenBases ?? perAppearance('stolenBases'),
  }
}

/** Runs allowed by all clubs; null unless all clubs count them. */
const sumRuns = (staffs: readonly StaffCounts[]): number | null =>
  staffs.reduce<number | null>(
    (sum, { runs }) => (sum === null || runs === null ? null : sum + runs),
    staffs.length > 0 ? 0 : null,
  )

/**
 * Computes the league and club totals that forecasts use as a baseline.
 * @param clubs batting of each club this season
 * @param staffs null when unknown; `staffs` of the result is then empty
 * @param recent parts of the league's batting in the last `RECENT_DAYS` days, by club or by day; null when unknown
 */
export function leagueTotals<Id>(
  clubs: ReadonlyMap<Id, BattingTotals>,
  staffs: ReadonlyMap<Id, StaffCounts> | null,
  recent: readonly BattingTotals[] | null,
): LeagueTotals<Id> {
  const batted = [...clubs.values()].reduce(addTotals, NO_TOTALS)
  // The runs of all batters are those that all pitchers allowed.
  const league = { ...batted, runs: batted.runs ?? sumRuns([...(staffs?.values() ?? [])]) }
  const recentBatting = (recent ?? []).reduce(addTotals, NO_TOTALS)
  return {
    league,
    recentBatting: recentBatting.plateAppearances > 0 ? recentBatting : null,
    clubs,
    staffs: new Map([...(staffs ?? [])].map(([id, staff]) => [id, battingAgainst(staff, league)])),
  }
}

const ownSeasons = <Id, Totals>(
  seasons: EarlierSeasons<Id>,
  totalsOf: (season: LeagueSeason<Id>) => Totals | undefined,
): EarlierSeason<Totals>[] =>
  seasons.flatMap((season) => {
    const own = season && totalsOf(season)
    return own ? [{ season: season.season, own, league: season.league }] : []
  })

/** A batter's earlier seasons, latest first. */
export const earlierBatting = <Id>(seasons: EarlierSeasons<Id>, id: Id): EarlierBatting[] =>
  ownSeasons(seasons, ({ batting }) => batting.get(id))

/** A pitcher's earlier seasons, latest first. */
export const earlierPitching = <Id>(seasons: EarlierSeasons<Id>, id: Id): EarlierPitching[] =>
  ownSeasons(seasons, ({ pitching }) => pitching.get(id))
