/** What a browser needs to install the product: its manifest and icons. All releases of the shell share them. */
import { readFileSync } from 'node:fs'
import { TOUCH_ICON_PATH } from '@propsight/shared/contracts'

const ICONS_PATH = '/icons/'

/** `--surface-0` of the dark theme, the default: a manifest has one colour for both. */
const BACKGROUND = '#0d1012'

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `${ICONS_PATH}${name}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const ICONS = [
  icon('icon-192.png', 192, 'any'),
  icon('icon-512.png', 512, 'any'),
  icon('maskable-512.png', 512, 'maskable'),
]

/** The web app manifest, as JSON text. */
export const WEB_APP_MANIFEST = JSON.stringify({
  id: '/',
  name: 'Propsight',
  short_name: 'Propsight',
  description: 'Research player props: ranked lines, hit rates with their counts, saved picks.',
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: BACKGROUND,
  background_color: BACKGROUND,
  icons: ICONS,
})

/**
 * The PNG files by path. They are drawn from the shell's favicon; after a change of it run
 * `node api/src/testing/draw-icons.ts`.
 */
export const ICON_FILES: ReadonlyMap<string, Buffer> = new Map(
  [...ICONS.map(({ src }) => src), TOUCH_ICON_PATH].map((path) => {
    const file = path.slice(ICONS_PATH.length)
    return [path, readFileSync(new URL(`icons/${file}`, import.meta.url))]
  }),
)
