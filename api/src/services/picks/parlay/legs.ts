import type { Line } from '@propsight/shared/contracts'
import {
  acceptsLess,
  bestOffer,
  canonicalClubCode,
  findStatType,
  lineForecast,
  sportOfStat,
} from '@propsight/shared/domain'
import { ENGINE_VERSION, type ParlayLeg } from '@propsight/shared/domain/engine'
import { showByNamedLine } from '@propsight/shared/domain/prop'
import { runSlice } from '../../../platform/concurrency/event-loop.ts'
import type { LegForecastRecord } from '../../../repositories/forecast-records.ts'
import type { LeagueReads } from '../../../sources/stats/stats-client.ts'
import {
  forecastOfLine,
  GAME_NOT_CERTAIN,
  type JudgedLine,
  lastingReason,
  type Reason,
  reasonWithoutForecast,
} from '../../analysis/choose-lines.ts'
import { type PlayerRecordPorts, readPlayerRecords } from '../../analysis/player-records.ts'
import type { CollectedRecord } from '../../board/game-log-stream.ts'
import { type BoardLinesPorts, isPromotion, readBoardLines } from '../../board/standard-lines.ts'
import type { LeftOut, PickLeg } from './parlay.ts'
import { type GameOfPick, readPicksGames, reasonClosed, type SentPick, timeOf } from './pick-games.ts'

export type LegPorts = PlayerRecordPorts & BoardLinesPorts & LeagueReads<'schedule'>

export interface FoundLegs {
  readonly legs: readonly PickLeg[]
  readonly leftOut: readonly LeftOut[]
}

/**
 * Determines which saved picks can be legs now, by current data of the league. Trusts only the line and the
 * side of a pick. Duplicate picks count once.
 * @throws UpstreamError when no game log, or the schedule, could be read
 */
export async function findLegs(parts: LegPorts, picks: readonly SentPick[]): Promise<FoundLegs> {
  const [recordOf, gameOf, board] = await Promise.all([
    readPlayerRecords(parts, picks.map(toLine)),
    readPicksGames(parts, picks),
    readBoardLines(parts),
  ])
  const now = parts.clock.now()
  const legs: PickLeg[] = []
  const leftOut: LeftOut[] = []
  for (const pick of new Map(picks.map((each) => [each.id, each])).values()) {
    const found = await runSlice(() => toLeg(pick, gameOf, recordOf(toLine(pick)), now, board))
    if ('text' in found) leftOut.push({ pickId: pick.id, reason: found })
    else legs.push(found)
  }
  return { legs, leftOut }
}

type Board = Awaited<ReturnType<typeof readBoardLines>>

/** Limit of names in requests for game logs, in characters. */
const MAX_NAME_LENGTH = 80

/** Books offer lines of 0.5 and more, in steps of 0.5. */
const isOfferable = (line: number): boolean => line > 0 && Number.isInteger(line * 2)

/** Converts a pick to a line of the board. */
export const toLine = ({
  id,
  name,
  team,
  statType,
  bettingLine,
  oddsType,
  promo = false,
  gameTime,
}: SentPick): Line => ({
  id,
  name,
  team,
  statType,
  oddsType,
  gameTime,
  line: bettingLine,
  stats: `${bettingLine} ${statType}`,
  position: '',
  opponent: null,
  homeAway: null,
  gameId: null,
  combo: false,
  promo,
  regularLine: null,
})

/** Builds the leg. `noPlay` is 0, because picks on players who are known not to play are refused before. */
const legOf = (pick: SentPick, { line, stat, record, forecast }: JudgedLine, gamePk: number): ParlayLeg => ({
  game: String(gamePk),
  club: canonicalClubCode(pick.team) || null,
  player: String(record.personId),
  slot: record.group === 'hitting' ? (record.tonight?.lineup.slot ?? null) : null,
  stat: stat.name,
  line: pick.bettingLine,
  side: pick.recommendation === 'OVER' ? 'over' : 'under',
  oddsType: pick.oddsType,
  promo: line.promo,
  win: forecast.chance,
  interval80: { low: forecast.low, high: forecast.high },
  push: forecast.push,
  noPlay: 0,
})

/**
 * Decides whether a pick can be a leg.
 * @param record of its player; undefined when it was not requested
 * @param now time of the league clock
 * @param board all lines of the book
 * @returns the leg, or the reason why it cannot be one
 */
export function toLeg(
  pick: SentPick,
  gameOf: GameOfPick,
  record: CollectedRecord | undefined,
  now: Date,
  board: Board = [],
): PickLeg | Reason {
  const market = findStatType(pick.statType)
  const sport = pick.sport.toUpperCase()
  if (sport !== (market ? sportOfStat(market) : 'MLB'))
    return lastingReason(market ? `The market is not of the ${sport}.` : `The ${sport} is not open here.`)
  if (pick.recommendation === 'UNDER' && !acceptsLess(pick.oddsType))
    return lastingReason('The book takes More only on this line.')
  if (!isOfferable(pick.bettingLine)) return lastingReason('The book has no such line.')
  if (pick.name.trim() === '' || pick.name.trim().length > MAX_NAME_LENGTH)
    return lastingReason('The league lists no player of this name.')
  const scheduled = gameOf(pick)
  if (scheduled.kind === 'uncertain') return reasonWithoutForecast(GAME_NOT_CERTAIN)
  const game = scheduled.kind === 'none' ? null : scheduled.game
  const closedReason = game && reasonClosed(game, now)
  if (closedReason) return lastingReason(closedReason)
  const found = forecastOfLine({ ...toLine(pick), gamePk: game?.gamePk ?? null }, record)
  if ('text' in found) return found
  const { forecastGame, personId } = found.record
  if (pick.personId !== null && pick.personId !== personId)
    return lastingReason('The pick is on another player of this name.')
  if (!forecastGame) return reasonWithoutForecast('no game today or tomorrow')
  // Without a start time of the pick, the start of the player's next game decides.
  const { tonight } = found.record
  if (!game && tonight?.gamePk === forecastGame.gamePk && Date.parse(tonight.startsAt) <= now.getTime())
    return lastingReason('The game is due to begin.')
  // The picked side, even when the other side has the higher probability.
  const call = pick.recommendation
  const line = { ...found.line, promo: isPromotion(found.line, board) }
  const shown = showByNamedLine(found.marketForecast, line)
  const forecast = { ...lineForecast(shown, line, call), call }
  if (!(forecast.chance > 0)) return lastingReason('The engine gives this side no chance.')
  const { stat } = found
  // An entry is paid by the table of its book, whatever sportsbooks pay for a leg.
  const offer = bestOffer(forecast, line)
  const judged: JudgedLine = { line, stat, record: found.record, forecast, offer }
  return { pick, judged, game: forecastGame, leg: legOf(pick, judged, forecastGame.gamePk) }
}

/** Converts a share to percent with one decimal. */
export const percent = (share: number): number => Math.round(share * 1000) / 10

/**
 * The probability of a leg and its 80 % interval, in percent. Not rounded: screens show whole percent, and a figure
 * rounded twice could differ by one from the sentences, which round it once.
 */
export const probabilityOf = ({ judged: { forecast } }: PickLeg) => ({
  value: 100 * forecast.chance,
  low: 100 * forecast.low,
  high: 100 * forecast.high,
})

/** Builds the forecast record of a leg from the server's own forecast. */
export function toForecastRecord(own: PickLeg): LegForecastRecord {
  const { pick, judged, game } = own
  const { stat, record, forecast } = judged
  return {
    player_name: record.fullName,
    team: pick.team,
    person_id: record.personId,
    game_pk: game.gamePk,
    league_day: game.date,
    stat_type: stat.name,
    line: pick.bettingLine,
    side: pick.recommendation,
    odds_type: pick.oddsType,
    promised: percent(forecast.chance),
    promised_low: percent(forecast.low),
    promised_high: percent(forecast.high),
    engine: record.engine ?? ENGINE_VERSION,
    game_time: timeOf(pick),
  }
}
