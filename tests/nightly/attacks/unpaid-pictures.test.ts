import type { TestUser } from '@propsight/api/testing'
import type { Line } from '@propsight/shared/contracts'
import { STARTING_CREDITS } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playersOfBoard } from '../../support/analysis/run-analysis.ts'
import { recordAttempts } from './support/attack-report.ts'
import { openPaidRequests, type PaidRequests } from './support/paid-requests.ts'

let paid: PaidRequests
beforeAll(async () => {
  paid = await openPaidRequests()
}, 120_000)
afterAll(() => paid?.target.close(), 30_000)

/** Records a picture with two rows as read. @returns a function that analyzes lines on its run */
async function readPicture(user: TestUser, runId: string) {
  const [first, second] = paid.hits
  const keyOf = ({ name = '' }: Partial<Line> = {}) => JSON.stringify([name.toLowerCase(), 'Hits'])
  const { data } = await paid.target.admin.rpc('deliver_run', {
    p_run: runId,
    p_user: user.id,
    p_picture: 'a'.repeat(64),
    p_covers: [keyOf(first), keyOf(second)],
  })
  expect(data).toBe('captured')
  const analyze = (extractedStats: unknown[]) =>
    paid.call(user, '/api/analyze-performance/mlb', { runId, extractedStats, numPlayers: 10 })
  expect((await analyze([first, second])).status).toBe(200)
  return analyze
}
/** One line of each of sixty players who are not on the picture. */
function otherLines(): Line[] {
  const [first, second] = paid.hits
  const single = paid.book.filter(({ combo }) => !combo)
  return [...new Map(single.map((line) => [line.name, line])).values()]
    .filter(({ name }) => name !== first?.name && name !== second?.name)
    .slice(0, 60)
}

describe('a run of a picture', () => {
  it('serves nothing before its picture, and its rows with few corrections afterwards', async () => {
    const user = await paid.target.createUser()
    const runId = await paid.startRun(user, 'image', 'Image')
    let attempts = await paid.expectAllRefused(user, runId, paid.book)
    expect((await paid.readLines(user, runId)).status).toBe(403)

    const analyze = await readPicture(user, runId)
    const others = otherLines()
    for (const some of [others, others.slice(0, 6)]) {
      expect((await analyze(some)).body.code).toBe('OUTSIDE_RUN')
      attempts += 1
    }
    let served = 0
    for (const line of others) {
      attempts += 1
      if ((await analyze([line])).status === 200) served += 1
    }
    expect(served).toBe(5)
    const players = playersOfBoard(others)
    for (const stats of [undefined, ['Hits', 'Runs', 'Total Bases']]) {
      attempts += 1
      const body = { runId, players: players.slice(10).map((player) => ({ ...player, stats })) }
      expect((await paid.call(user, '/api/game-logs', body)).body.code).toBe('OUTSIDE_RUN')
    }
    expect(await paid.creditsOf(user)).toBe(STARTING_CREDITS - 1)
    recordAttempts(
      'picture run without its picture, or for other rows',
      attempts,
      '5 corrections, rest refused',
    )
  }, 120_000)
})

describe('a picture whose rows are said to be one row', () => {
  it('serves three corrections for each that it allows', async () => {
    const user = await paid.target.createUser()
    const analyze = await readPicture(user, await paid.startRun(user, 'image', 'Image'))
    let served = 0
    for (const line of otherLines())
      if ((await analyze([{ ...line, id: 'image-1' }])).status === 200) served += 1
    expect(served).toBe(15)
    expect(await paid.creditsOf(user)).toBe(STARTING_CREDITS - 1)
    recordAttempts('other players as corrections of one row', 60, '15 served, rest refused')
  }, 120_000)
})

describe('requests without an account', () => {
  it('get at most 50 lines of the two pitcher categories, whatever the filter', async () => {
    const seen = new Set<string>()
    let attempts = 0
    const games = [...new Set(paid.book.map(({ gameId }) => gameId))].slice(0, 20)
    const filters = [
      '',
      '&limit=5000',
      '&live=true',
      '&state=NY',
      '&oddsType=standard',
      ...games.map((id) => `&gameIds=${id}`),
    ]
    for (const filter of filters) {
      const { body } = await paid.call(null, `/api/fetch-lines?category=Strikeouts${filter}`)
      for (const { id } of body.players) seen.add(id)
      attempts += 1
    }
    expect(seen.size).toBeLessThanOrEqual(50)
    for (const category of ['Hits', 'All Stat Lines', 'Total Bases', 'Runs']) {
      const path = `/api/fetch-lines?category=${encodeURIComponent(category)}`
      expect((await paid.call(null, path)).status).toBe(401)
      attempts += 1
    }
    const runId = await paid.startRun(paid.target.owner, 'quick', 'Hits')
    await paid.readLines(paid.target.owner, runId)
    expect((await paid.readLines(null, runId)).status).toBe(401)
    for (const request of paid.paidRequests(null, runId, paid.hits)) {
      expect((await request()).status).toBe(401)
      attempts += 1
    }
    recordAttempts('paid data without an account', attempts + 1, `${seen.size} pitcher lines, rest refused`)
  }, 60_000)
})
