import { fetchLinesAnswer, gameLogRecordSchema, startRunAnswer } from '@propsight/shared/contracts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answeredLines } from '../testing/fake-server.ts'
import { aBatter, aLine, end, missing, start } from '../testing/players.ts'
import { linesReader, read, recordReader, startRunReader } from './answers.ts'
import { attempt, type Reader } from './shape.ts'

const place = { date: '2026-07-01', gamePk: 1, opponent: 'TEX', homeAway: 'HOME' }
const pitcher = {
  ...aBatter('Ana', []),
  type: 'pitcher',
  group: 'pitching',
  games: [
    {
      ...place,
      started: true,
      outs: 18,
      battersFaced: 24,
      strikeOuts: 7,
      hits: 5,
      earnedRuns: 2,
      runs: 3,
      baseOnBalls: 1,
      homeRuns: 1,
    },
  ],
}
interface Contract {
  parse(value: unknown): unknown
  safeParse(value: unknown): { success: boolean }
}

const SHAPES: readonly (readonly [Reader<unknown>, Contract, unknown])[] = [
  [startRunReader, startRunAnswer, { runId: crypto.randomUUID(), expiresAt: '2026-07-01T00:00:00Z' }],
  [linesReader, fetchLinesAnswer, answeredLines(aLine({ name: 'Ana', opponent: null, regularLine: 2.5 }))],
  ...[
    start(3),
    aBatter('Ana', [1, 2]),
    pitcher,
    missing('Ana', 'ambiguous name'),
    { type: 'error', message: 'no', code: 'INTERNAL', requestId: 'r' },
    end(2, 1),
  ].map((record) => [recordReader, gameLogRecordSchema, record] as const),
]

/** The value with one part of it taken away or made another type, once for every part. */
function* spoiled(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const bad of spoiled(item)) yield value.with(index, bad)
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      const { [key]: _gone, ...rest } = value as Record<string, unknown>
      yield rest
      for (const bad of spoiled(item)) yield { ...value, [key]: bad }
    }
  } else {
    yield typeof value === 'string' ? 7 : 'seven'
    yield -1.5
    yield null
  }
}

describe('answers of the server', () => {
  it('reads what the contract reads', () => {
    for (const [reader, contract, value] of SHAPES) expect(reader(value)).toEqual(contract.parse(value))
  })

  it('refuses what the contract refuses', () => {
    for (const [reader, contract, value] of SHAPES) {
      for (const bad of spoiled(value)) {
        const verdict = `${JSON.stringify(bad)} ${contract.safeParse(bad).success}`
        expect(`${JSON.stringify(bad)} ${attempt(reader, bad) !== null}`).toBe(verdict)
      }
    }
  })

  it('agrees with the contract on anything at all', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        for (const [reader, contract] of SHAPES) {
          expect(attempt(reader, value) !== null).toBe(contract.safeParse(value).success)
        }
      }),
    )
  })

  it.each(['2024-02-29', '2023-02-29', '2026-04-31', '2026-13-01', '2026-1-1', '0000-01-01'])(
    'agrees with the contract on whether %s is a day',
    (date) => {
      const record = { ...pitcher, games: pitcher.games.map((game) => ({ ...game, date })) }
      expect(attempt(recordReader, record) !== null).toBe(gameLogRecordSchema.safeParse(record).success)
    },
  )

  it('tells of another shape in a sentence', () => {
    expect(() => read(startRunReader, { run: 1 })).toThrow('cannot read')
  })
})
