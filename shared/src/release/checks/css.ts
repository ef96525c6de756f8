import type { Context, Findings } from '../context.ts'
import { addressProblems } from '../styles/urls.ts'
import { checkSheet } from '../styles/check-sheet.ts'
import { ownedBy } from '../styles/names.ts'
import { textOf } from '../text.ts'

/** Maximum size of a style sheet; those of the product have about 10 kB. */
const MAX_BYTES = 1_000_000

/**
 * Checks that a remote styles only its own elements, and that style sheets load files of their own release
 * only.
 */
export function checkCss({ declaration, files, others }: Context, findings: Findings): void {
  const prefix = declaration?.name
  for (const [path, bytes] of files) {
    if (!path.endsWith('.css')) continue
    if (bytes.length > MAX_BYTES) {
      findings.error(`has more than ${MAX_BYTES} bytes and is not read: split it`, path)
      continue
    }
    const text = textOf(bytes)
    for (const problem of addressProblems(text, path, files)) findings.error(problem, path)
    if (!prefix) continue
    const names = others.map(({ name }) => name).filter((name) => name !== prefix)
    const isOwn = ownedBy(prefix, names)
    checkSheet({ text, isOwn, prefix, say: (message) => findings.error(message, path) })
  }
}
