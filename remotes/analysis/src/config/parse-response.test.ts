import { startRunResponse } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { read, readJson } from './parse-response.ts'

const answer = { runId: '0b8f1a3e-3c38-4ed5-9a27-9d1d0f4d7c11', expiresAt: '2026-07-01T00:00:00Z' }

describe('N7: a server response', () => {
  it('is parsed by the contract, and loses unknown fields', () => {
    expect(read(startRunResponse, { ...answer, later: 1 })).toEqual(answer)
  })
  it('throws a readable error when it does not match the contract', () => {
    for (const value of [null, [], 'text', {}, { ...answer, runId: 'run 7' }]) {
      expect(() => read(startRunResponse, value)).toThrow('This version cannot read the server’s answer')
    }
  })
  it('parses to null when its stored copy is missing or invalid', () => {
    expect(readJson(startRunResponse, JSON.stringify(answer))).toEqual(answer)
    for (const text of [null, '', '{', 'null', '[]', '{"runId":1}'])
      expect(readJson(startRunResponse, text)).toBeNull()
  })
})
