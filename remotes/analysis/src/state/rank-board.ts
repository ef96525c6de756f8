import type { Line, Tonight } from '@propsight/shared/contracts'
import {
  acceptsLess,
  bestOffer,
  compareByWorth,
  compareGame,
  findStatType,
  hasFewGames,
  isEdge,
  LEAST_GAMES,
  type LineForecast,
  type LineTrend,
  lacksMarket,
  lineForecast,
  lineTrend,
  reasoning,
  recommendSide,
  recordOfGame,
  type StatType,
} from '@propsight/shared/domain'
import { findForecast } from './find-forecast.ts'
import {
  type AnsweredRecord,
  enteredSide,
  mayBeTopPick,
  NO_RANK,
  type RankedLine,
  toSortKey,
  type UnrankedLine,
} from './ranked-line.ts'
import { type PlayerRecord, playerKey, type RunState, requiredLog } from './run.ts'
import type { OddsFilter } from './settings.ts'

/**
 * A row of a loading board, in the book's order: waiting, with its card, or with the reason why it has none.
 */
export interface LoadingRow {
  line: Line
  card: RankedLine | null
  reason: string | null
}

/** The most that any line of a board has: an edge, a known break-even that it reaches (`mayBeTopPick`), or neither. */
export type BoardWorth = 'edge' | 'break-even' | 'none'

export interface RankedBoard {
  /** All cards in rank order; empty while players are loading, since each of them may change all ranks. */
  ranked: RankedLine[]
  /** While players are loading: a row for every line that may get a card, in the book's order. */
  places: LoadingRow[]
  unranked: UnrankedLine[]
  /** Of all lines, also those of another odds type. */
  worth: BoardWorth
}

const MORE_ONLY = ' The book takes More only on this line, so there is no call.'

const FEW_GAMES = ` Few games: fewer than ${LEAST_GAMES} this season, so it is not a top pick.`

const NO_LOG = 'The game log lacks this stat.'

const WHY_MISSING = {
  'unknown player': 'The league lists no player of this name.',
  'ambiguous name': 'Two players have this name, and the team does not decide which.',
  'upstream failed': 'The game log could not be loaded.',
} as const

/** The stats service writes X for an unknown position. */
const isPosition = (position: string): boolean => position !== '' && position !== 'X'

type UnrankedCard = Omit<RankedLine, 'rank'>

/** A card, or the reason why it is not ranked, or both. Without a record there is a reason and no card. */
interface CardOrReason {
  card: UnrankedCard | null
  reason: string | null
}

/** Game context of the line's game; null if the record describes another game of the player, or may. */
const gameContextOf = (line: Line, { tonight }: AnsweredRecord): Tonight | null =>
  tonight && compareGame(line, tonight) === 'same' ? tonight : null

/** The reason why a line cannot be ranked by its games; null if it can. */
function whyUnranked(
  { counts }: LineTrend,
  stat: StatType,
  record: AnsweredRecord,
  forecast: LineForecast | null,
) {
  if (counts.games === 0) {
    if (lacksMarket(stat, record)) return 'The source of the game logs lacks counts of this stat.'
    return record.group === 'pitching' ? 'No start this season.' : 'No games this season.'
  }
  if (forecast || counts.rate !== null) return null
  return `All of the last ${counts.games} games equalled the line.`
}

/** Settings that a card depends on. */
export interface CardOptions {
  /** Games that the hit rates cover. */
  readonly window: number
  /** Keys of the user's books, whose prices count; null for all. */
  readonly books: readonly string[] | null
}

/** Builds the card of a line from the player's record. */
function buildCard(line: Line, playerRecord: PlayerRecord, { window, books }: CardOptions): CardOrReason {
  if (playerRecord.type === 'missing') return { card: null, reason: WHY_MISSING[playerRecord.reason] }
  const record = recordOfGame(playerRecord, line)
  const stat = findStatType(line.statType)
  if (!stat) return { card: null, reason: NO_LOG }
  const found = lineTrend(stat, line.line, record, window)
  const statForecast = findForecast(line, record, stat.name)
  const market = typeof statForecast === 'string' ? null : statForecast
  const forecast = market && lineForecast(market, line)
  const offer = forecast && bestOffer(forecast, line, market.shown?.quotes, books)
  const reason = whyUnranked(found, stat, record, forecast)
  const call = forecast ? forecast.call : recommendSide(found.counts, line.oddsType)
  const noForecast = typeof statForecast === 'string' ? statForecast : ''
  const why = noForecast && ` No probability: ${noForecast}.`
  const few = hasFewGames(found.bars.length) ? FEW_GAMES : ''
  const card: UnrankedCard = {
    id: line.id,
    line,
    record,
    personId: record.personId,
    position: [record.position, line.position].find(isPosition) ?? '',
    found,
    forecast,
    offer,
    edge: isEdge(offer?.value?.low ?? null, [stat.name]),
    noForecast,
    engine: record.engine ?? null,
    tonight: gameContextOf(line, record),
    advised: false,
    call: reason ? null : call,
    side: reason ? null : (enteredSide(line) ?? call ?? (acceptsLess(line.oddsType) ? null : 'OVER')),
    reasoning: reason ?? `${reasoning(found, line.line, call, forecast)}${why}${call ? '' : MORE_ONLY}${few}`,
  }
  return { card, reason }
}

const cardCache = new WeakMap<PlayerRecord, Map<string, CardOrReason>>()
const rankedCache = new WeakMap<UnrankedCard, RankedLine>()

/** `buildCard`, cached per line, record and settings: the board is ranked again after every record that arrives. */
function buildCardOnce(line: Line, record: PlayerRecord, options: CardOptions): CardOrReason {
  const cards = cardCache.get(record) ?? new Map<string, CardOrReason>()
  cardCache.set(record, cards)
  const key = `${options.window}|${options.books?.join()}|${line.id}`
  const found = cards.get(key) ?? buildCard(line, record, options)
  cards.set(key, found)
  return found
}

/** Computes cards before the board shows them. Computing many at once would block rendering. */
export function precomputeCards(
  lines: readonly Line[],
  records: ReadonlyMap<string, PlayerRecord>,
  options: CardOptions,
): void {
  for (const line of lines) {
    const log = requiredLog(line)
    const record = log && records.get(playerKey(log))
    if (record) buildCardOnce(line, record, options)
  }
}

/**
 * Adds the rank. Returns the same object while the rank is unchanged, so that memoized cards do not render
 * again.
 */
export function atRank(card: UnrankedCard, rank: number): RankedLine {
  const cached = rankedCache.get(card)
  if (cached?.rank === rank) return cached
  const ranked = { ...card, rank }
  rankedCache.set(card, ranked)
  return ranked
}

const adviceCache = new WeakMap<UnrankedCard, UnrankedCard>()

/** Replaces the reasoning by the model's text. Returns the same object for the same text. */
function withAdvice(card: UnrankedCard, words: string): UnrankedCard {
  const cached = adviceCache.get(card)
  if (cached?.reasoning === words) return cached
  const advisedCard = { ...card, reasoning: words, advised: true }
  adviceCache.set(card, advisedCard)
  return advisedCard
}

const whyNoLog = (line: Line): string =>
  line.combo ? 'Lines on two players are not ranked: no game log covers both.' : NO_LOG

/**
 * Puts the recommendations of AI mode first, in their order and with their text. Probabilities stay the
 * engine's.
 */
function advisedFirst(cards: UnrankedCard[], advice: RunState['advice']): UnrankedCard[] {
  if (!advice) return cards
  const byId = new Map(cards.map((card) => [card.id, card]))
  const first = advice.recommendations.flatMap(({ id, reasoning: words }) => {
    const card = byId.get(id)
    if (!card) return []
    byId.delete(id)
    return [withAdvice(card, words || card.reasoning)]
  })
  return [...first, ...byId.values()]
}

function inOrder(cards: UnrankedCard[], advice: RunState['advice']): RankedLine[] {
  const keyed = cards.map((card) => ({ card, key: toSortKey(card) }))
  keyed.sort((a, b) => compareByWorth(a.key, b.key))
  const order = advisedFirst(
    keyed.map(({ card }) => card),
    advice,
  )
  return order.map((card, index) => atRank(card, index + 1))
}

/**
 * Builds the board of a run. Every line of the chosen odds type has a card, a reason, or is still waiting; no
 * line is omitted.
 */
export function rankBoard(run: RunState, options: CardOptions, oddsType: OddsFilter): RankedBoard {
  const unranked: UnrankedLine[] = []
  const cards: UnrankedCard[] = []
  const places: LoadingRow[] = []
  const arriving = run.phase === 'loading'
  let worth: BoardWorth = 'none'
  for (const line of run.lines?.players ?? []) {
    const log = requiredLog(line)
    const record = log && run.records.get(playerKey(log))
    const built = record && buildCardOnce(line, record, options)
    if (built?.card && built.reason === null) {
      if (built.card.edge) worth = 'edge'
      else if (worth === 'none' && mayBeTopPick(built.card)) worth = 'break-even'
    }
    if (oddsType !== 'All' && line.oddsType !== oddsType) continue
    if (built) {
      const { card, reason } = built
      if (reason !== null) {
        unranked.push({ line, reason, card: card && atRank(card, NO_RANK) })
        if (arriving) places.push({ line, card: null, reason })
      } else if (card && arriving) places.push({ line, card: atRank(card, NO_RANK), reason })
      else if (card) cards.push(card)
    } else if (!log) unranked.push({ line, reason: whyNoLog(line), card: null })
    else if (arriving) places.push({ line, card: null, reason: null })
    else unranked.push({ line, reason: 'The game log could not be loaded.', card: null })
  }
  return { ranked: inOrder(cards, run.advice), places, unranked, worth }
}
