import { readOwnBooks, readStoredJson } from '@propsight/shared/client'
import { RUN_FEATURES } from '@propsight/shared/contracts'
import {
  DEFAULT_GAME_WINDOW,
  DEFAULT_TOP_PICKS,
  GAME_WINDOWS,
  isInMenu,
  ODDS_TYPES,
  sportOfMarket,
  TOP_PICKS,
} from '@propsight/shared/domain'
import * as z from '@propsight/shared/schema'
import { atom } from 'jotai'

const STORAGE_KEY = 'propsight:analysis-settings'

/**
 * Sources of a board: the book's lines with hit rates, the book's lines with AI advice, or the user's
 * picture.
 */
export const MODES = RUN_FEATURES
export const ODDS_FILTERS = ['All', ...ODDS_TYPES] as const

/** A market or another category in the menu of an open sport. */
export const categorySchema = z.string().refine(isInMenu)

/** Each field falls back to its default separately, so that one invalid value does not discard the rest. */
const settingsSchema = z.object({
  mode: z.enum(MODES).catch('quick'),
  window: z.literal(GAME_WINDOWS).catch(DEFAULT_GAME_WINDOW),
  topPicks: z.literal(TOP_PICKS).catch(DEFAULT_TOP_PICKS),
  oddsType: z.enum(ODDS_FILTERS).catch('All'),
  category: categorySchema.catch('Hits'),
})
export type Settings = z.infer<typeof settingsSchema>
export type OddsFilter = Settings['oddsType']

/** 'All', 'Goblin', 'Standard', 'Demon'. */
export const oddsLabel = (odds: OddsFilter): string => `${odds[0]?.toUpperCase()}${odds.slice(1)}`

export const MODE_LABELS = { quick: 'Quick', ai: 'AI', image: 'Image' } as const satisfies Record<
  Settings['mode'],
  string
>

/** The settings of a board as a sentence: 'Quick · last 10 · top 2', and the odds type if it is not all. */
export const settingsText = ({ mode, window, topPicks, oddsType }: Settings): string =>
  [
    MODE_LABELS[mode],
    `last ${window}`,
    `top ${topPicks}`,
    oddsType !== 'All' && `${oddsLabel(oddsType)} only`,
  ]
    .filter(Boolean)
    .join(' · ')

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({})

function load(): Settings {
  try {
    return readStoredJson(settingsSchema, localStorage.getItem(STORAGE_KEY)) ?? DEFAULT_SETTINGS
  } catch {
    return DEFAULT_SETTINGS
  }
}

function keep(settings: Settings): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(settings))
  } catch {
    // Storage may be full or forbidden. The settings then last until the page is reloaded.
  }
}

const baseAtom = atom<Settings | null>(null)

/** The user's settings, stored in this browser. A write takes the changed fields only. */
export const settingsAtom = atom(
  (get) => get(baseAtom) ?? load(),
  (get, set, change: Partial<Settings>) => {
    const next: Settings = { ...get(settingsAtom), ...change }
    keep(next)
    set(baseAtom, next)
  },
)

/** Resets all settings to their defaults, except for the chosen market. */
export const clearSettingsAtom = atom(null, (get, set) => {
  set(settingsAtom, { ...DEFAULT_SETTINGS, category: get(settingsAtom).category })
})

/** Whether it is known that no line can be analyzed: the book cannot be reached, or has no open line. */
export const nothingToAnalyzeAtom = atom(false)

/** The sport of the chosen category. */
export const sportAtom = atom((get) => sportOfMarket(get(settingsAtom).category))

export const categoryAtom = atom(
  (get): string => get(settingsAtom).category,
  (_get, set, category: string) => set(settingsAtom, { category }),
)

const booksAtom = atom(readOwnBooks())
booksAtom.onMount = (set) => {
  // The scanner, or another tab, may have changed the setting.
  const read = () => set((last) => (last?.join() === readOwnBooks()?.join() ? last : readOwnBooks()))
  read()
  window.addEventListener('storage', read)
  return () => window.removeEventListener('storage', read)
}

/** Keys of the user's books, whose prices count; null for all. */
export const ownBooksAtom = atom((get) => get(booksAtom))

/** The settings that cards depend on. */
export const cardOptionsAtom = atom((get) => ({
  window: get(settingsAtom).window,
  books: get(ownBooksAtom),
}))
