import { type Program, parse } from 'acorn'
import { shown, textOf } from '../text.ts'
import type { Files } from '../types.ts'

/** Maximum bytes of JavaScript that are parsed per release, far above every budget. */
const MAX_BYTES = 4_000_000

/** A script of a release with its syntax tree. */
export interface Script {
  path: string
  text: string
  /** The syntax tree, or a message why there is none. */
  program: Program | string
}

function parsed(text: string): Program | string {
  let failure = ''
  for (const sourceType of ['script', 'module'] as const) {
    try {
      return parse(text, { ecmaVersion: 'latest', sourceType })
    } catch (error) {
      // Thrown for syntax errors and for code that is nested too deeply.
      failure = error instanceof Error ? error.message : String(error)
    }
  }
  return `cannot be read as JavaScript (${shown(failure)}), so nothing says what it does: build again, without odd tricks`
}

/** Parses the scripts of a release. Never throws. */
export function parseScripts(files: Files): Script[] {
  let left = MAX_BYTES
  return [...files].flatMap(([path, bytes]) => {
    if (!/\.m?js$/.test(path)) return []
    left -= bytes.length
    if (left < 0)
      return [
        { path, text: '', program: `there are more than ${MAX_BYTES} bytes of JavaScript: it is not read` },
      ]
    const text = textOf(bytes)
    return [{ path, text, program: parsed(text) }]
  })
}
