import type { Line } from '@propsight/shared/contracts'
import {
  compareByChance,
  easternDate,
  type GameLog,
  lineForecast,
  lineTrend,
  reasoning,
  recommend,
  statTypeOf,
} from '@propsight/shared/domain'
import { asRanked, type RankedLine, type UnrankedLine } from './ranked-line.ts'
import { logOf, type PlayerRecord, playerKey, type RunState } from './run.ts'
import type { OddsFilter } from './settings.ts'

export interface RankedBoard {
  ranked: RankedLine[]
  unranked: UnrankedLine[]
  /** Lines whose log is still on its way. */
  waiting: number
}

const MORE_ONLY = ' The book takes More only on this line, so there is no call.'

/** A server from before the engine; an engine that does not know this stat. */
const UNTOLD = 'the server gives none yet'
const UNTOLD_STAT = 'none for this stat'
const OTHER_GAME = 'the line is on another game'

const WHY_MISSING = {
  'unknown player': 'The league lists no player of this name.',
  'ambiguous name': 'Two players have this name, and the team did not tell them apart.',
  'upstream failed': 'The game log could not be read.',
} as const

type Answered = Exclude<PlayerRecord, { type: 'missing' }>

const asLog = (record: Answered): GameLog =>
  record.group === 'hitting'
    ? { group: 'hitting', games: record.games }
    : { group: 'pitching', games: record.games }

/** Once a game has begun, the engine speaks of the next one: no word about a line on the first. */
function isOfAnotherGame({ gameTime }: Line, { forecastGame }: Answered): boolean {
  const begins = Date.parse(gameTime ?? '')
  return (
    forecastGame !== undefined && !Number.isNaN(begins) && easternDate(new Date(begins)) !== forecastGame.date
  )
}

function whyNoForecast(line: Line, record: Answered): string {
  if (record.forecastMissing) return record.forecastMissing
  if (!record.forecasts) return UNTOLD
  return isOfAnotherGame(line, record) ? OTHER_GAME : UNTOLD_STAT
}

/** The stats service writes X where it knows none. */
const isPosition = (position: string): boolean => position !== '' && position !== 'X'

type Found = Omit<RankedLine, 'rank'>

/** A line against its record: a card, or the reason why there is none. */
function place(line: Line, record: PlayerRecord, window: number): Found | string {
  if (record.type === 'missing') return WHY_MISSING[record.reason]
  const stat = statTypeOf(line.statType)
  if (!stat) return 'No game log answers this stat.'
  const found = lineTrend(stat, line.line, asLog(record), window)
  if (found.counts.games === 0) {
    return record.group === 'pitching' ? 'No start this season.' : 'No games this season.'
  }
  const forecasts = record.forecasts ?? []
  const told = isOfAnotherGame(line, record)
    ? null
    : forecasts.find((forecast) => forecast.stat === stat.name)
  const forecast = told ? lineForecast(told, line.line, line.oddsType) : null
  if (!forecast && found.counts.rate === null)
    return `All of the last ${found.counts.games} games equalled the line.`
  const call = forecast ? forecast.call : recommend(found.counts, line.oddsType)
  const noForecast = forecast ? '' : whyNoForecast(line, record)
  const why = noForecast && ` No probability: ${noForecast}.`
  return {
    id: line.id,
    line,
    personId: record.personId,
    position: [record.position, line.position].find(isPosition) ?? '',
    found,
    forecast,
    noForecast,
    engine: record.engine ?? null,
    call,
    reasoning: `${reasoning(found, line.line, call, forecast)}${why}${call ? '' : MORE_ONLY}`,
  }
}

const placed = new WeakMap<PlayerRecord, Map<string, Found | string>>()
const shown = new WeakMap<Found, RankedLine>()

/** `place`, once per line, record and window: a board is ranked anew with every player who arrives. */
function placeOnce(line: Line, record: PlayerRecord, window: number): Found | string {
  const known = placed.get(record) ?? new Map<string, Found | string>()
  placed.set(record, known)
  const key = `${window}|${line.id}`
  const found = known.get(key) ?? place(line, record, window)
  known.set(key, found)
  return found
}

/** The same object while a card keeps its rank, so that what is on screen is not drawn again. */
function atRank(card: Found, rank: number): RankedLine {
  const known = shown.get(card)
  if (known?.rank === rank) return known
  const ranked = { ...card, rank }
  shown.set(card, ranked)
  return ranked
}

const whyNoLog = (line: Line): string =>
  line.combo
    ? 'Lines on two players together are not ranked: no single log answers them.'
    : 'No game log answers this stat.'

/**
 * The board of a run: every line of the chosen odds type has a card, a reason, or is still waiting. None is dropped.
 * @param window games that the rates look back
 */
export function rankBoard(run: RunState, window: number, oddsType: OddsFilter): RankedBoard {
  const unranked: UnrankedLine[] = []
  const cards: Found[] = []
  let waiting = 0
  for (const line of run.lines?.players ?? []) {
    if (oddsType !== 'All' && line.oddsType !== oddsType) continue
    const log = logOf(line)
    const record = log && run.records.get(playerKey(log))
    if (record) {
      const found = placeOnce(line, record, window)
      if (typeof found === 'string') unranked.push({ line, reason: found })
      else cards.push(found)
    } else if (!log) unranked.push({ line, reason: whyNoLog(line) })
    else if (run.phase === 'loading') waiting += 1
    else unranked.push({ line, reason: 'The game log did not arrive.' })
  }
  const keyed = cards.map((card) => ({ card, key: asRanked(card) }))
  keyed.sort((a, b) => compareByChance(a.key, b.key))
  return { ranked: keyed.map(({ card }, index) => atRank(card, index + 1)), unranked, waiting }
}
