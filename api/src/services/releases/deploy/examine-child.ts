import { flushCompileCache } from 'node:module'
import type { examineInProcess } from './examine-here.ts'

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
