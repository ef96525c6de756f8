import { enableCompileCache } from 'node:module'

enableCompileCache()
// Imported only now, so that the cache covers it.
const { runApi } = await import('./server/run-api.ts')
const { startEmbedded } = process.env.EMBEDDED_DATABASE_URL
  ? await import('@propsight/supabase/embedded')
  : { startEmbedded: undefined }
await runApi(process.env, startEmbedded)
