import { expect, it } from 'vitest'
import { failureText } from './format.ts'

it.each([
  [
    Object.assign(new Error('Unable to connect'), { code: 'CONNECTION_ERROR' }),
    'The server does not answer.',
  ],
  [Object.assign(new Error('No forecast'), { code: 'UPSTREAM_FAILED' }), 'No forecast.'],
  [new Error('Of its own.'), 'Of its own.'],
  [new SyntaxError("Unexpected token '<'"), 'The server’s answer cannot be read.'],
  [new Error(''), undefined],
  [null, undefined],
])('W1 W2 failureText describes the cause of an error: %s', (error, text) =>
  expect(failureText(error)).toBe(text),
)
