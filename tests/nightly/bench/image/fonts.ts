import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const resolve = createRequire(import.meta.url).resolve

/** Font files by family and weight, from npm packages. */
const FILES: Record<string, readonly (readonly [weight: string, file: string])[]> = {
  Inter: [['100 900', '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2']],
  'DM Sans': [['100 1000', '@fontsource-variable/dm-sans/files/dm-sans-latin-wght-normal.woff2']],
  Montserrat: [['100 900', '@fontsource-variable/montserrat/files/montserrat-latin-wght-normal.woff2']],
  'Nunito Sans': [['200 1000', '@fontsource-variable/nunito-sans/files/nunito-sans-latin-wght-normal.woff2']],
  Roboto: [
    ['400', '@fontsource/roboto/files/roboto-latin-400-normal.woff2'],
    ['700', '@fontsource/roboto/files/roboto-latin-700-normal.woff2'],
  ],
  Barlow: [
    ['400', '@fontsource/barlow/files/barlow-latin-400-normal.woff2'],
    ['600', '@fontsource/barlow/files/barlow-latin-600-normal.woff2'],
    ['700', '@fontsource/barlow/files/barlow-latin-700-normal.woff2'],
  ],
}

/** The `@font-face` rules of a family with embedded files; empty for an installed font. */
export const fontRules = (family: string): string =>
  (FILES[family] ?? [])
    .map(([weight, file]) => {
      const data = readFileSync(resolve(file)).toString('base64')
      return `@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff2;base64,${data})}`
    })
    .join('')
