import { enableCompileCache, flushCompileCache } from 'node:module'

enableCompileCache()
// Imported only now, so that the cache covers it.
const { runApi } = await import('./server/run-api.ts')
const { startEmbedded } = process.env.EMBEDDED_DATABASE_URL
  ? await import('@propsight/supabase/embedded')
  : { startEmbedded: undefined }
// A process that is killed would not leave it behind for the next.
setImmediate(flushCompileCache)
await runApi(process.env, startEmbedded)
