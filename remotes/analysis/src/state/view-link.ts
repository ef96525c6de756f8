import { GAME_WINDOWS } from '@propsight/shared/domain'
import * as z from '@propsight/shared/schema'
import { categorySchema, ODDS_FILTERS, type Settings } from './settings.ts'
import {
  MIN_GAMES,
  MIN_PERCENTS,
  NO_FILTERS,
  type OpenLine,
  PLAIN_VIEW,
  SIDES,
  SORTS,
  type View,
} from './view.ts'

/** Settings that a link restores. They give the recipient's board the same cards and rates. */
export type LinkedSettings = Pick<Settings, 'category' | 'window' | 'oddsType'>

export interface ViewLink {
  settings: Partial<LinkedSettings>
  view: View
  /** Whether the URL has no view parameters, like that of the plain Dashboard. */
  plain: boolean
}

const word = z.string().trim().min(1).max(80)
const optional = <Value extends z.ZodType>(value: Value) => value.optional().catch(undefined)
const SORT_VALUES = SORTS.map(({ value }) => value)

/** Each parameter is parsed separately: an invalid one is ignored, the rest is kept. */
const query = z.object({
  stat: optional(categorySchema),
  window: optional(z.coerce.number().pipe(z.literal(GAME_WINDOWS))),
  odds: optional(z.enum(ODDS_FILTERS)),
  side: z.enum(SIDES).catch(NO_FILTERS.side),
  min: z.coerce.number().pipe(z.literal(MIN_PERCENTS)).catch(NO_FILTERS.minPercent),
  sample: z.coerce.number().pipe(z.literal(MIN_GAMES)).catch(NO_FILTERS.sample),
  only: optional(word),
  team: optional(z.string().regex(/^[A-Z]{2,4}$/)),
  game: optional(z.string().regex(/^[A-Z]{2,4}@[A-Z]{2,4}$/)),
  q: optional(word),
  sort: z.enum(SORT_VALUES).catch(NO_FILTERS.sort),
  player: optional(word),
  of: z.string().max(40).catch(''),
  market: optional(word),
  line: optional(z.coerce.number().min(0).max(1_000)),
  tier: z.string().max(20).catch('standard'),
  page: optional(z.literal('record')),
})

/**
 * Reads a view from the query string of a URL. Never throws: unknown parameters and invalid values are
 * ignored.
 * @param search with its leading `?`, or empty
 */
export function readLink(search: string): ViewLink {
  const parameters = Object.fromEntries(new URLSearchParams(search))
  const parsed = query.safeParse(parameters)
  const names = Object.keys(query.shape)
  if (!parsed.success || !names.some((name) => name in parameters)) {
    return { settings: {}, view: PLAIN_VIEW, plain: true }
  }
  const { stat, window, odds, player, of, market, line, tier, page, ...rest } = parsed.data
  const named = player !== undefined && market !== undefined && line !== undefined
  return {
    plain: false,
    settings: {
      ...(stat && { category: stat }),
      ...(window && { window }),
      ...(odds && { oddsType: odds }),
    },
    view: {
      filters: {
        search: rest.q ?? '',
        side: rest.side,
        minPercent: rest.min,
        market: rest.only ?? null,
        team: rest.team ?? null,
        game: rest.game ?? null,
        sample: rest.sample,
        sort: rest.sort,
      },
      open: named ? { name: player, team: of, stat: market, line, odds: tier } : null,
      record: page === 'record',
    },
  }
}

const openParts = (open: OpenLine): [string, string][] => [
  ['player', open.name],
  ['of', open.team],
  ['market', open.stat],
  ['line', String(open.line)],
  ...(open.odds === 'standard' ? [] : ([['tier', open.odds]] satisfies [string, string][])),
]

/**
 * The URL that shows this view again, `/?stat=…`. It contains all linked settings, since another browser has
 * other settings stored, and only the filters that are active.
 */
export function buildLink({ filters, open, record }: View, settings: LinkedSettings): string {
  const parts: [string, string, boolean][] = [
    ['stat', settings.category, true],
    ['window', String(settings.window), true],
    ['odds', settings.oddsType, true],
    ['side', filters.side, filters.side !== NO_FILTERS.side],
    ['min', String(filters.minPercent), filters.minPercent > 0],
    ['only', filters.market ?? '', filters.market !== null],
    ['team', filters.team ?? '', filters.team !== null],
    ['game', filters.game ?? '', filters.game !== null],
    ['sample', String(filters.sample), filters.sample > 0],
    ['q', filters.search.trim(), filters.search.trim() !== ''],
    ['sort', filters.sort, filters.sort !== NO_FILTERS.sort],
    ['page', 'record', record],
  ]
  const included = parts.flatMap(([name, value, include]) => (include ? [[name, value]] : []))
  return `/?${new URLSearchParams([...included, ...(open ? openParts(open) : [])])}`
}

/** The parameters that identify a line in a link. */
export const toOpenLine = (line: {
  name: string
  team: string
  statType: string
  line: number
  oddsType: string
}): OpenLine => ({
  name: line.name,
  team: line.team,
  stat: line.statType,
  line: line.line,
  odds: line.oddsType,
})

/** Whether a line of the board is the one that a link identifies. */
export const isOpenLine = (open: OpenLine, line: Parameters<typeof toOpenLine>[0]): boolean =>
  open.name === line.name &&
  open.team === line.team &&
  open.stat === line.statType &&
  open.line === line.line &&
  open.odds === line.oddsType

/** The URL of the Dashboard with the lines of one player in one market, once they are read. */
export const playerLink = (stat: string, name: string): string =>
  `/?${new URLSearchParams({ stat, q: name })}`

/** Whether a click has a modifier key (new tab or window), which the browser handles. */
export const hasModifierKey = (
  event: Pick<MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): boolean => event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
