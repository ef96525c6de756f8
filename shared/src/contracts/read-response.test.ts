import { describe, expect, it } from 'vitest'
import { newsSentimentResponse } from './analysis/ai-analysis.ts'
import { startRunResponse } from './analysis/lines.ts'
import { readResponse, readStoredJson, UNREADABLE_ANSWER } from './read-answer.ts'

const answer = { runId: '0b8f1a3e-3c38-4ed5-9a27-9d1d0f4d7c11', expiresAt: '2026-07-01T00:00:00Z' }

describe('N7: a server response', () => {
  it('is parsed by the contract, and loses unknown fields', () => {
    expect(readResponse(startRunResponse, { ...answer, later: 1 }).value).toEqual(answer)
  })
  it('throws a readable error when it does not match the contract', () => {
    for (const value of [null, [], 'text', {}, { ...answer, runId: 'run 7' }]) {
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
    expect(readStoredJson(startRunResponse, JSON.stringify(answer))).toEqual(answer)
    for (const text of [null, '', '{', 'null', '[]', '{"runId":1}'])
      expect(readStoredJson(startRunResponse, text)).toBeNull()
  })
})
