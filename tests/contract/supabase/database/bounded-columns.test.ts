import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPersonas, type Personas } from '../persona-clients.ts'

let personas: Personas
beforeAll(async () => {
  personas = await openPersonas()
})
afterAll(() => personas?.close())

const sql = () => {
  if (!personas.service.embedded) throw new Error('only the embedded service shows its catalogue')
  return personas.service.embedded.sql
}

/** Columns without a bound of their own, with what bounds their values. */
const BOUNDED_ELSEWHERE: Record<string, string> = {
  'access_code_reservations.code': 'references access_codes',
  'admin_factors.recovery_token_hashes': 'ten hashes, made by the server',
  'alert_baselines.stat_type': 'copied from starred_props and my_picks',
  'deleted_picks.pick_id': 'copied from my_picks',
  'odds_current.event_id': 'references odds_events',
  'odds_events.books': 'written by a job: the books of one configured service',
  'odds_events.reads': 'written by a job: one number for each market',
  'remote_rollouts.canary_version': 'references remote_releases',
  'remote_rollouts.halted_version': 'copied from canary_version',
  'remote_rollouts.live_version': 'references remote_releases',
  'remote_rollouts.name': 'a remote has a release before it has a rollout',
  'remote_rollouts.retired_version': 'copied from live_version',
  'track_legs.pick_id': 'copied from my_picks',
}

/** A check bounds a column if it compares its length, its number of elements, or the text itself. */
const boundOf = (column: string) =>
  new RegExp(
    [
      `(char_length|octet_length|length)\\(\\(?${column}\\)?(::text)?\\) <=`,
      `${column} ~ '\\^`,
      `${column} = ANY`,
    ].join('|'),
  )

describe.skipIf(process.env.SUPABASE_URL)('the size of a stored value', () => {
  it('is bounded by a check in every column of texts, JSON and lists', async () => {
    const columns = await sql()<{ table: string; column: string; checks: string[] }[]>`
      select c.relname as table, a.attname as column,
        array(select pg_get_constraintdef(k.oid) from pg_constraint k
          where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)) as checks
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
        -- The archive has copies of rows of bounded columns.
        and c.relname not like 'archived\\_%'
        and not a.attisdropped and (t.typname in ('text', 'jsonb', 'json', 'bytea') or t.typcategory = 'A')
      order by 1, 2`
    expect(columns.length).toBeGreaterThan(100)
    const unbounded = columns
      .filter(({ column, checks }) => !checks.some((check) => boundOf(column).test(check)))
      .map(({ table, column }) => `${table}.${column}`)
    expect(unbounded).toEqual(Object.keys(BOUNDED_ELSEWHERE))
  })

  it('is bounded by a precision in every numeric column', async () => {
    const unbounded = await sql()`
      select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0
        and not a.attisdropped and a.atttypid = 'numeric'::regtype and a.atttypmod < 0`
    expect(unbounded.map(({ name }) => name)).toEqual([])
  })

  it('counts every digit of a pick that is listed', async () => {
    const user = await personas.createUser()
    const picks = Array.from(
      { length: 100 },
      (_, at) =>
        `{"id":"pick_${Date.now()}_n${String(at).padStart(6, '0')}","player_name":"x","sport":"MLB","confidence":"1e-16383",
          "betting_line":"1e-16383","projected_total":"1e-16383","over_hit_percentage":"1e-16383"}`,
    )
    const { id } = user
    await sql().begin(async (transaction) => {
      // As the owner of the database: the embedded service rounds numbers, a hosted one does not.
      await transaction`insert into public.my_picks (user_id, id, player_name, sport, confidence, betting_line,
          projected_total, over_hit_percentage)
        select ${id}, p ->> 'id', 'x', 'MLB', (p ->> 'confidence')::numeric, (p ->> 'betting_line')::numeric,
          (p ->> 'projected_total')::numeric, (p ->> 'over_hit_percentage')::numeric
        from jsonb_array_elements(${`[${picks.join()}]`}::text::jsonb) as list (p)`
    })
    const [row] = await sql()<{ listed: number }[]>`
      select sum(octet_length(to_jsonb(p)::text))::int as listed from public.my_picks p where user_id = ${id}`
    expect(row?.listed).toBeLessThan(picks.join().length * 5)
  })
})
