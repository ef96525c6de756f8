import { defineAnswers, refuse } from '@propsight/harness'
import {
  type BookQuote,
  type OddsEvent,
  type OddsProp,
  type OddsResponse,
  oddsHistoryQuery,
  oddsQuery,
  type PriceChange,
  type ShownChance,
  type StartRunResponse,
  startRunBody,
} from '@propsight/shared/contracts'
import { analysisCost, MLB_MARKETS } from '@propsight/shared/domain'
import { americanOdds } from '@propsight/shared/domain/odds'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

const BOOKS = [
  ['northbet', 'Northbet'],
  ['harbor', 'Harbor Sports'],
  ['quill', 'Quill'],
  ['redwood', 'Redwood'],
  ['tally', 'Tally'],
  ['umber', 'Umber Bets'],
  ['vantage', 'Vantage'],
  ['westline', 'Westline'],
] as const

const PLAYERS = [
  'Mateo Villareal',
  'José Ibáñez Jr.',
  "Ryan O'Shaughnessy",
  'Rafael Duarte-Pinto',
  'Dax Holloway',
  'Héctor Muñoz',
  'Silas Broome',
  'Trent Abernathy',
  'Owen Castellane',
  'Hideo Marumoto',
]
const MARKETS = [
  ['Hits', 0.5],
  ['Total Bases', 1.5],
  ['Pitcher Strikeouts', 5.5],
  ['Home Runs', 0.5],
  ['RBIs', 0.5],
] as const
const GAMES = [
  ['SEA', 'TEX'],
  ['NYY', 'BOS'],
  ['CIN', 'COL'],
  ['SD', 'SF'],
  ['DET', 'MIN'],
] as const

/** A number in [0, 1) that depends on its arguments only. */
function noise(...seeds: number[]): number {
  let hash = 2_166_136_261
  for (const seed of seeds) hash = Math.imul(hash ^ (seed + 1), 16_777_619)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}

const price = (chance: number): number => americanOdds(1 / Math.min(0.97, Math.max(0.03, chance)))
const iso = (instant: number): string => new Date(instant).toISOString()

const MARGIN = 0.024
/** A change of the price about every ten minutes. */
const MOVE_MS = 10 * MINUTE_MS

const overAt = (prop: number, book: number, move: number): number =>
  0.35 + 0.3 * noise(prop) + 0.05 * (noise(prop, book) - 0.5) + 0.03 * (noise(prop, book, move) - 0.5)

interface QuoteOf {
  prop: number
  line: number
  now: number
}

function quotesOf({ prop, line, now }: QuoteOf): BookQuote[] {
  return BOOKS.flatMap(([book], at) => {
    if (noise(prop, at, 7) < 0.1) return []
    const move = Math.floor(now / MOVE_MS)
    const over = overAt(prop, at, move)
    const isStale = noise(prop, at, 11) < 0.06
    const quote = {
      book,
      line,
      over: price(over + MARGIN),
      under: price(1 - over + MARGIN),
      confirmedAt: iso(now - (isStale ? 50 : 5 * noise(prop, at, 13)) * MINUTE_MS),
      since: iso(Math.max(move * MOVE_MS, now - HOUR_MS)),
    }
    const other = line + 1
    const alternate = { ...quote, line: other, over: price(over - 0.2), under: null }
    return noise(prop, at, 17) < 0.3 ? [quote, alternate] : [quote]
  })
}

/** The engine's probability near that of the books. */
function shownOf(prop: number, line: number): ShownChance {
  const over = Math.min(0.92, Math.max(0.08, 0.35 + 0.3 * noise(prop) + 0.14 * (noise(prop, 5) - 0.5)))
  const spread = 0.05
  return {
    line,
    over,
    under: 1 - over,
    push: 0,
    overLow: over - spread,
    overHigh: over + spread,
    underLow: 1 - over - spread,
    underHigh: 1 - over + spread,
  }
}

interface BoardScript {
  now: number
  day: string
  /** Market of the run; null without one. */
  category: string | null
  /** Number of props. */
  count?: number
}

/** A board of invented players and books, whose prices change every ten minutes. */
function oddsBoard({ now, day, category, count = 500 }: BoardScript): OddsResponse {
  const events = GAMES.map(
    ([away, home], at): OddsEvent => ({
      id: `game-${at}`,
      startsAt: iso(Math.floor(now / HOUR_MS) * HOUR_MS + (at - 0.5) * HOUR_MS),
      day,
      home,
      away,
      gamePk: 700_000 + at,
    }),
  )
  const props = Array.from({ length: count }, (_, at): OddsProp => {
    const [stat, line] = MARKETS[at % MARKETS.length] ?? MARKETS[0]
    const player = Math.floor(at / MARKETS.length)
    const event = events[player % events.length] ?? events[0]
    const name = PLAYERS[player % PLAYERS.length] ?? ''
    const round = Math.floor(player / PLAYERS.length)
    const isCovered = category === 'All Stat Lines' || category === stat
    return {
      id: `prop-${at}`,
      eventId: event?.id ?? '',
      player:
        round === 0
          ? name
          : `${name.split(' ')[0]} ${'ABCDEFGHIJKLMNOP'[round]}. ${name.split(' ').slice(1).join(' ')}`,
      personId: 100_000 + player,
      team: (player % 2 === 0 ? event?.home : event?.away) ?? null,
      stat,
      quotes: quotesOf({ prop: at, line, now }),
      shown: isCovered ? shownOf(at, line) : null,
    }
  }).filter(({ quotes }) => quotes.length > 0)
  return {
    day,
    asOf: iso(now),
    days: [day, iso(Date.parse(day) + 24 * HOUR_MS).slice(0, 10)],
    events,
    books: BOOKS.map(([key, title]) => ({ key, title })),
    props,
    readAt: iso(now - 20_000),
    problem: null,
  }
}

const HISTORY_MS = 8 * HOUR_MS

/** The price changes of one prop of the board. */
function priceChanges(propId: string, now: number): PriceChange[] {
  const prop = Number(propId.replace('prop-', ''))
  const line = MARKETS[prop % MARKETS.length]?.[1] ?? 0.5
  const last = Math.floor(now / MOVE_MS)
  const first = Math.floor((now - HISTORY_MS) / MOVE_MS)
  const changes: PriceChange[] = []
  for (let move = first; move <= last; move++)
    for (const [at, [book]] of BOOKS.entries()) {
      if (noise(prop, at, 7) < 0.1 || (move > first && noise(prop, at, move, 3) < 0.7)) continue
      const over = overAt(prop, at, move)
      const isDown = noise(prop, at, move, 9) < 0.03
      changes.push({
        at: iso(move * MOVE_MS),
        book,
        line,
        over: isDown ? null : price(over + MARGIN),
        under: isDown ? null : price(1 - over + MARGIN),
      })
    }
  return changes
}

const HALF_HOUR_MS = 1_800_000
const RUN_PREFIX = '00000000-0000-4000-8000-'
const RUN_DIGITS = 12
/** Keys of runs that are charged already. */
const charged = new Set<string>()

/** The market of a run, which is part of its id, so that a reload of the page keeps it. */
const categoryOf = (runId: string): string | null => MLB_MARKETS[Number(runId.slice(-RUN_DIGITS))] ?? null

export default defineAnswers({
  api: {
    'GET /api/odds': ({ query }) => {
      const { day, runId } = oddsQuery.parse(query)
      const category = runId === undefined ? null : categoryOf(runId)
      if (runId !== undefined && category === null) return refuse(402, 'RUN_REQUIRED', 'This run is over.')
      const now = Date.now()
      return oddsBoard({ now, day: day ?? new Date(now).toISOString().slice(0, 10), category })
    },
    'GET /api/odds/history': ({ query }) => {
      const { propId } = oddsHistoryQuery.parse(query)
      return { propId, changes: priceChanges(propId, Date.now()) }
    },
    'POST /api/runs': ({ body, spend }): StartRunResponse => {
      const { idempotencyKey, category } = startRunBody.parse(body)
      if (!charged.has(idempotencyKey)) spend(analysisCost(category))
      charged.add(idempotencyKey)
      const index = [...MLB_MARKETS].map(String).indexOf(category)
      return {
        runId: `${RUN_PREFIX}${String(index).padStart(RUN_DIGITS, '0')}`,
        expiresAt: new Date(Date.now() + HALF_HOUR_MS).toISOString(),
      }
    },
  },
  extensions: {
    'analysis/player-link': (props) => String((props as { name?: unknown }).name ?? ''),
  },
})
