import { atom } from 'jotai'
import { STORAGE } from '../config/storage-keys.ts'
import type { SafeStorage } from './safe-storage.ts'

export const THEMES = ['dark', 'light', 'system'] as const
export type Theme = (typeof THEMES)[number]

export const themeAtom = atom<Theme>('dark')

/** The stored theme; dark by default. */
export const storedTheme = (storage: SafeStorage): Theme =>
  THEMES.find((theme) => theme === storage.get(STORAGE.theme)) ?? 'dark'

/** Sets the attribute that selects the design tokens. The tokens set the colour scheme. */
export const applyTheme = (page: Document, theme: Theme): void => {
  page.documentElement.dataset.theme = theme
}
