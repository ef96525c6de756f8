import { expect, it, vi } from 'vitest'
import type { ZodType } from 'zod'
import * as z from 'zod'
import { cacheParsed, createBoardParser } from './board-body.ts'

const RUN = '0b6f4f0e-7c0f-4f0a-9f43-0d1f6a0c8a11'
const OTHER_RUN = '9d0d2c44-6d5b-4a86-8f0e-53c1a1f0be22'
const board = (name = 'Aaron Judge') => [{ name, team: 'NYY', group: 'hitting' }]

it('the players of one board are parsed once for all requests and runs', () => {
  const parse = createBoardParser()
  const first = parse({ runId: RUN, players: board(' Aaron Judge ') })
  const second = parse({ runId: OTHER_RUN, players: board(' Aaron Judge ') })
  expect(first).toMatchObject({ runId: RUN, players: board() })
  expect(second.runId).toBe(OTHER_RUN)
  expect(second.players).toBe(first.players)
  expect(second.playersKey).toBe(first.playersKey)
  expect(parse({ runId: RUN, players: board('Juan Soto') }).playersKey).not.toBe(first.playersKey)
})

it('spaces, order, repetitions and the rows of players do not change the key of a board', () => {
  const parse = createBoardParser()
  const [judge, soto] = [...board('Aaron Judge'), ...board('Juan Soto')]
  const keyOf = (...players: object[]) => parse({ runId: RUN, players }).playersKey
  const key = keyOf({ ...judge }, { ...soto })
  expect(keyOf({ ...soto }, { ...judge })).toBe(key)
  expect(keyOf({ ...judge, name: '  Aaron Judge   ' }, { ...soto, team: ' NYY ' })).toBe(key)
  expect(keyOf({ ...judge }, { ...soto }, { ...judge })).toBe(key)
  expect(keyOf({ ...judge, stats: ['Hits'], rows: ['a'] }, { ...soto })).toBe(key)
  expect(keyOf({ ...judge })).not.toBe(key)
  expect(keyOf({ ...judge, group: 'pitching' }, { ...soto })).not.toBe(key)
})

it('a body that violates the schema is refused, also after a valid board', () => {
  const parse = createBoardParser()
  parse({ runId: RUN, players: board() })
  const bad: unknown[] = [
    null,
    'text',
    [],
    {},
    { runId: RUN },
    { runId: 'none', players: board() },
    { runId: RUN, players: board(), more: 1 },
    { runId: RUN, players: [] },
    { runId: RUN, players: [{ ...board()[0], more: 1 }] },
    { runId: RUN, players: board('Aaron\0') },
  ]
  for (const body of bad)
    expect(() => parse(body), JSON.stringify(body)).toThrow(expect.objectContaining({ status: 400 }))
})

it('the parse cache keeps the most recent bodies up to its size', () => {
  const schema: ZodType<string> = z.string()
  const looked = vi.spyOn(schema, 'safeParse')
  const parse = cacheParsed(schema, 10)
  for (const text of ['aaaa', 'aaaa', 'bbbb', 'aaaa']) parse(text)
  // Each text has six characters with its quotation marks, so two do not fit.
  expect(looked).toHaveBeenCalledTimes(3)
})
