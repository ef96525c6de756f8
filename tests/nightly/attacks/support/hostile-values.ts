import fc from 'fast-check'

const BELL = '\u0007'
/**
 * Known problematic texts: SQL, paths, markup, templates, formats, Unicode, prototypes, regular expressions.
 */
export const FUZZ_TEXTS: readonly string[] = [
  "'; drop table user_profiles; --",
  "1' or '1'='1",
  '$1',
  '../../../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '\\\\evil.test\\share',
  'file:///etc/passwd',
  '%00',
  '\0',
  '\ud800',
  '{{7*7}}<%= 7*7 %>#{7*7}',
  '"><svg onload=alert(1)>',
  'javascript:alert(1)',
  'a\r\nSet-Cookie: b=c',
  '=cmd|calc!A1',
  '2026-02-30',
  '9999-12-31',
  '0000-00-00',
  '-1',
  '1e309',
  'NaN',
  '٣',
  'İ',
  '\u202egpj.exe',
  BELL,
  '00000000-0000-0000-0000-000000000000',
  '__proto__',
  'constructor',
  'a'.repeat(5_000),
  ' '.repeat(5_000),
  `${'a'.repeat(2_000)}!`,
  '1'.repeat(400),
]

/** Keys used for prototype pollution. */
export const POLLUTING_KEYS = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'] as const

export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...FUZZ_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
)

/** JSON values of arbitrary types with hostile texts and keys. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(null, true, 0, -1, -0, 1.5, 2 ** 53, -(2 ** 63), 1e308, [], {}, [[]]),
  },
  { weight: 1, arbitrary: fc.array(hostileText, { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.constantFrom(...POLLUTING_KEYS, 'id', 'length'), hostileText) },
)
