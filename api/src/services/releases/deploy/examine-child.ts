import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import type { examineInProcess } from './examine-here.ts'

// Every deploy starts this process again, and compiling the parsers takes longer than the checks. The cache
// is in the installation, because any local user could write compiled code into the system's temporary
// folder.
enableCompileCache(join(import.meta.dirname, '../../../../node_modules/.cache/propsight-checks'))

// The API has exited, so the report has no receiver.
process.once('disconnect', () => process.exit(1))
// Not validated: the message comes from `examineInChildProcess` in the API's own process.
process.once('message', async (input: Parameters<typeof examineInProcess>[0]) => {
  // Imported here, so that the cache covers it.
  const { examineInProcess } = await import('./examine-here.ts')
  // The API kills this process as soon as it has the report, which would lose the cache.
  flushCompileCache()
  const found = await examineInProcess(input)
  process.send?.(found, () => process.exit(0))
})
