import fc from 'fast-check'

/** A malformed or hostile call. */
export interface MalformedCall {
  path: string
  method: string
  headers: Record<string, string>
  body?: string
}

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
const text = fc.oneof(
  fc.constantFrom(
    '-1',
    '{}',
    '[]',
    'null',
    'NaN',
    '\0',
    '\ud800',
    '(',
    '"',
    "'",
    '*',
    '1e999',
    '9'.repeat(20),
    '->>',
    '::',
    '2026-13-45',
    'id::int',
    'count()',
    'x(*)',
    'user_profiles(*)',
    '...x(*)',
    '{'.repeat(2_000),
    'a('.repeat(1_000),
    `${'and('.repeat(900)}id.eq.1${')'.repeat(900)}`,
    '00000000-0000-0000-0000-000000000000',
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
)
const column = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom('id', 'user_id', 'expires_at', 'created_at', 'player_name', 'code'),
  },
  {
    weight: 3,
    arbitrary: fc.constantFrom('or', 'not.and', 'limit', 'offset', 'order', 'select', 'on_conflict'),
  },
  { weight: 1, arbitrary: text },
)
const operator = fc.oneof(
  fc.constantFrom(
    'eq',
    'gt',
    'in',
    'is',
    'like',
    'match',
    'cs',
    'ov',
    'sl',
    'fts',
    'isdistinct',
    'not.in',
    'eq(any)',
  ),
  text,
)
const filter = fc.tuple(
  column,
  fc.oneof(
    text,
    fc.tuple(operator, text).map((parts) => parts.join('.')),
    fc.tuple(operator, text, text).map(([name, ...values]) => `${name}.(${values.join(',')})`),
    fc.tuple(column, operator, text).map((parts) => `(${parts.join('.')})`),
  ),
)
const query = fc
  .array(filter, { maxLength: 2 })
  .map(
    (pairs) => new URLSearchParams(pairs.map(([name, value]) => [name.toWellFormed(), value.toWellFormed()])),
  )

const REST = [
  'my_picks',
  'user_profiles',
  'access_codes',
  'runs',
  'past_parlays',
  'remote_releases',
  'no_such_table',
  'rpc/email_exists',
  'rpc/reserve_access_code',
  'rpc/start_run',
  'rpc/deliver_run',
  'rpc/rollouts',
]
const AUTH = [
  'token?grant_type=password',
  'token?grant_type=refresh_token',
  'token?grant_type=pkce',
  'token',
  'signup',
  'otp',
  'magiclink',
  'recover',
  'resend',
  'verify',
  'user',
  'logout',
  'authorize',
  'callback',
  'settings',
]
const path = fc.oneof(
  fc.tuple(fc.constantFrom(...REST), query).map(([name, search]) => `/rest/v1/${name}?${search}`),
  fc.constantFrom(...AUTH).map((name) => `/auth/v1/${name}`),
)

const FIELDS = [
  'email',
  'password',
  'phone',
  'data',
  'type',
  'token',
  'token_hash',
  'refresh_token',
  'create_user',
  'options',
  'p_email',
  'p_code',
  'p_date_of_birth',
  'p_run',
  'p_cost',
  'id',
  'user_id',
  'player_name',
  'code',
  'expires_at',
]
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  text,
  fc.constantFrom('a@example.com', 'magiclink', 'signup'),
)
const record = fc.dictionary(fc.constantFrom(...FIELDS), value, { maxKeys: 5 })
const body = fc.oneof(
  { weight: 6, arbitrary: record.map((fields) => JSON.stringify(fields)) },
  { weight: 2, arbitrary: fc.array(record, { maxLength: 3 }).map((rows) => JSON.stringify(rows)) },
  { weight: 1, arbitrary: value.map((json) => JSON.stringify(json)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '{',
      'null',
      nested(100),
      nested(5_000),
      'a,b\n1',
      'a=%00',
      `"${'x'.repeat(1.2e6)}"`,
    ),
  },
)

const rarelyPresent = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })
const headers = fc
  .record({
    'content-type': rarelyPresent(
      fc.constantFrom(
        'text/csv',
        'application/x-www-form-urlencoded',
        'multipart/form-data; boundary=x',
        'nonsense',
      ),
    ),
    prefer: rarelyPresent(
      fc.constantFrom(
        'return=representation',
        'count=exact',
        'handling=strict, x=y',
        'max-affected=x',
        ',,=;',
      ),
    ),
    range: rarelyPresent(
      fc.constantFrom('5-1', '-1', 'a-b', '99999999999999999999-', '0-99999999999999999999'),
    ),
    accept: rarelyPresent(
      fc.constantFrom('text/csv', 'application/vnd.pgrst.object+json', 'application/geo+json', 'nope'),
    ),
    'content-profile': rarelyPresent(fc.constantFrom('auth', 'nope', '')),
    authorization: rarelyPresent(fc.constantFrom('Bearer a.b.c', 'Basic x', 'Bearer ')),
  })
  .map((optional) => {
    const sentHeaders: Record<string, string> = {}
    for (const [name, header] of Object.entries(optional))
      if (header !== undefined) sentHeaders[name] = header
    return sentHeaders
  })

/** Generates calls of the auth and data interfaces in which most parts are malformed. */
export const malformedCall: fc.Arbitrary<MalformedCall> = fc
  .record({ path, method: fc.constantFrom('GET', 'POST', 'POST', 'PATCH', 'PUT', 'DELETE'), headers, body })
  .map(({ body: sent, ...call }) => (call.method === 'GET' ? call : { ...call, body: sent }))
