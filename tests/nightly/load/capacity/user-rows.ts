import postgres from 'postgres'
import { VISITS_PER_SESSION } from '../mix.ts'

/** Sessions of a bettor in a month: every other evening. */
export const SESSIONS_A_MONTH = 15

export interface TableSize {
  readonly table: string
  readonly rows: number
  /** Of the rows, their indexes and what is stored apart. */
  readonly bytesPerRow: number
}

/** Tables that grow with what users do. `my_picks` and its promises live 20 hours and longer, parlays for good. */
const GROWING = ['runs', 'credit_ledger', 'my_picks', 'track_legs', 'past_parlays', 'deleted_picks']
/** Tables that grow with the users themselves. */
const OF_A_USER = ['auth.users', 'auth.sessions', 'user_profiles', 'access_code_reservations', 'consents']

/**
 * What a row of each table takes, indexes included, in a database that the load has filled: measured, since compression
 * and fill factors are PostgreSQL's.
 */
export async function tableSizes(databaseUrl: string): Promise<TableSize[]> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const sizes: TableSize[] = []
    for (const name of [...GROWING, ...OF_A_USER]) {
      const table = name.includes('.') ? name : `public.${name}`
      // Dead rows of the run are no user's.
      await sql.unsafe(`vacuum full analyze ${table}`)
      const [row] = await sql.unsafe<{ rows: number; bytes: string }[]>(
        `select count(*)::int as rows, pg_total_relation_size('${table}') as bytes from ${table}`,
      )
      const rows = row?.rows ?? 0
      sizes.push({ table: name, rows, bytesPerRow: rows ? Number(row?.bytes) / rows : 0 })
    }
    return sizes
  } finally {
    await sql.end()
  }
}

/** Rows that one session leaves, by the mix: two boards, four and a half picks, half a parlay call with three parlays of two legs. */
const ROWS_PER_SESSION: Record<string, number> = {
  runs: 2.5,
  // A hold and its end each.
  credit_ledger: 5,
  my_picks: 4.5,
  // A promise for each pick, and the legs of the parlays.
  track_legs: 4.5 + 0.5 * 3 * 2,
  past_parlays: 0.5 * 3,
}

export interface UserGrowth {
  readonly rowsPerMonth: number
  readonly bytesPerMonth: number
  /** Once, at the sign-up. */
  readonly bytesPerUser: number
  readonly visitsPerMonth: number
}

/** What one user adds in a month of `SESSIONS_A_MONTH` sessions. */
export function growthOf(sizes: readonly TableSize[]): UserGrowth {
  const bytesOf = (name: string) => sizes.find(({ table }) => table === name)?.bytesPerRow ?? 0
  const monthly = Object.entries(ROWS_PER_SESSION)
  return {
    rowsPerMonth: monthly.reduce((sum, [, rows]) => sum + rows * SESSIONS_A_MONTH, 0),
    bytesPerMonth: monthly.reduce((sum, [table, rows]) => sum + rows * SESSIONS_A_MONTH * bytesOf(table), 0),
    bytesPerUser: OF_A_USER.reduce((sum, table) => sum + bytesOf(table), 0),
    visitsPerMonth: VISITS_PER_SESSION * SESSIONS_A_MONTH,
  }
}
