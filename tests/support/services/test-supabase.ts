import { createServer } from 'node:http'
import { type Mail, signMailToken, startEmbedded } from '@propsight/supabase/embedded'
import { inject } from 'vitest'

export interface TestSupabase {
  url: string
  publishableKey: string
  secretKey: string
  /**
   * Available only for the embedded service: the caught mails, and the database with the rights of its owner.
   */
  embedded: {
    mails: Mail[]
    sql: Awaited<ReturnType<typeof startEmbedded>>['sql']
    databaseUrl: string
    /** A token of the database as mailed links contain it. */
    signMailToken(token: string): string
  } | null
  close(): Promise<void>
}

const JWT_SECRET = 'a secret of the contract suite, long enough for HS256'
const KEYS = { publishableKey: 'sb_publishable_contract', secretKey: 'sb_secret_contract' }
export const REDIRECT = 'http://app.propsight.test/welcome'

/** The catalogue of the database of the test project, which no test changes. */
const catalogue = {}

/**
 * Opens the data service that the contract suite tests: the one named by the environment (`SUPABASE_URL`,
 * `SUPABASE_PUBLISHABLE_KEY`, `SUPABASE_SECRET_KEY`), else an embedded one on the database of the test
 * project.
 */
export async function openTestSupabase(): Promise<TestSupabase> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY = '', SUPABASE_SECRET_KEY = '' } = process.env
  if (SUPABASE_URL) {
    return {
      url: SUPABASE_URL,
      publishableKey: SUPABASE_PUBLISHABLE_KEY,
      secretKey: SUPABASE_SECRET_KEY,
      embedded: null,
      close: async () => {},
    }
  }
  return serveEmbeddedSupabase(inject('contractDatabaseUrl'), { catalogue })
}

/** Serves the embedded data service over a database, on an ephemeral loopback port. */
export async function serveEmbeddedSupabase(
  databaseUrl: string,
  more: { callMs?: number; catalogue?: object } = {},
): Promise<TestSupabase> {
  const mails: Mail[] = []
  // Longer than a busy test can block the event loop. Otherwise a request may reuse a socket that is being
  // closed.
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) =>
    service.handle(request, response),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const service = await startEmbedded({
    ...KEYS,
    ...more,
    databaseUrl,
    origin: url,
    jwtSecret: JWT_SECRET,
    redirectAllow: [REDIRECT],
    onMail: (mail) => void mails.push(mail),
  })
  return {
    ...KEYS,
    url,
    embedded: {
      mails,
      sql: service.sql,
      databaseUrl,
      signMailToken: (token) => signMailToken(token, JWT_SECRET),
    },
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
      await service.close()
    },
  }
}
