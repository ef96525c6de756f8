import { enableCompileCache, flushCompileCache } from 'node:module'

enableCompileCache()
// A dynamic import, so that the compile cache covers these modules.
const { runApi } = await import('./server/run-api.ts')
const { startEmbedded } = process.env.EMBEDDED_DATABASE_URL
  ? await import('@propsight/supabase/embedded')
  : { startEmbedded: undefined }
// Written now, because a killed process would not write the cache on exit.
setImmediate(flushCompileCache)
await runApi(process.env, startEmbedded)
