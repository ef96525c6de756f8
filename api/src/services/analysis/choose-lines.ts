import type { ForecastMissing, Line, StatForecastWire } from '@propsight/shared/contracts'
import {
  type BestOffer,
  bestOffer,
  compareByWorth,
  compareGame,
  findStatType,
  type GameLog,
  hasFewGames,
  LEAST_GAMES,
  type LineForecast,
  lineForecast,
  lineTrend,
  type RankedByWorth,
  ratedGames,
  reachesBreakEven,
  recordOfGame,
  type StatType,
  sideRate,
  withoutPayoutText,
} from '@propsight/shared/domain'
import type { CollectedRecord } from '../board/game-log-stream.ts'

export type PlayerRecord = Exclude<CollectedRecord, { type: 'missing' }>

/** A line that may be recommended: its market, the player's record and the engine's forecast of one side. */
export interface JudgedLine {
  readonly line: Line
  readonly stat: StatType
  readonly record: PlayerRecord
  readonly forecast: LineForecast & { readonly call: 'OVER' | 'UNDER' }
  /** The best offer of the side; null without a price and without a standard payout. */
  readonly offer: BestOffer | null
}

/** Why a line has no forecast, or a pick cannot be a leg. */
export interface Reason {
  /** A sentence for the screen. */
  readonly text: string
  /** Whether the server or the league failed, so that a retry may succeed. Other reasons are about the line. */
  readonly isTemporary: boolean
}

/** A reason that a retry does not remove. */
export const lastingReason = (text: string): Reason => ({ text, isTemporary: false })

const UNREADABLE_LOG: Reason = { text: 'The game log could not be loaded.', isTemporary: true }

const MISSING_REASONS = {
  'unknown player': lastingReason('The league lists no player of this name.'),
  'ambiguous name': lastingReason('Two players have this name, and the team does not decide which.'),
  'upstream failed': UNREADABLE_LOG,
} as const

const TEMPORARILY_MISSING: ReadonlySet<string> = new Set<ForecastMissing>([
  'the league could not be read',
  'the engine failed',
])

/** Shown where nothing decides which game of a day a line is on. */
export const GAME_NOT_CERTAIN: ForecastMissing = 'game not certain'

/** The reason for a missing forecast: a `ForecastMissing`, or another text. */
export const reasonWithoutForecast = (missing: string): Reason => ({
  text: `No probability: ${missing}.`,
  isTemporary: TEMPORARILY_MISSING.has(missing),
})

/** Labels of roster transactions that remove a player from the club. */
const OFF_ROSTER_LABELS = new Set(['optioned', 'outrighted', 'released', 'designated for assignment'])

/** Returns why the player is not expected to play in the line's game, as a sentence for the screen; null otherwise. */
function reasonNotToPlay({ availability, tonight, group }: PlayerRecord, line: Line): string | null {
  if (availability?.state === 'out') return `Out: ${availability.label}, since ${availability.date}.`
  if (availability && OFF_ROSTER_LABELS.has(availability.label))
    return `The player was ${availability.label} on ${availability.date}.`
  const lineup = tonight && compareGame(line, tonight) === 'same' ? tonight.lineup : null
  return group === 'hitting' && lineup?.announced && lineup.slot === null
    ? 'Not in the announced line-up.'
    : null
}

/** A line with the engine's forecast of its market, before a side is chosen. */
export interface ForecastLine {
  readonly line: Line
  readonly stat: StatType
  readonly record: PlayerRecord
  readonly marketForecast: StatForecastWire
}

/**
 * Finds the engine's forecast for a line, independent of the side.
 * @param found record of the line's player; undefined when it was not requested
 * @returns the forecast with the record for the line's game, or the reason why there is none
 */
export function forecastOfLine(line: Line, found: CollectedRecord | undefined): ForecastLine | Reason {
  if (line.combo) return lastingReason('Lines on two players are not ranked: no game log covers both.')
  const stat = findStatType(line.statType)
  if (!stat) return lastingReason('The game log lacks this stat.')
  if (!found) return UNREADABLE_LOG
  if (found.type === 'missing') return MISSING_REASONS[found.reason]
  const record = recordOfGame(found, line)
  const absence = reasonNotToPlay(record, line)
  if (absence) return lastingReason(absence)
  const game = compareGame(line, record.forecastGame)
  if (game === 'other') return reasonWithoutForecast('the line is on another game')
  if (game === 'uncertain') return reasonWithoutForecast(GAME_NOT_CERTAIN)
  const marketForecast = record.forecasts?.find((forecast) => forecast.stat === stat.name)
  return marketForecast
    ? { line, stat, record, marketForecast }
    : reasonWithoutForecast(record.forecastMissing ?? 'none for this stat')
}

const onePlace = (share: number): string => (100 * share).toFixed(1)

/** Why a side that does not reach its break-even, or has no known one, is not recommended, for the screen. */
function reasonBelowBreakEven({ chance, basis }: LineForecast, offer: BestOffer | null, line: Line): string {
  if (!offer) return `${withoutPayoutText(line)}, so its break-even is not known.`
  if (basis === 'model') return 'The book’s line could not be read, so the probability is the engine’s alone.'
  return `Its ${onePlace(chance)}% is below its break-even of ${onePlace(offer.breakEven)}%.`
}

/**
 * Decides whether a line can be recommended, and on which side.
 * @param record of the line's player; undefined when it was not requested
 * @param books keys of the user's books; null for all
 * @returns the line with its forecast, or the reason why it is passed over as a sentence for the screen
 */
function judgeLine(
  line: Line,
  record: CollectedRecord | undefined,
  books: readonly string[] | null,
): JudgedLine | string {
  const forecastLine = forecastOfLine(line, record)
  if ('text' in forecastLine) return forecastLine.text
  const { marketForecast, ...judged } = forecastLine
  const forecast = lineForecast(marketForecast, line)
  const { call } = forecast
  if (!call) return 'Under is likelier, and the book takes More only on this line.'
  const offer = bestOffer(forecast, line, marketForecast.shown?.quotes, books)
  if (!reachesBreakEven(forecast, offer)) return reasonBelowBreakEven(forecast, offer, line)
  if (hasFewGames(countGames(judged))) return `Few games: fewer than ${LEAST_GAMES} this season.`
  return { ...judged, forecast: { ...forecast, call }, offer }
}

export interface PassedOver {
  readonly id: string
  readonly reason: string
}

export interface Choice {
  /** Highest worth first, at most one line per player. */
  readonly chosen: readonly JudgedLine[]
  readonly passedOver: readonly PassedOver[]
}

/** Converts a record's games to the `GameLog` of the domain. */
export const logOf = (record: PlayerRecord): GameLog =>
  ({ group: record.group, games: record.games }) as GameLog

/** Number of the player's games of this season that count for a market. */
export const countGames = ({ stat, record }: Pick<JudgedLine, 'stat' | 'record'>): number =>
  ratedGames(stat, logOf(record)).length

function withRankingKey(judged: JudgedLine, window: number): { judged: JudgedLine; key: RankedByWorth } {
  const { line, stat, record, forecast, offer } = judged
  const { counts } = lineTrend(stat, line.line, logOf(record), window)
  const { id, name } = line
  const { hits, decided } = sideRate(counts, forecast.call)
  const worth = offer?.worth ?? null
  return {
    judged,
    key: { id, name, line: line.line, hits, decided, few: false, chance: forecast.chance, worth },
  }
}

/**
 * Chooses the lines to recommend, ordered by the worth of the best offer of a side that the book
 * offers and that reaches its break-even on enough games. Each line that is not chosen is returned in `passedOver` with a
 * reason.
 * @param recordOf returns the record of a line's player
 * @param most maximum number of recommended lines
 * @param books keys of the user's books, whose prices count; null for all
 * @param window games whose hit rate breaks ties between lines of equal worth and probability
 */
export function chooseLines(
  lines: readonly Line[],
  recordOf: (line: Line) => CollectedRecord | undefined,
  { most, window, books = null }: { most: number; window: number; books?: readonly string[] | null },
): Choice {
  const passedOver: PassedOver[] = []
  const candidates: ReturnType<typeof withRankingKey>[] = []
  for (const line of lines) {
    const judged = judgeLine(line, recordOf(line), books)
    if (typeof judged === 'string') passedOver.push({ id: line.id, reason: judged })
    else candidates.push(withRankingKey(judged, window))
  }
  candidates.sort((a, b) => compareByWorth(a.key, b.key))
  const chosen: JudgedLine[] = []
  const chosenPeople = new Set<number>()
  for (const { judged } of candidates) {
    const { personId } = judged.record
    const { id } = judged.line
    if (chosenPeople.has(personId)) {
      passedOver.push({ id, reason: 'This player has a better line.' })
    } else if (chosen.length >= most) {
      passedOver.push({ id, reason: `Worth less than the ${most} chosen.` })
    } else {
      chosen.push(judged)
      chosenPeople.add(personId)
    }
  }
  return { chosen, passedOver }
}
