import * as z from '@propsight/shared/schema'
import { describe, expect, it } from 'vitest'
import { newsSentimentResponse } from './analysis/ai-analysis.ts'
import { startRunResponse } from './analysis/lines.ts'
import { countSkipped, readAnswer, readResponse, readStoredJson, UNREADABLE_ANSWER } from './read-answer.ts'

const entry = z.object({
  name: z.string(),
  side: z.enum(['OVER', 'UNDER']).optional(),
  odds: z.array(z.number()).max(3).optional(),
  quotes: z.array(z.object({ book: z.string() })).min(1),
})
const schema = z.object({
  at: z.string(),
  players: z.array(entry),
  notes: z.array(z.object({ id: z.int() })).optional(),
})
const good = (name: string) => ({ name, quotes: [{ book: 'a' }] })
const answer = (players: unknown, more = {}) => ({ at: 'noon', players, ...more })

describe('readAnswer', () => {
  it('returns an answer that matches as it is', () => {
    expect(readAnswer(schema, answer([good('A')]))).toEqual({ value: answer([good('A')]), skipped: [] })
  })

  it.each([null, undefined, 7, 'text', {}, [], { ...good('B'), name: 1 }, { name: 'B' }])(
    'skips and counts the entry %j',
    (bad) => {
      const { value, skipped } = readAnswer(schema, answer([good('A'), bad, good('C')]))
      expect(value.players.map(({ name }) => name)).toEqual(['A', 'C'])
      expect([countSkipped(skipped, 'players'), countSkipped(skipped, 'notes')]).toEqual([1, 0])
    },
  )

  it('names the list, and the place and problem of its first unreadable entry', () => {
    const bad = { ...good('B'), name: 1 }
    const { skipped } = readAnswer(schema, answer([good('A'), bad, bad]))
    expect(skipped).toEqual([
      { list: 'players', skipped: 2, reason: 'name: Invalid input: expected string, received number' },
    ])
  })

  it('keeps an entry without an optional field that cannot be read, such as a new value of an enum', () => {
    const { value, skipped } = readAnswer(schema, answer([{ ...good('A'), side: 'PUSH' }]))
    expect(value.players).toEqual([{ ...good('A'), side: undefined }])
    expect(skipped).toEqual([])
  })

  it('skips an entry of a list in an entry, and the entry if nothing is left of a required list', () => {
    const two = { name: 'A', quotes: [{ book: 'a' }, { book: 2 }] }
    expect(readAnswer(schema, answer([two, good('B')])).value.players).toEqual([good('A'), good('B')])
    const none = { name: 'A', quotes: [null] }
    expect(readAnswer(schema, answer([none, good('B')])).value.players).toEqual([good('B')])
  })

  it('leaves out a series of numbers as a whole, because a missing number moves the others', () => {
    const { value } = readAnswer(schema, answer([{ ...good('A'), odds: [1, null, 3] }]))
    expect(value.players).toEqual([{ ...good('A'), odds: undefined }])
  })

  it('treats a list of which nothing can be read as absent', () => {
    expect(readAnswer(schema, answer([good('A')], { notes: [null, {}] })).value.notes).toBeUndefined()
    expect(() => readAnswer(schema, answer([null, 'x']))).toThrow(/players/)
  })

  it('reads an empty list as empty', () => {
    expect(readAnswer(schema, answer([])).value.players).toEqual([])
  })

  it.each([null, 'text', [], {}, { players: [] }, { at: 1, players: [] }, answer('none')])(
    'throws for %j, whose required parts cannot be read',
    (bad) => expect(() => readAnswer(schema, bad)).toThrow(),
  )

  it('skips entries of an answer that is a list, and inside of the option of a union that matches furthest', () => {
    const list = z.union([z.string(), z.array(entry)])
    expect(readAnswer(list, [good('A'), null])).toMatchObject({
      value: [good('A')],
      skipped: [{ list: '', skipped: 1 }],
    })
  })

  it('does not change the answer', () => {
    const body = answer([good('A'), null])
    readAnswer(schema, body)
    expect(body.players).toEqual([good('A'), null])
  })
})

const startedRun = { runId: '0b8f1a3e-3c38-4ed5-9a27-9d1d0f4d7c11', expiresAt: '2026-07-01T00:00:00Z' }

describe('N7: a server response', () => {
  it('is parsed by the contract, and loses unknown fields', () => {
    expect(readResponse(startRunResponse, { ...startedRun, later: 1 }).value).toEqual(startedRun)
  })
  it('throws a readable error when it does not match the contract', () => {
    for (const value of [null, [], 'text', {}, { ...startedRun, runId: 'run 7' }]) {
      expect(() => readResponse(startRunResponse, value)).toThrow(UNREADABLE_ANSWER)
    }
  })
  it('counts the entries of its lists that it skips', () => {
    const player = { name: 'A', team: 'SEA', availability: null, moves: [], sentiment: 'neutral' }
    const data = { players: [player, { ...player, sentiment: 'unsure' }], readAt: '', stale: false }
    expect(readResponse(newsSentimentResponse, { success: true, data })).toMatchObject({
      value: { data: { players: [player] } },
      skipped: [{ list: 'data.players', skipped: 1 }],
    })
  })
  it('parses to null when its stored copy is missing or invalid', () => {
    expect(readStoredJson(startRunResponse, JSON.stringify(startedRun))).toEqual(startedRun)
    for (const text of [null, '', '{', 'null', '[]', '{"runId":1}'])
      expect(readStoredJson(startRunResponse, text)).toBeNull()
  })
})
