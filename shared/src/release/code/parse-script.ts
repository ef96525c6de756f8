import { type Program, parse } from 'acorn'
import { shown, textOf } from '../text.ts'
import type { Files } from '../types.ts'

/** Far beyond any budget; what is longer is not read. */
const MAX_BYTES = 4_000_000

export interface Script {
  path: string
  text: string
  /** The tree, or a sentence that says why there is none. */
  program: Program | string
}

function parsed(text: string): Program | string {
  let failure = ''
  for (const sourceType of ['script', 'module'] as const) {
    try {
      return parse(text, { ecmaVersion: 'latest', sourceType })
    } catch (error) {
      // Thrown by ill-formed text, and by text that is nested too deep.
      failure = error instanceof Error ? error.message : String(error)
    }
  }
  return `cannot be read as JavaScript (${shown(failure)}), so nothing says what it does: build again, without odd tricks`
}

/** The scripts of a release as trees. Never throws. */
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
