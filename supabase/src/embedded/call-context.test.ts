import { expect, it } from 'vitest'
import { redactValues } from './call-context.ts'

it.each([
  ['invalid input syntax for type uuid: "hunter2 hunter2"', 'invalid input syntax for type uuid: …'],
  [
    'null value in column "sport" of relation "my_picks"',
    'null value in column "sport" of relation "my_picks"',
  ],
  ['"failed to parse filter (eyJhbGci.x)" (line 1, column 1)', '… …'],
  [
    "Could not find the function public.f(p_password) with 'a secret",
    'Could not find the function public.f… with …',
  ],
  ['Key (email)=(ada@example.com) already exists', 'Key …=… already exists'],
])('redactValues removes values from: %s', (sentence, redacted) => {
  expect(redactValues(sentence)).toBe(redacted)
})
