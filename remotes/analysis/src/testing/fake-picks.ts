import type { ShellApi } from '@propsight/shared/contracts'

interface Row {
  id: string
  user_id: string
  expires_at: string
  pick: unknown
}

/** Fake of the data service for saving picks: one table in memory, with write errors on demand. */
export function fakePicks(userId: string) {
  const rows: Row[] = []
  /** Number of next writes that fail, and their status. */
  const trouble = { writes: 0, status: 409 }
  const answer = <T>(data: T) => {
    if (trouble.writes === 0) return Promise.resolve({ data, error: null, status: 200 })
    trouble.writes -= 1
    return Promise.resolve({ data: null, error: { message: 'refused' }, status: trouble.status })
  }
  const without = (ids: readonly string[]) => rows.filter(({ id }) => !ids.includes(id))
  const table = {
    select: () => ({
      eq: (_column: string, user: string) => ({
        gt: (_other: string, now: string) => ({
          order: () => ({
            retry: () =>
              Promise.resolve({
                data: rows.filter((row) => row.user_id === user && row.expires_at > now),
                error: null,
                status: 200,
              }),
          }),
        }),
      }),
    }),
    upsert: async (given: Row | Row[]) => {
      const saved = [given].flat()
      const result = await answer(null)
      if (!result.error) rows.splice(0, rows.length, ...without(saved.map(({ id }) => id)), ...saved)
      return result
    },
    delete: () => ({
      eq: () => ({
        in: async (_column: string, ids: readonly string[]) => {
          const result = await answer(null)
          if (!result.error) rows.splice(0, rows.length, ...without(ids))
          return result
        },
      }),
    }),
  }
  const client = {
    auth: { getSession: () => Promise.resolve({ data: { session: { user: { id: userId } } } }) },
    from: () => table,
    rpc: () => Promise.resolve({ data: 0, error: null, status: 200 }),
  }
  return { rows, trouble, client: client as unknown as ShellApi['supabase'] }
}
