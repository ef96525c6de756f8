import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

export interface Look {
  width: number
  height: number
  theme: 'dark' | 'light'
}

const VIEWPORTS = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]
export const THEMES = ['dark', 'light'] as const

/** Every width in both themes; a row of a contact sheet is a theme. */
export const LOOKS: readonly Look[] = THEMES.flatMap((theme) =>
  VIEWPORTS.map((viewport) => ({ ...viewport, theme })),
)

/** Only `npm run looks` runs tests with this tag. */
export const LOOKS_TAG = '@looks'

export const LOOKS_FOLDER = resolve(import.meta.dirname, '../../../test-results/looks')

/** A file name for a screen: 'sign in, with a refusal' becomes 'sign-in-with-a-refusal'. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The picture of a screen in one look. */
export const pictureFile = (screen: string, { width, theme }: Look): URL =>
  pathToFileURL(`${LOOKS_FOLDER}/pictures/${slugOf(screen)}/${width}-${theme}.png`)
