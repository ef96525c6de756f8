import { findParkFactors } from '../../park-factors.ts'
import type {
  BatSide,
  BatterGame,
  BatterInput,
  GameSetting,
  ParkFactors,
  PitcherGame,
  PitcherInput,
  ThrowHand,
} from '../input.ts'
import { earlierBatting, earlierPitching, type LeagueRecords } from './league-records.ts'
import { findPlace, type OpposingOrder, opposingLineup } from './opposing-lineup.ts'

/** A game to be forecast, from the side of the player's club. */
export interface ForecastGame<Id> extends OpposingOrder<Id> {
  readonly venueId: number | null
  /** Whether the park is not the home club's. */
  readonly isNeutral?: boolean
  /** The club's announced batting order, first to ninth; empty before the announcement. */
  readonly lineup: readonly Id[]
}

/** A finished game of a batter as logs have it: the place in the order comes from the batting orders. */
export type LoggedBatterGame<Id> = Omit<BatterGame, 'slot' | 'started'> & { readonly gameId: Id }

interface Player<Id> {
  readonly id: Id
  /** Undefined where the club is not known. */
  readonly clubId: Id | undefined
}

/** The batter of a forecast, with the games of this season, oldest first. */
export interface ForecastBatter<Id> extends Player<Id> {
  readonly bats: BatSide | null
  readonly games: readonly LoggedBatterGame<Id>[]
}

/** The pitcher of a forecast, with the games of this season, oldest first. */
export interface ForecastPitcher<Id> extends Player<Id> {
  readonly throws: ThrowHand | null
  readonly games: readonly PitcherGame[]
}

const parkOf = (venueId: number | null | undefined, date: string): ParkFactors | null =>
  venueId == null ? null : findParkFactors(venueId, date)

/** The setting of a game in its usual weather. */
const settingOf = <Id>(
  { totals }: LeagueRecords<Id>,
  { date, venueId, isNeutral }: ForecastGame<Id>,
): GameSetting => ({
  date,
  league: totals.league,
  recentBatting: totals.recentBatting,
  park: parkOf(venueId, date),
  ...(isNeutral && { neutral: true }),
  weather: null,
})

/** Composes the input of a batter's forecast of everything that is known before the game. */
export function composeBatterInput<Id>(
  records: LeagueRecords<Id>,
  game: ForecastGame<Id>,
  { id, clubId, bats, games }: ForecastBatter<Id>,
): BatterInput {
  const { totals, starters, orders, homes, earlier } = records
  const { date, home, opponentId, opposingStarterId } = game
  const starter = opposingStarterId === null ? undefined : starters.get(opposingStarterId)
  const place = game.lineup.indexOf(id)
  return {
    setting: settingOf(records, game),
    home,
    bats,
    games: games.map((logged) => ({ ...logged, ...findPlace(orders, logged, id) })),
    earlier: earlierBatting(earlier, id),
    slot: place >= 0 && place < 9 ? place + 1 : null,
    club: clubId === undefined ? null : (totals.clubs.get(clubId) ?? null),
    homePark: clubId === undefined ? null : parkOf(homes.get(clubId), date),
    opposingStaff: totals.staffs.get(opponentId) ?? null,
    opposingStarter:
      starter && opposingStarterId !== null
        ? { ...starter, earlier: earlierPitching(earlier, opposingStarterId) }
        : null,
  }
}

/** Composes the input of a pitcher's forecast of everything that is known before the start. */
export function composePitcherInput<Id>(
  records: LeagueRecords<Id>,
  game: ForecastGame<Id>,
  { id, clubId, throws, games }: ForecastPitcher<Id>,
): PitcherInput {
  return {
    setting: { ...settingOf(records, game), starts: records.players?.starts ?? null },
    home: game.home,
    throws,
    games,
    earlier: earlierPitching(records.earlier, id),
    opponent: records.totals.clubs.get(game.opponentId) ?? null,
    lineup: opposingLineup(records, game, clubId),
  }
}
