import type { BookQuote, OddsEvent, OddsProp, OddsResponse, ShownChance } from '@propsight/shared/contracts'
import type { RowOptions } from '../state/rows.ts'

/** Time of the fixtures. */
export const NOW = Date.parse('2026-07-18T18:00:00Z')
const MINUTE_MS = 60_000

/** ISO 8601 time some minutes before the fixtures' time. */
export const minutesAgo = (minutes: number): string => new Date(NOW - minutes * MINUTE_MS).toISOString()

export const aQuote = (
  book: string,
  over: number | null,
  under: number | null,
  more: Partial<BookQuote> = {},
): BookQuote => ({
  book,
  line: 1.5,
  over,
  under,
  confirmedAt: minutesAgo(3),
  since: minutesAgo(20),
  ...more,
})

export const anEvent = (
  id: string,
  away: string,
  home: string,
  more: Partial<OddsEvent> = {},
): OddsEvent => ({
  id,
  startsAt: '2026-07-18T23:10:00Z',
  day: '2026-07-18',
  home,
  away,
  gamePk: 700_001,
  ...more,
})

export const aProp = (id: string, more: Partial<OddsProp> = {}): OddsProp => ({
  id,
  eventId: 'one',
  player: 'Mateo Villareal',
  personId: 100_001,
  team: 'SEA',
  stat: 'Total Bases',
  quotes: [aQuote('quill', 105, -125), aQuote('tally', 110, -130), aQuote('umber', -105, -115)],
  shown: null,
  ...more,
})

/** The engine's probability of the over at 1.5, with an interval of 5 points on either side and no push. */
export const aChance = (over: number, more: Partial<ShownChance> = {}): ShownChance => ({
  line: 1.5,
  over,
  under: 1 - over,
  push: 0,
  overLow: over - 0.05,
  overHigh: over + 0.05,
  underLow: 1 - over - 0.05,
  underHigh: 1 - over + 0.05,
  ...more,
})

export const aBoard = (props: OddsProp[], more: Partial<OddsResponse> = {}): OddsResponse => ({
  day: '2026-07-18',
  asOf: new Date(NOW).toISOString(),
  days: ['2026-07-18', '2026-07-19'],
  events: [
    anEvent('one', 'SEA', 'TEX'),
    anEvent('two', 'NYY', 'BOS', { startsAt: '2026-07-18T20:10:00Z', gamePk: 700_002 }),
  ],
  books: [
    { key: 'quill', title: 'Quill' },
    { key: 'tally', title: 'Tally' },
    { key: 'umber', title: 'Umber Bets' },
  ],
  props,
  readAt: minutesAgo(1),
  problem: null,
  ...more,
})

/** Options of rows: all books, Shin's method. */
export const rowOptions = (more: Partial<RowOptions> = {}): RowOptions => ({
  removal: 'shin',
  chosen: null,
  now: NOW,
  shownOf: ({ shown }) => shown,
  ...more,
})
