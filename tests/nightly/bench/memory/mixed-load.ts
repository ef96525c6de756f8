import { randomUUID } from 'node:crypto'
import { MLB_MARKETS } from '@propsight/shared/domain'
import { anonymousClient, createAccount, type TestAccount } from '../../../support/accounts/create-account.ts'
import { analyze, parseRecordType } from '../../../support/analysis/run-analysis.ts'
import type { RunningProduct } from '../../../support/product/start-product.ts'

const OPEN = [
  '/',
  '/api/remotes',
  '/api/info',
  '/api/pitchers?phase=strikeouts',
  '/api/games/today',
  '/health',
]
/** Analyses per account, limited by its credits. */
const ANALYSES = 8

/** Creates a load of visits that open pages, analyze and read saved picks, for the measurement of memory. */
export async function mixedLoad(product: RunningProduct) {
  let analyses = 0
  let requests = 0
  const read = async (path: string) => {
    const answer = await fetch(product.url + path, {
      headers: { accept: path === '/' ? 'text/html' : '*/*' },
    })
    await answer.arrayBuffer()
    if (answer.status >= 500) throw new Error(`${path} answered ${answer.status}`)
    requests += 1
  }
  const ofAccount = async ({ email, password }: TestAccount) => {
    // A new sign-in each time, because an hour of real use creates many sessions.
    const client = await anonymousClient(product.url)
    const { data, error } = await client.auth.signInWithPassword({ email, password })
    if (error || !data.session) throw new Error(`no session: ${error?.message}`)
    const category = MLB_MARKETS[analyses % MLB_MARKETS.length] ?? 'Hits'
    analyses += 1
    await analyze(product.url, data.session.access_token, category, parseRecordType)
    const listed = await client.from('my_picks').select('id')
    if (listed.error) throw new Error(listed.error.message)
    requests += 5
    await client.auth.signOut()
  }
  return {
    /** Runs the load for a time, but at least one visit. @returns the number of requests */
    async during(ms: number): Promise<number> {
      const end = performance.now() + ms
      const before = requests
      while (performance.now() < end) {
        const account = await createAccount(product)
        for (let count = 0; count < ANALYSES && (count === 0 || performance.now() < end); count += 1) {
          await Promise.all([ofAccount(account), ...OPEN.map(read), read(`/api/weather/SEA?${randomUUID()}`)])
        }
      }
      return requests - before
    },
  }
}
