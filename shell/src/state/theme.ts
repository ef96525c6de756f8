import { THEME_COOKIE, THEMES, type Theme } from '@propsight/shared/contracts'
import { atom } from 'jotai'
import type { SafeStorage } from './safe-storage.ts'

const YEAR_S = 31_536_000
/** Key of the choice in the storage of earlier releases. */
const FORMER_KEY = 'propsight.theme'

export const themeAtom = atom<Theme>('system')

const asTheme = (value: string | null | undefined): Theme | undefined =>
  THEMES.find((theme) => theme === value)

/** Shows a theme and remembers it. The attribute selects the design tokens, which set the colour scheme. */
export function chooseTheme(page: Document, theme: Theme): void {
  page.documentElement.dataset.theme = theme
  const secure = page.location.protocol === 'https:' ? '; secure' : ''
  page.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`
}

/**
 * The visitor's choice, or the system's theme. The page was served with it already, except the static page of an
 * outage.
 */
export function applyChosenTheme(page: Document, storage: SafeStorage): Theme {
  const former = asTheme(storage.get(FORMER_KEY))
  storage.remove(FORMER_KEY)
  const [, chosen] = new RegExp(`(?:^|; )${THEME_COOKIE}=(\\w+)`).exec(page.cookie) ?? []
  const theme = former ?? asTheme(chosen) ?? 'system'
  if (former) chooseTheme(page, former)
  else page.documentElement.dataset.theme = theme
  return theme
}
