import { startRunAnswer } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { read, readJson } from './read.ts'

const answer = { runId: '0b8f1a3e-3c38-4ed5-9a27-9d1d0f4d7c11', expiresAt: '2026-07-01T00:00:00Z' }

describe('N7: an answer of the server', () => {
  it('is parsed by the contract, without unknown fields', () => {
    expect(read(startRunAnswer, { ...answer, later: 1 })).toEqual(answer)
  })
  it('throws a readable error when it does not match the contract', () => {
    for (const value of [null, [], 'text', {}, { ...answer, runId: 'run 7' }]) {
      expect(() => read(startRunAnswer, value)).toThrow('in a form that this version cannot read')
    }
  })
  it('reads as null from storage when it is invalid there', () => {
    expect(readJson(startRunAnswer, JSON.stringify(answer))).toEqual(answer)
    for (const text of [null, '', '{', 'null', '[]', '{"runId":1}'])
      expect(readJson(startRunAnswer, text)).toBeNull()
  })
})
