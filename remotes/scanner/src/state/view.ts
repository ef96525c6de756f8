import { SPORT_CODES, type SportCode, sportOfMarket } from '@propsight/shared/domain'
import * as z from '@propsight/shared/schema'

export const SORTS = [
  { value: 'value', label: 'Expected value' },
  { value: 'start', label: 'Start time' },
  { value: 'gap', label: 'Gap to no-vig' },
  { value: 'spread', label: 'Spread between books' },
  { value: 'hold', label: 'Lowest hold' },
  { value: 'name', label: 'Player' },
] as const
export type Sort = (typeof SORTS)[number]['value']

export const STARTS = [
  { value: 'all', label: 'Any time' },
  { value: 'ahead', label: 'Not started' },
  { value: '2h', label: 'In 2 hours' },
  { value: '6h', label: 'In 6 hours' },
] as const
export type Start = (typeof STARTS)[number]['value']

/**
 * Props with a fresh price for both sides at one book, or all props; or those with bets on both sides: a hold of at most
 * 2%, a profit whatever happens, or a middle with an expected profit.
 */
export const PRICES = [
  { value: 'current', label: 'Current' },
  { value: 'all', label: 'All' },
  { value: 'hold', label: 'Hold to 2%' },
  { value: 'arbitrage', label: 'Arbitrage' },
  { value: 'middle', label: 'Middles' },
] as const
export type Prices = (typeof PRICES)[number]['value']

/** Least expected values in percent of the stake; null for all props, also those without a probability. */
export const MIN_VALUES = [null, 0, 2, 5, 10] as const
export type MinValue = (typeof MIN_VALUES)[number]

/** What the screen shows: its filters, its order, and the expanded prop. The URL contains it. */
export interface View {
  sport: SportCode
  search: string
  /** Market; null for all. */
  stat: string | null
  /** Key of a book that has the best price of a side; null for all. */
  book: string | null
  minValue: MinValue
  start: Start
  /** A search, the stars and an expanded prop find all props. */
  prices: Prices
  /** Only starred props. */
  starred: boolean
  /** League day; null for the current one. */
  day: string | null
  sort: Sort
  /** The expanded prop: its `id`, or in links of alerts its `leagueId`. */
  open: string | null
}

export const PLAIN_VIEW: View = {
  sport: 'MLB',
  search: '',
  stat: null,
  book: null,
  minValue: null,
  start: 'all',
  prices: 'current',
  starred: false,
  day: null,
  sort: 'value',
  open: null,
}

/** Maximum length of the search text. Names of players are shorter. */
export const MAX_SEARCH_LENGTH = 80

const orNull = <Value extends z.ZodType>(value: Value) => value.nullable().catch(null)

/** Each parameter is parsed separately: an invalid one is ignored, the rest is kept. */
const query = z.object({
  sport: orNull(z.enum(SPORT_CODES)),
  q: z.string().max(MAX_SEARCH_LENGTH).catch(''),
  stat: orNull(z.string().min(1).max(60)),
  book: orNull(z.string().min(1).max(40)),
  ev: z.enum(['0', '2', '5', '10']).nullable().catch(null),
  start: z.enum(STARTS.map(({ value }) => value)).catch('all'),
  prices: z.enum(PRICES.map(({ value }) => value)).catch('current'),
  starred: z.literal('1').nullable().catch(null),
  day: orNull(z.iso.date()),
  sort: z.enum(SORTS.map(({ value }) => value)).catch('value'),
  prop: orNull(z.string().min(1).max(240)),
})

/** The sport of a market or of the market in the id of a prop, for links that name no sport. */
const sportOfLink = (stat: string | null, prop: string | null): SportCode =>
  [stat ?? '', ...(prop ?? '').split('|')].map(sportOfMarket).find((sport) => sport !== PLAIN_VIEW.sport) ??
  PLAIN_VIEW.sport

/**
 * Reads a view from the query string of a URL. Never throws: unknown parameters and invalid values are ignored.
 * @param search with its leading `?`, or empty
 */
export function readView(search: string): View {
  const given = new URLSearchParams(search)
  const parsed = query.parse(
    Object.fromEntries(Object.keys(query.shape).map((name) => [name, given.get(name)])),
  )
  const { q, ev, prop, starred, sport, ...rest } = parsed
  return {
    ...rest,
    sport: sport ?? sportOfLink(rest.stat, prop),
    search: q,
    starred: starred !== null,
    minValue: MIN_VALUES.find((value) => value !== null && String(value) === ev) ?? null,
    open: prop,
  }
}

/** The query string of a view, with its leading `?`; empty for the plain view. Contains what differs from it. */
export function viewSearch(view: View): string {
  const parts: [string, string | number | null][] = [
    ['sport', view.sport === PLAIN_VIEW.sport ? null : view.sport],
    ['q', view.search.trim() || null],
    ['stat', view.stat],
    ['book', view.book],
    ['ev', view.minValue],
    ['start', view.start === PLAIN_VIEW.start ? null : view.start],
    ['prices', view.prices === PLAIN_VIEW.prices ? null : view.prices],
    ['starred', view.starred ? 1 : null],
    ['day', view.day],
    ['sort', view.sort === PLAIN_VIEW.sort ? null : view.sort],
    ['prop', view.open],
  ]
  const given = parts.flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** Whether the user set a filter that hides props. Sport, day and order are none. */
export const isFiltered = ({ search, stat, book, minValue, start, starred, prices }: View): boolean =>
  search.trim() !== '' ||
  stat !== null ||
  book !== null ||
  minValue !== null ||
  start !== 'all' ||
  starred ||
  (prices !== 'current' && prices !== 'all')
