import { randomUUID } from 'node:crypto'
import type { TestUser } from '@propsight/api/testing'
import type { Line } from '@propsight/shared/contracts'
import { expect } from 'vitest'
import { playersOfBoard } from '../../../support/analysis/run-analysis.ts'
import { openTarget, type Target } from './target.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers of many routes, read by name
export type Answer = { status: number; text: string; body: any }

/** The requests that a run pays for, against a product of its own. */
export async function openPaidRequests() {
  const target: Target = await openTarget()
  const payer = await target.createUser()
  const paidRun = await startRun(payer, 'quick', 'All Stat Lines')
  const bookPath = `/api/fetch-lines?category=All%20Stat%20Lines&limit=5000&runId=${paidRun}`
  // All lines of the book, read with a paid run of another user.
  const book: Line[] = (await call(payer, bookPath)).body.players
  expect(new Set(book.map(({ statType }) => statType)).size).toBeGreaterThan(5)
  const hits = book.filter(({ statType, combo }) => statType === 'Hits' && !combo)

  async function call(user: TestUser | null, path: string, body?: object, headers = {}): Promise<Answer> {
    const response = await fetch(target.url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(user ? { authorization: `Bearer ${user.token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('application/json')
    return { status: response.status, text, body: isJson ? JSON.parse(text) : null }
  }
  async function startRun(user: TestUser, feature: string, category: string): Promise<string> {
    const { body, text } = await call(user, '/api/runs', { feature, category, idempotencyKey: randomUUID() })
    if (!body.runId) throw new Error(text)
    return body.runId
  }
  const readLines = (user: TestUser | null, runId: string, category = 'Hits', search = '') =>
    call(user, `/api/fetch-lines?category=${encodeURIComponent(category)}&runId=${runId}${search}`)
  async function creditsOf(user: TestUser): Promise<number> {
    const { data } = await user.client.from('user_profiles').select('credits').single()
    return data?.credits
  }
  const stateOf = async (runId: string) => {
    const [row] = await target.sql<{ state: string }[]>`select state from public.runs where id = ${runId}`
    return row?.state
  }
  const upload = (user: TestUser, runId: string) => {
    const form = new FormData()
    form.append('image', new Blob([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])]), 'a.png')
    const headers = { authorization: `Bearer ${user.token}` }
    return fetch(`${target.url}/api/extract-stats/mlb?runId=${runId}`, {
      method: 'POST',
      headers,
      body: form,
    })
  }

  /** Every paid route but the lines and the picture, with the players of some lines. */
  function paidRequests(user: TestUser | null, runId: string, lines: readonly Line[]) {
    const players = playersOfBoard(lines).slice(0, 20)
    const named = players.map(({ name, team }) => ({ name, team }))
    const [player] = players
    const extractedStats = lines.slice(0, 20)
    return [
      () => call(user, '/api/game-logs', { runId, players }),
      () => call(user, '/api/historical/mlb', { runId, players }),
      () => call(user, '/api/news-sentiment', { runId, players: named }),
      () => call(user, '/api/player-detail', { runId, player }),
      () => call(user, '/api/what-if', { runId, player, changes: {} }),
      () => call(user, '/api/analyze-performance/mlb', { runId, extractedStats, numPlayers: 3 }),
      () => call(user, '/api/mlb/api/v1/teams?sportId=1', undefined, { 'x-run-id': runId }),
    ]
  }
  /** Sends every paid request. @returns how many were sent, after checking that all were refused */
  async function expectAllRefused(user: TestUser, runId: string, lines: readonly Line[]): Promise<number> {
    const requests = paidRequests(user, runId, lines)
    for (const request of requests) {
      const { status, body, text } = await request()
      expect([status, body?.code], text.slice(0, 300)).toEqual([403, 'RUN_REQUIRED'])
    }
    return requests.length
  }
  return {
    target,
    book,
    hits,
    call,
    startRun,
    readLines,
    creditsOf,
    stateOf,
    upload,
    paidRequests,
    expectAllRefused,
  }
}
export type PaidRequests = Awaited<ReturnType<typeof openPaidRequests>>
