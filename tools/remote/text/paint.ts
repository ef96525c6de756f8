import { styleText } from 'node:util'
import type { Paint } from './report-text.ts'

const FORMATS = { error: 'red', warning: 'yellow', info: 'cyan', good: 'green' } as const

/** Colours, or none where nobody sees them: the caller knows what it writes to. */
export const painter =
  (colours: boolean): Paint =>
  (mark, text) =>
    colours ? styleText(FORMATS[mark], text, { validateStream: false }) : text
