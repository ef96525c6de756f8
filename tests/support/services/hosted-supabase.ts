import { createServer } from 'node:http'
import { testVariables } from '@propsight/api/testing'
import { startEmbedded } from '@propsight/supabase/embedded'

export interface DataService {
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts a data service at its own address, like a hosted Supabase project: API and browsers call it over
 * HTTP.
 */
export async function startDataService(databaseUrl: string, site: string): Promise<DataService> {
  const server = createServer((request, response) => service.handle(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const service = await startEmbedded({
    databaseUrl,
    origin: url,
    redirectAllow: [`${site}/**`],
    jwtSecret: testVariables.SUPABASE_JWT_SECRET ?? '',
    publishableKey: testVariables.SUPABASE_PUBLISHABLE_KEY ?? '',
    secretKey: testVariables.SUPABASE_SECRET_KEY ?? '',
    onMail: () => {},
  })
  return {
    url,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await service.close()
    },
  }
}
