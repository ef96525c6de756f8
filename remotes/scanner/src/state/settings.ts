import { ownBooksSchema } from '@propsight/shared/client'
import { ODDS_SETTINGS_KEY } from '@propsight/shared/contracts'
import { PRODUCT_REMOVAL, VIG_REMOVALS, type VigRemoval } from '@propsight/shared/domain/odds'
import * as z from '@propsight/shared/schema'
import { useState } from 'react'
import { load, store } from '../config/stored-json.ts'

const local = () => localStorage

export const ODDS_FORMATS = ['american', 'decimal'] as const
export type OddsFormat = (typeof ODDS_FORMATS)[number]

/** Maximum number of saved views and length of their names. */
export const MAX_VIEWS = 20
export const MAX_VIEW_NAME = 40

const savedViewSchema = z.object({ name: z.string().min(1).max(MAX_VIEW_NAME), search: z.string().max(600) })
/** A named view: the query string of its URL. */
export type SavedView = z.infer<typeof savedViewSchema>

/** Each field falls back to its default separately, so that one invalid value does not discard the rest. */
const settingsSchema = z.object({
  books: ownBooksSchema,
  format: z.enum(ODDS_FORMATS).catch('american'),
  removal: z.enum(VIG_REMOVALS).catch(PRODUCT_REMOVAL),
  views: z.array(savedViewSchema).max(MAX_VIEWS).catch([]),
})
export type Settings = z.infer<typeof settingsSchema>

export const DEFAULT_SETTINGS: Settings = settingsSchema.parse({})

/** The settings that are stored on this device. */
export const loadSettings = (): Settings => load(local, ODDS_SETTINGS_KEY, settingsSchema) ?? DEFAULT_SETTINGS

/** The user's settings, stored on this device. A change takes the changed fields only. */
export function useSettings(userId: string): [Settings, (change: Partial<Settings>) => void] {
  const [settings, setSettings] = useState(loadSettings)
  const change = (part: Partial<Settings>) => {
    const next = { ...settings, ...part }
    store(local, ODDS_SETTINGS_KEY, { ...next, userId })
    setSettings(next)
  }
  return [settings, change]
}

/** The ways to remove a margin, each with its name and one sentence. */
export const REMOVAL_TEXTS: Readonly<Record<VigRemoval, { name: string; what: string }>> = {
  shin: {
    name: 'Shin',
    what: 'Treats the margin as protection against bettors with inside information; each of two sides loses half of it.',
  },
  proportional: {
    name: 'Proportional',
    what: 'Divides both implied chances by their sum, so that both lose the same share.',
  },
  power: {
    name: 'Power',
    what: 'Raises both implied chances to the power that makes them sum to one, so that the less likely side loses more.',
  },
}
