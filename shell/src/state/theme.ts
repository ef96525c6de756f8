import { THEME_COOKIE, THEMES, type Theme } from '@propsight/shared/contracts'
import { atom } from 'jotai'

const YEAR_S = 31_536_000

export const themeAtom = atom<Theme>('system')

/**
 * Shows a theme: in the page, whose attribute selects the design tokens, and in the frame that browser and system draw
 * around it. The page has a colour of that frame for each theme.
 */
function showTheme(page: Document, theme: Theme): void {
  page.documentElement.dataset.theme = theme
  const colors = page.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')
  for (const [at, own] of (['light', 'dark'] as const).entries()) {
    const media = theme === own ? 'all' : 'not all'
    colors[at]?.setAttribute('media', theme === 'system' ? `(prefers-color-scheme: ${own})` : media)
  }
}

/** Shows a theme and remembers it. */
export function chooseTheme(page: Document, theme: Theme): void {
  showTheme(page, theme)
  const secure = page.location.protocol === 'https:' ? '; secure' : ''
  page.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`
}

/**
 * The visitor's choice, or the system's theme. The page was served with it already, except the static page of an
 * outage.
 */
export function applyChosenTheme(page: Document): Theme {
  const [, chosen] = new RegExp(`(?:^|; )${THEME_COOKIE}=(\\w+)`).exec(page.cookie) ?? []
  const theme = THEMES.find((known) => known === chosen) ?? 'system'
  showTheme(page, theme)
  return theme
}
