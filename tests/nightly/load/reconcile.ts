import postgres from 'postgres'
import type { Written } from './generator/messages.ts'

export interface Reconciled {
  /** Number of writes that were acknowledged. */
  readonly acknowledged: number
  /** Acknowledged writes that are missing in the database; a line each. */
  readonly lost: readonly string[]
  /** Refused writes that are stored nevertheless; a line each. */
  readonly storedAfterRefusal: readonly string[]
  /**
   * Open holds of boards that were refused after their start; the sweeper releases them. The refusal of each.
   */
  readonly openHolds: readonly string[]
  /** Number of users whose balance differs from the sum of their ledger. */
  readonly unbalanced: number
  /** Number of parlays that were charged but not saved, or saved but not charged. */
  readonly halfParlays: number
}

type Row = { user: string; key: string; state: string }

/** Compares every write of a step with the database, read by SQL without the product. */
export async function reconcile(databaseUrl: string, written: readonly Written[]): Promise<Reconciled> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const keys = (kinds: readonly Written['kind'][]) =>
      written.filter(({ kind }) => kinds.includes(kind)).map(({ key }) => key)
    const runs = await sql<Row[]>`
      select user_id as user, idempotency_key as key, state from public.runs
      where idempotency_key = any(${keys(['board', 'parlay'])}::uuid[])`
    const picks = await sql<Row[]>`
      select user_id as user, id as key, 'saved' as state from public.my_picks
      where id = any(${keys(['save'])}::text[])`
    const states = new Map([...runs, ...picks].map(({ user, key, state }) => [`${user} ${key}`, state]))
    const [sums] = await sql<{ unbalanced: number; half: number }[]>`
      select (select count(*)::int from public.user_profiles p where p.credits <>
          (select coalesce(sum(delta), 0) from public.credit_ledger l where l.user_id = p.user_id)) as unbalanced,
        (select count(*)::int from public.runs r where r.feature = 'parlay'
          and (r.state = 'captured') <> exists (select from public.past_parlays a where a.run_id = r.id)) as half`
    const stateOf = ({ user, key }: Written) => states.get(`${user} ${key}`)
    const describe = (one: Written) => `${one.kind} ${one.key}: ${stateOf(one) ?? 'nothing'}`
    const done = written.filter(({ outcome }) => outcome === 'done')
    const refused = written.filter(({ outcome }) => outcome === 'refused')
    return {
      acknowledged: done.length,
      lost: done.filter((one) => !['captured', 'saved'].includes(stateOf(one) ?? '')).map(describe),
      storedAfterRefusal: refused
        .filter((one) => ['captured', 'saved'].includes(stateOf(one) ?? ''))
        .map(describe),
      openHolds: refused.flatMap((one) => (stateOf(one) === 'held' ? [one.refusal ?? 'a refusal'] : [])),
      unbalanced: sums?.unbalanced ?? 0,
      halfParlays: sums?.half ?? 0,
    }
  } finally {
    await sql.end()
  }
}
