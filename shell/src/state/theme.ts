import { atom } from 'jotai'
import { STORAGE } from '../config/storage-keys.ts'
import type { SafeStorage } from './safe-storage.ts'

export const THEMES = ['dark', 'light', 'system'] as const
export type Theme = (typeof THEMES)[number]

export const themeAtom = atom<Theme>('dark')

/** The remembered theme; dark for a stranger. */
export const storedTheme = (storage: SafeStorage): Theme =>
  THEMES.find((theme) => theme === storage.get(STORAGE.theme)) ?? 'dark'

/** Tokens follow the attribute; the colour scheme follows the tokens. */
export const applyTheme = (page: Document, theme: Theme): void => {
  page.documentElement.dataset.theme = theme
}
