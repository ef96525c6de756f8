import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import type { ExamineInput } from './examine.ts'

// Each deploy starts this process anew: compiling the parsers took longer than the checks. Kept in the installation, as
// anybody could put compiled code of his own into the system's temporary folder.
enableCompileCache(join(import.meta.dirname, '../../../../node_modules/.cache/propsight-checks'))

// The API is gone: there is no receiver for the report.
process.once('disconnect', () => process.exit(1))
// What arrives is what `examine` sent: our own process on the other side, and no edge.
process.once('message', async (input: ExamineInput) => {
  // Imported here, so that the cache covers it.
  const { examineHere } = await import('./examine-here.ts')
  // The API kills this process as soon as it has the report, which would lose the cache.
  flushCompileCache()
  const found = await examineHere(input)
  process.send?.(found, () => process.exit(0))
})
