import { atom } from 'jotai'

export const SORTS = [
  { value: 'value', label: 'Value' },
  { value: 'chance', label: 'Probability' },
  { value: 'rate', label: 'Hit rate' },
  { value: 'sample', label: 'Sample' },
  { value: 'name', label: 'Name' },
  { value: 'time', label: 'Game time' },
] as const
export type Sort = (typeof SORTS)[number]['value']

export const SIDES = ['All', 'OVER', 'UNDER'] as const
/** Options for the minimum probability of the called side, in whole percent; 0 means no minimum. */
export const MIN_PERCENTS = [0, 50, 55, 60, 65, 70, 80] as const
/** Options for the minimum number of games behind a rate; 0 means no minimum. */
export const MIN_GAMES = [0, 5, 10, 15, 25] as const

/** The filters of a board. They cost nothing. Ranks count from the top of what is shown. */
export interface Filters {
  /** Part of a player's name. */
  search: string
  side: (typeof SIDES)[number]
  minPercent: (typeof MIN_PERCENTS)[number]
  /** Market of the lines, one of a board of several. */
  market: string | null
  /** Team code of the player. */
  team: string | null
  /** `gameKey` of the game. */
  game: string | null
  sample: (typeof MIN_GAMES)[number]
  sort: Sort
}

export const NO_FILTERS: Filters = {
  search: '',
  side: 'All',
  minPercent: 0,
  market: null,
  team: null,
  game: null,
  sample: 0,
  sort: 'value',
}

/** Identifies a line by its content, since the book's ids change from day to day. */
export interface OpenLine {
  name: string
  team: string
  stat: string
  line: number
  odds: string
}

export interface View {
  filters: Filters
  /** The line whose detail view is open. */
  open: OpenLine | null
  /** Whether the engine's track record is open. */
  record: boolean
}

export const PLAIN_VIEW: View = { filters: NO_FILTERS, open: null, record: false }

export const viewAtom = atom<View>(PLAIN_VIEW)

export const filtersAtom = atom(
  (get) => get(viewAtom).filters,
  (get, set, change: Partial<Filters>) => {
    const view = get(viewAtom)
    set(viewAtom, { ...view, filters: { ...view.filters, ...change } })
  },
)

/** Whether a full view (a player, the track record) replaces the Dashboard. */
export const fullViewOpenAtom = atom(false)

/** The element that such a view is rendered into, a sibling of the Dashboard, which is hidden meanwhile. */
export const fullViewSlotAtom = atom<HTMLElement | null>(null)
