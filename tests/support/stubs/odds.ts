import type { Page } from '@playwright/test'
import type { BookQuote, OddsEvent, OddsProp, OddsResponse } from '@propsight/shared/contracts'
import { americanOdds } from '@propsight/shared/domain/odds'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const BOOKS = ['Quill', 'Tally', 'Umber Bets', 'Vantage', 'Westline', 'Northbet', 'Redwood', 'Harbor Sports']
const GAMES = [
  ['SEA', 'TEX'],
  ['NYY', 'BOS'],
  ['CIN', 'COL'],
] as const
const MARKETS = [
  ['Hits', 0.5],
  ['Total Bases', 1.5],
  ['Pitcher Strikeouts', 5.5],
] as const
const NAMES = ['Mateo Villareal', 'José Ibáñez Jr.', 'Dax Holloway', "Ryan O'Shaughnessy"]
const MARGIN = 0.02

const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()
const price = (chance: number): number => americanOdds(1 / chance)

/** Prices around a chance that depends on the prop; the last book has not confirmed its price for an hour. */
function quotesOf(at: number, line: number): BookQuote[] {
  return BOOKS.map((book, index) => {
    const over = 0.4 + 0.02 * ((at + index) % 10)
    return {
      book: book.toLowerCase().replace(' ', '-'),
      line,
      over: price(over + MARGIN),
      under: price(1 - over + MARGIN),
      confirmedAt: ago((index === BOOKS.length - 1 ? 60 : 2) * MINUTE_MS),
      since: ago(HOUR_MS),
    }
  })
}

function propOf(at: number, events: readonly OddsEvent[], runId: string | null): OddsProp {
  const [stat, line] = MARKETS[at % MARKETS.length] ?? MARKETS[0]
  const player = Math.floor(at / MARKETS.length)
  const event = events[player % events.length]
  const shown = {
    line,
    over: 0.56,
    under: 0.44,
    push: 0,
    overLow: 0.51,
    overHigh: 0.61,
    underLow: 0.39,
    underHigh: 0.49,
  }
  return {
    id: `prop-${at}`,
    eventId: event?.id ?? '',
    player: NAMES[player] ?? `Player ${player}`,
    personId: player + 1,
    team: event?.home ?? null,
    stat,
    quotes: quotesOf(at, line),
    shown: runId !== null && stat === 'Hits' ? shown : null,
  }
}

function boardOf(count: number, runId: string | null): OddsResponse {
  const day = '2026-07-18'
  const events = GAMES.map(
    ([away, home], at): OddsEvent => ({
      id: `game-${at}`,
      startsAt: new Date(Date.now() + (at + 1) * HOUR_MS).toISOString(),
      day,
      home,
      away,
      gamePk: 700_000 + at,
    }),
  )
  return {
    day,
    asOf: ago(0),
    days: [day],
    events,
    books: BOOKS.map((title) => ({ key: title.toLowerCase().replace(' ', '-'), title })),
    props: Array.from({ length: count }, (_, at) => propOf(at, events, runId)),
    readAt: ago(MINUTE_MS),
    problem: null,
  }
}

/**
 * Answers the odds of the API with invented prices of a run's market and others. The engine's probability of 'Hits'
 * comes with every run.
 * @param count number of props
 * @returns the runs of the requests, null for prices only
 */
export async function stubOdds(page: Page, count = 12): Promise<{ requests: (string | null)[] }> {
  const requests: (string | null)[] = []
  await page.route('**/api/odds?*', (route) => answer(route.request().url(), route))
  await page.route('**/api/odds', (route) => answer(route.request().url(), route))
  await page.route('**/api/odds/history?*', (route) => {
    const propId = new URL(route.request().url()).searchParams.get('propId') ?? ''
    const changes = [0, 1, 2].map((step) => ({
      at: ago((3 - step) * HOUR_MS),
      book: 'quill',
      line: 0.5,
      over: 100 + 5 * step,
      under: -120 - 5 * step,
    }))
    return route.fulfill({ json: { propId, changes } })
  })
  function answer(url: string, route: { fulfill(options: { json: unknown }): Promise<void> }) {
    const runId = new URL(url).searchParams.get('runId')
    requests.push(runId)
    return route.fulfill({ json: boardOf(count, runId) })
  }
  return { requests }
}
