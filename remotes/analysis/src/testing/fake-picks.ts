import type { ShellApi } from '@propsight/shared/contracts'

interface Row {
  id: string
  user_id: string
  expires_at: string
  pick: unknown
}

/** As much of the data service as saving picks asks for: one table in memory, refused writes on demand. */
export function fakePicks(userId: string) {
  const rows: Row[] = []
  /** How many of the next writes are refused. */
  const trouble = { writes: 0 }
  const answer = <T>(data: T) => {
    if (trouble.writes === 0) return Promise.resolve({ data, error: null })
    trouble.writes -= 1
    return Promise.resolve({ data: null, error: { message: 'refused' } })
  }
  const table = {
    select: () => ({
      eq: (_column: string, user: string) => ({
        gt: (_other: string, now: string) =>
          Promise.resolve({
            data: rows.filter((row) => row.user_id === user && row.expires_at > now),
            error: null,
          }),
      }),
    }),
    upsert: async (row: Row) => {
      const result = await answer(null)
      if (!result.error) rows.splice(0, rows.length, ...rows.filter(({ id }) => id !== row.id), row)
      return result
    },
    delete: () => ({
      eq: () => ({
        eq: async (_column: string, id: string) => {
          const result = await answer(null)
          if (!result.error) rows.splice(0, rows.length, ...rows.filter((row) => row.id !== id))
          return result
        },
      }),
    }),
  }
  const client = {
    auth: { getSession: () => Promise.resolve({ data: { session: { user: { id: userId } } } }) },
    from: () => table,
  }
  return { rows, trouble, client: client as unknown as ShellApi['supabase'] }
}
