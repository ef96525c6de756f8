import { expect, it } from 'vitest'
import { chooseMediaType } from './user-requests.ts'

const JSON_TYPE = 'application/json'
const OBJECT = 'application/vnd.pgrst.object+json'

it.each([
  ['application/json, text/csv', JSON_TYPE],
  ['text/csv, application/json', JSON_TYPE],
  ['text/csv;q=1, */*;q=0.1', JSON_TYPE],
  [`application/json;q=0.5, ${OBJECT}`, OBJECT],
  [`application/json, ${OBJECT}`, JSON_TYPE],
  [`${OBJECT};q=0, application/*`, JSON_TYPE],
  ['APPLICATION/JSON; Q=0.3', JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['text/csv', null],
  ['application/json;q=0', null],
  ['application/json;q=nonsense', null],
  ['constructor', null],
  ['', null],
])('Accept: %s selects %s', (accept, mediaType) => {
  expect(chooseMediaType(accept)).toBe(mediaType)
})
