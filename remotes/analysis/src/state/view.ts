import { atom } from 'jotai'

export const SORTS = [
  { value: 'chance', label: 'Probability' },
  { value: 'over', label: 'Hit rate' },
  { value: 'under', label: 'Under rate' },
  { value: 'sample', label: 'Sample' },
  { value: 'name', label: 'Name' },
  { value: 'time', label: 'Game time' },
] as const
export type Sort = (typeof SORTS)[number]['value']

export const SIDES = ['All', 'OVER', 'UNDER'] as const
/** Least probability of the called side in whole percent; 0 asks for none. */
export const LEAST_PERCENTS = [0, 50, 55, 60, 65, 70, 80] as const
/** Fewest games behind a rate; 0 asks for none. */
export const LEAST_GAMES = [0, 5, 10, 15, 25] as const

/** What of a board is looked at. None of it costs anything or changes a rank. */
export interface Filters {
  /** Part of a player's name. */
  search: string
  side: (typeof SIDES)[number]
  least: (typeof LEAST_PERCENTS)[number]
  /** Code of the player's club. */
  team: string | null
  /** `gameKey` of the game. */
  game: string | null
  sample: (typeof LEAST_GAMES)[number]
  sort: Sort
}

export const NO_FILTERS: Filters = {
  search: '',
  side: 'All',
  least: 0,
  team: null,
  game: null,
  sample: 0,
  sort: 'chance',
}

/** A line by what it says: the book's own ids change from day to day. */
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
  /** Whether the engine's record is open. */
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

/** Whether a view of its own (a player, the record) stands in place of the Dashboard. */
export const coveredAtom = atom(false)

/** Where on the page such a view is drawn: beside the Dashboard, which is hidden meanwhile. */
export const coverSlotAtom = atom<HTMLElement | null>(null)
