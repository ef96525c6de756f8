import { createClient } from '@supabase/supabase-js'
import { type Pick, pickRowSchema, syncPicksBody } from '../../../contracts/picks/pick.ts'
import { ApiError } from '../../api-error.ts'
import { pickToRow } from '../server-picks.ts'

type Row = Record<string, unknown> & {
  id: string
  user_id: string
  player_name: string
  expires_at: string
}

const json = (status: number, body: unknown) =>
  new Response(body === null ? null : JSON.stringify(body), { status })
const idsIn = (filter: string | null) => filter?.slice('in.('.length, -1).split(',') ?? null
let clients = 0

/**
 * Fake server shared by all devices of a test: the table of picks behind the data service's protocol with a
 * record of deletions, its procedures, and the sync call. A status in `trouble` makes the corresponding call
 * fail with it.
 */
export function createFakeServer(clock: () => number) {
  const rows = new Map<string, Row>()
  const deleted = new Set<string>()
  const calls: string[] = []
  const synced: Pick[][] = []
  const trouble: {
    table: number | null
    sync: number | null
    count: number | null
    /** A limit of the database, which refuses writes to the table and the sync call. */
    limit: { status: number; message: string } | null
    /** Ids of picks that fail a check of the table. */
    refused: Set<string>
  } = { table: null, sync: null, count: null, limit: null, refused: new Set() }
  /** Called after the server has processed a request, before the response. */
  const hooks: { beforeAnswer: (what: string) => Promise<void> | void } = {
    beforeAnswer: () => undefined,
  }
  const live = (row: Row) => Date.parse(row.expires_at) > clock()
  const of = (user: string) => [...rows.values()].filter((row) => row.user_id === user)

  async function table(request: Request, user: string, url: URL): Promise<Response> {
    if (trouble.table !== null) return json(trouble.table, { message: 'the table is unavailable' })
    if (request.method === 'GET') return json(200, of(user).filter(live))
    if (trouble.limit) {
      const { status, message } = trouble.limit
      return json(status, { code: `PT${status}`, message })
    }
    if (request.method === 'DELETE') {
      const ids = idsIn(url.searchParams.get('id'))
      for (const row of of(user).filter(({ id }) => ids === null || ids.includes(id))) {
        rows.delete(`${user} ${row.id}`)
        deleted.add(`${user} ${row.id}`)
      }
      return json(204, null)
    }
    const written = [await request.json()].flat() as Row[]
    if (written.some((row) => row.user_id !== user || !pickRowSchema.safeParse(row).success))
      return json(403, { message: 'row-level security refused the row', code: '42501' })
    if (written.some(({ id }) => trouble.refused.has(id)))
      return json(400, { message: 'a check of the table failed', code: '23514' })
    for (const row of written) {
      rows.set(`${user} ${row.id}`, row)
      deleted.delete(`${user} ${row.id}`)
    }
    return json(201, null)
  }

  async function procedure(name: string, user: string): Promise<Response> {
    if (name === 'get_user_pick_count')
      return trouble.count ? json(trouble.count, { message: 'no' }) : json(200, of(user).filter(live).length)
    const old = of(user).filter((row) => !live(row))
    for (const row of old) rows.delete(`${user} ${row.id}`)
    return json(200, old.length)
  }

  const supabaseOf = (user: () => string | null) => {
    const client = createClient('http://data.test', 'key', {
      auth: { persistSession: false, autoRefreshToken: false, storageKey: `store-${clients++}` },
      global: {
        fetch: async (input, init) => {
          const request = new Request(input, init)
          const url = new URL(request.url)
          const what = `${request.method} ${url.pathname.replace('/rest/v1/', '')}`
          calls.push(what)
          const name = /rpc\/(\w+)/.exec(what)?.[1]
          const owner = user() ?? ''
          const answer = name ? await procedure(name, owner) : await table(request, owner, url)
          await hooks.beforeAnswer(what)
          return answer
        },
      },
    })
    const session = () => (user() ? { user: { id: user() } } : null)
    Object.assign(client.auth, { getSession: async () => ({ data: { session: session() }, error: null }) })
    return client
  }

  const sync = async (user: string, body: unknown): Promise<unknown> => {
    calls.push('sync')
    if (trouble.limit) throw new ApiError(trouble.limit.message, trouble.limit.status, 'RATE_LIMITED')
    if (trouble.sync !== null) {
      await hooks.beforeAnswer('sync refused')
      throw new ApiError('sync failed', trouble.sync, 'SERVER_ERROR')
    }
    const { picks } = syncPicksBody.parse(body)
    synced.push(picks)
    const deletedIds = picks.filter(({ id }) => deleted.has(`${user} ${id}`)).map(({ id }) => id)
    const added = picks.filter(
      ({ id }) => !deletedIds.includes(id) && !rows.has(`${user} ${id}`) && !trouble.refused.has(id),
    )
    for (const pick of added) rows.set(`${user} ${pick.id}`, { ...pickToRow(pick, user) })
    await hooks.beforeAnswer('sync')
    return { success: true, added: added.map(({ id }) => id), gone: deletedIds }
  }

  return { rows, deleted, calls, synced, trouble, hooks, supabaseOf, sync, of }
}
