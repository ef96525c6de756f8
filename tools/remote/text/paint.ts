import { styleText } from 'node:util'
import type { Paint } from './report-text.ts'

const FORMATS = { error: 'red', warning: 'yellow', info: 'cyan', good: 'green' } as const

/** Colours text, or returns it unchanged when the caller writes to something other than a terminal. */
export const painter =
  (colours: boolean): Paint =>
  (mark, text) =>
    colours ? styleText(FORMATS[mark], text, { validateStream: false }) : text
