import type { SessionUser } from '@propsight/shared/contracts'
import type { RemoteAnswers } from '../answers.ts'
import type { ScenarioName } from '../scenarios.ts'
import { UnsupportedQuery } from './query.ts'
import { createTables } from './tables.ts'

const refusal = (status: number, code: string, message: string) =>
  Response.json({ code, message, details: null, hint: null }, { status })

/** Creates a fake data service with tables and functions. Tables are refused without a session. */
export function createDataService(answers: RemoteAnswers, scenario: ScenarioName) {
  const tables = new Map<string | null, ReturnType<typeof createTables>>()
  const tablesOf = (userId: string | null) => {
    const userTables =
      tables.get(userId) ?? createTables((table) => answers.tables?.[table]?.({ userId, scenario }) ?? [])
    tables.set(userId, userTables)
    return userTables
  }

  async function answer(request: Request, user: SessionUser | null): Promise<Response> {
    const { pathname, searchParams: query } = new URL(request.url)
    const text = await request.text()
    const body: unknown = text ? JSON.parse(text) : null
    const [, called] = /^\/rest\/v1\/rpc\/(\w+)$/.exec(pathname) ?? []
    const [, table] = /^\/rest\/v1\/(\w+)$/.exec(pathname) ?? []
    if (scenario === 'failing')
      return refusal(500, 'XX000', 'The data service fails, as this scenario requires')
    if (called) {
      const script = answers.rpc?.[called]
      if (!script) return refusal(404, 'PGRST202', `src/dev/answers.ts has no rpc '${called}'`)
      const value = await script(body, { userId: user?.id ?? null, scenario })
      return value instanceof Response ? value : Response.json(value ?? null)
    }
    if (!table) return refusal(404, 'PGRST125', `The harness has nothing at ${pathname}`)
    if (!user) return refusal(401, '42501', `permission denied for table ${table}`)
    const refused = answers.refuseData?.({ method: request.method, table })
    if (refused) return refused
    try {
      const { method, headers } = request
      const prefer = headers.get('prefer') ?? ''
      const accept = headers.get('accept') ?? ''
      return tablesOf(user.id).answer(table, { method, query, body, prefer, accept })
    } catch (error) {
      if (error instanceof UnsupportedQuery) return refusal(400, 'PGRST100', error.message)
      throw error
    }
  }
  return { answer, rows: (table: string, userId: string | null) => tablesOf(userId).rows(table) }
}
export type DataService = ReturnType<typeof createDataService>
