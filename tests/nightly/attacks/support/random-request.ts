import type { RawRequest } from '@propsight/api/testing'
import fc from 'fast-check'
import { arbitraryOf } from './arbitrary-of.ts'
import { HOSTILE_TEXTS, hostileText } from './hostile-values.ts'
import type { AttackedRoute } from './list-routes.ts'

const encoded = (text: string) => encodeURIComponent(text.toWellFormed().slice(0, 400))
const json = (value: unknown) => JSON.stringify(value) ?? 'null'

const pathOf = ({ path, parameters }: AttackedRoute): fc.Arbitrary<string> => {
  const tricks = fc.constantFrom(
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/x',
    '/%zz',
    '/%00',
    ';a=b',
    '//',
    '/..%5c..%5c',
  )
  const filled = hostileText.map((text) =>
    parameters.length === 0 ? path : path.replace(/picks|mlb$|NYY|[\da-f-]{36}/, encoded(text) || 'x'),
  )
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(path) },
    { weight: 2, arbitrary: filled },
    { weight: 1, arbitrary: tricks.map((trick) => path + trick) },
  )
}

const queryOf = ({ query }: AttackedRoute): fc.Arbitrary<string> => {
  const wild = fc.dictionary(
    fc.constantFrom('limit', 'after', '__proto__', 'constructor[x]', 'a[b]'),
    hostileText,
    {
      maxKeys: 3,
    },
  )
  const sane = query ? arbitraryOf(query) : fc.constant({})
  return fc.tuple(sane, fc.option(wild, { nil: {} })).map(([given, more]) => {
    const pairs = Object.entries({ ...(typeof given === 'object' ? given : {}), ...more })
    const text = pairs
      .map(([name, value]) => `${encoded(name)}=${encoded(typeof value === 'string' ? value : json(value))}`)
      .join('&')
    return text === '' ? '' : `?${text}`
  })
}

const bodyOf = ({ body }: AttackedRoute): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: (body ? arbitraryOf(body) : fc.jsonValue()).map(json) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '{',
        'null',
        '[',
        '{"__proto__":{"a":1}}',
        `${'['.repeat(20_000)}`,
        '"\\ud800"',
      ),
    },
  )

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'multipart/form-data; boundary=x',
]
/** Generates requests for a route, most of them almost valid, with malformed or hostile parts. */
export const callOf = (route: AttackedRoute, tokens: readonly string[]): fc.Arbitrary<RawRequest> =>
  fc
    .tuple(
      pathOf(route),
      queryOf(route),
      bodyOf(route),
      fc.oneof(
        { weight: 8, arbitrary: fc.constant(TYPES[0] ?? '') },
        { weight: 1, arbitrary: fc.constantFrom(...TYPES) },
      ),
      fc.constantFrom(...tokens),
      fc.option(fc.constantFrom(...HOSTILE_TEXTS), { nil: null }),
    )
    .map(([path, query, body, type, token, header]) => ({
      method: route.method,
      path: path + query,
      headers: {
        'content-type': type,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(header === null
          ? {}
          : {
              'x-request-id': encoded(header),
              'x-run-id': encoded(header),
              'if-none-match': encoded(header),
            }),
      },
      body: route.method === 'GET' ? null : body,
    }))
