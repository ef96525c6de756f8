import { type RawRequest, testVariables } from '@propsight/api/testing'
import fc from 'fast-check'
import { FUZZ_TEXTS, hostileText, hostileValue } from './hostile-values.ts'

const PUBLISHABLE_KEY = testVariables.SUPABASE_PUBLISHABLE_KEY ?? ''
/** Close to the limit of the request line (32 kB of headers). */
const LONG_LIST = Array.from({ length: 4_000 }, (_, number) => number).join(',')

const encodeText = (text: string) => encodeURIComponent(text.toWellFormed().slice(0, 600))
const operator = fc.constantFrom(
  'eq',
  'neq',
  'gt',
  'is',
  'in',
  'like',
  'imatch',
  'cs',
  'cd',
  'ov',
  'fts',
  'not.eq',
  'eq(any)',
  'isdistinct',
)
const embedded = fc.constantFrom(
  '*',
  '*,user_profiles(*)',
  'id,my_picks!inner(*)',
  '...runs(*)',
  'count()',
  'user_id.count()',
  'x::regclass',
  '*,auth.users(*)',
  'a:user_id,b:pg_sleep(9)',
  '*,runs(*,runs(*,runs(*,runs(*))))',
  '(((',
  'id->>x->0',
  '',
)
const logic = fc.constantFrom(
  '(id.eq.1,id.not.is.null)',
  '(and(id.eq.1,or(id.eq.2)))',
  '(',
  '()',
  '(user_id.eq.(select 1))',
  '(and'.repeat(200),
)
const part: fc.Arbitrary<[string, string]> = fc.oneof(
  fc.tuple(
    fc.constantFrom('id', 'user_id', 'email', 'code', 'created_at'),
    fc.tuple(operator, hostileText).map((pair) => pair.join('.')),
  ),
  fc.tuple(fc.constant('id'), fc.constantFrom(`in.(${LONG_LIST})`, 'in.()', 'in.(")', 'in.(null,null)')),
  fc.tuple(fc.constant('select'), embedded),
  fc.tuple(fc.constantFrom('or', 'and', 'not.or', 'user_profiles.or'), logic),
  fc.tuple(
    fc.constantFrom('limit', 'offset'),
    fc.constantFrom('-1', '0', '99999999999999999999', '1e9', 'x', '1;select 1'),
  ),
  fc.tuple(
    fc.constant('order'),
    fc.constantFrom('id.desc.nullslast', 'pg_sleep(9)', '(select 1)', 'auth.users', '1', 'x.y.z'),
  ),
  fc.tuple(fc.constantFrom('on_conflict', 'columns', 'apikey', 'select'), hostileText),
)
const query = fc
  .array(part, { maxLength: 3 })
  .map((pairs) =>
    pairs
      .map(([name, value]) => `${name}=${value.includes(LONG_LIST) ? value : encodeText(value)}`)
      .join('&'),
  )
const headers = fc.record(
  {
    prefer: fc.constantFrom(
      'return=representation',
      'resolution=merge-duplicates',
      'tx=rollback',
      'count=exact',
      'max-affected=0',
      'missing=default',
      'params=single-object',
      'handling=strict',
      'timezone=Nowhere/Land',
      ',,=;',
    ),
    'accept-profile': fc.constantFrom(
      'auth',
      'pg_catalog',
      'information_schema',
      'public',
      'supabase_migrations',
      '*',
    ),
    'content-profile': fc.constantFrom('auth', 'pg_catalog', 'public', 'pgboss', ''),
    range: fc.constantFrom('5-1', '-1', '0-99999999999999999999', 'x'),
    accept: fc.constantFrom(
      'text/csv',
      'application/vnd.pgrst.object+json',
      'application/vnd.pgrst.plan',
      'nope',
    ),
    'content-type': fc.constantFrom('text/csv', 'application/x-www-form-urlencoded', 'text/xml', 'nonsense'),
  },
  { requiredKeys: [] },
)
const columns = fc.constantFrom(
  'id',
  'user_id',
  'email',
  'credits',
  'code',
  'p_user',
  'p_email',
  'p_code',
  'password',
  'type',
  'token',
  'token_hash',
  'refresh_token',
  'data',
  '__proto__',
)
const row = fc.dictionary(columns, hostileValue, { maxKeys: 4 })
const body = fc.oneof(
  { weight: 6, arbitrary: row.map((one) => JSON.stringify(one)) },
  { weight: 2, arbitrary: fc.array(row, { maxLength: 3 }).map((rows) => JSON.stringify(rows)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '{', 'null', '[[]]', 'id,user_id\n1,2', `{"id":"${'x'.repeat(300_000)}"}`),
  },
)

/**
 * Generates requests with malformed or hostile parts.
 * @param path of a table, a function or an auth call
 */
export const randomDataRequest = (
  path: string,
  method: string,
  tokens: readonly string[],
): fc.Arbitrary<RawRequest> =>
  fc
    .record({
      query,
      headers,
      body,
      token: fc.constantFrom(...tokens),
      odd: fc.option(fc.constantFrom(...FUZZ_TEXTS)),
    })
    .map(({ query: search, headers: more, body: content, token, odd }) => ({
      method,
      path: `${path}${path.includes('?') ? '&' : '?'}${search}${odd === null ? '' : `&x=${encodeText(odd)}`}`,
      headers: {
        'content-type': 'application/json',
        apikey: PUBLISHABLE_KEY,
        authorization: `Bearer ${token}`,
        ...more,
      },
      body: method === 'GET' || method === 'HEAD' ? null : content,
    }))
