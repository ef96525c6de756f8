import { randomUUID } from 'node:crypto'
import type { GameLogRecord, Line, PlayerDetail } from '@propsight/shared/contracts'
import { findStatType, STARTING_CREDITS } from '@propsight/shared/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseRecord, playersOfBoard } from '../../support/analysis/run-analysis.ts'
import { recordAttempts } from './support/attack-report.ts'
import { openPaidRequests, type PaidRequests } from './support/paid-requests.ts'

let paid: PaidRequests
beforeAll(async () => {
  paid = await openPaidRequests()
}, 120_000)
afterAll(() => paid?.target.close(), 30_000)

const EMPTY_FILTER = '&gameIds=no-such-game'

describe('paid data under a hold', () => {
  it('is refused before the lines, after a release, and after the expiry', async () => {
    const user = await paid.target.createUser()
    let attempts = 0
    const held = await paid.startRun(user, 'quick', 'All Stat Lines')
    attempts += await paid.expectAllRefused(user, held, paid.book)
    expect(await paid.stateOf(held)).toBe('held')

    // The only way of a client to a release: a board without lines.
    const released = await paid.startRun(user, 'quick', 'Hits')
    expect((await paid.readLines(user, released, 'Hits', EMPTY_FILTER)).body.players).toEqual([])
    expect(await paid.stateOf(released)).toBe('released')
    attempts += await paid.expectAllRefused(user, released, paid.hits)
    expect((await paid.readLines(user, released)).status).toBe(403)

    const expired = await paid.startRun(user, 'ai', 'Hits')
    await paid.readLines(user, expired)
    await paid.target.sql`update public.runs set expires_at = now() where id = ${expired}`
    attempts += await paid.expectAllRefused(user, expired, paid.hits)
    expect((await paid.readLines(user, expired)).status).toBe(403)
    recordAttempts('paid data without a paid run', attempts + 3, 'all refused')
  }, 120_000)

  it('is charged with the lines: nothing that follows returns the credit', async () => {
    const user = await paid.target.createUser()
    const runId = await paid.startRun(user, 'quick', 'Hits')
    const { body } = await paid.readLines(user, runId)
    expect(body.players.length).toBeGreaterThan(10)
    expect(await paid.stateOf(runId)).toBe('captured')
    const unknownPlayer = { ...body.players[0], name: 'No Body', team: 'XXX' }
    const attempts = [
      () => paid.readLines(user, runId, 'Hits', EMPTY_FILTER),
      () => paid.readLines(user, runId, 'Runs'),
      ...paid.paidRequests(user, runId, [unknownPlayer]),
    ]
    for (const attempt of attempts) await attempt()
    expect([await paid.stateOf(runId), await paid.creditsOf(user)]).toEqual([
      'captured',
      STARTING_CREDITS - 1,
    ])
    recordAttempts('release after the delivery', attempts.length, 'the charge stays')
  }, 120_000)

  it('is charged in every race of a delivery with a release', async () => {
    const rounds = 12
    let delivered = 0
    for (let round = 0; round < rounds; round += 1) {
      // A board that an account has paid for is open for a while: each round has an account of its own.
      const user = await paid.target.createUser()
      const runId = await paid.startRun(user, 'quick', 'Hits')
      const searches = round % 2 === 0 ? ['', EMPTY_FILTER, '&limit=7', EMPTY_FILTER] : [EMPTY_FILTER, '']
      const answers = await Promise.all(searches.map((search) => paid.readLines(user, runId, 'Hits', search)))
      const hasLines = answers.some(({ body }) => body.players?.length > 0)
      expect(await paid.stateOf(runId)).toBe(hasLines ? 'captured' : 'released')
      expect(await paid.creditsOf(user)).toBe(STARTING_CREDITS - (hasLines ? 1 : 0))
      if (hasLines) delivered += 1
    }
    recordAttempts('race of delivery and release', rounds, `${delivered} delivered, ${delivered} charged`)
  }, 120_000)

  it('of one key is held once for parallel and repeated starts', async () => {
    const user = await paid.target.createUser()
    const body = { feature: 'quick', category: 'Hits', idempotencyKey: randomUUID() }
    const starts = await Promise.all(Array.from({ length: 30 }, () => paid.call(user, '/api/runs', body)))
    expect(new Set(starts.map((start) => start.body.runId)).size).toBe(1)
    const [start] = starts
    await paid.readLines(user, start?.body.runId)
    expect((await paid.call(user, '/api/runs', body)).body.runId).toBe(start?.body.runId)
    expect(await paid.creditsOf(user)).toBe(STARTING_CREDITS - 1)
    recordAttempts('replayed idempotency key', starts.length + 1, 'one charge')
  }, 60_000)
})

describe('a run of one market', () => {
  it('serves the forecasts of its market and the players of its lines only', async () => {
    const user = await paid.target.createUser()
    const runId = await paid.startRun(user, 'quick', 'Hits')
    const { body } = await paid.readLines(user, runId, 'Hits', '&limit=40')
    const lines: Line[] = body.players
    const players = playersOfBoard(lines)
    const logs = await paid.call(user, '/api/game-logs', { runId, players })
    const records: GameLogRecord[] = logs.text.trim().split('\n').map(parseRecord)
    const history = await paid.call(user, '/api/historical/mlb', { runId, players })
    const stats = [...records, ...history.body.data.players].flatMap((record) =>
      'forecasts' in record ? (record.forecasts ?? []).map(({ stat }: { stat: string }) => stat) : [],
    )
    expect(stats.length).toBeGreaterThan(20)
    expect(new Set(stats)).toEqual(new Set(['Hits']))
    const detail: PlayerDetail = (await paid.call(user, '/api/player-detail', { runId, player: players[0] }))
      .body
    expect(detail.why.map(({ stat }) => stat)).toEqual(['Hits'])

    const names = new Set(lines.map(({ name }) => name))
    const others = paid.book.filter(({ name, statType }) => !names.has(name) && findStatType(statType))
    const otherGroup = players.map((player) => ({ ...player, group: 'pitching' }))
    const withStats = players.map((player) => ({ ...player, stats: ['Total Bases', 'Runs'] }))
    let attempts = 0
    for (const request of paid.paidRequests(user, runId, others).slice(0, -1)) {
      attempts += 1
      const answer = await request()
      expect(answer.status, answer.text.slice(0, 300)).toBe(403)
    }
    for (const statType of new Set(paid.book.map((line) => line.statType))) {
      if (statType === 'Hits') continue
      attempts += 1
      const extractedStats = [{ ...lines[0], statType }]
      const body = { runId, extractedStats, numPlayers: 1 }
      expect((await paid.call(user, '/api/analyze-performance/mlb', body)).status).toBe(403)
    }
    for (const group of [otherGroup, [...players, ...otherGroup]])
      expect((await paid.call(user, '/api/game-logs', { runId, players: group })).status).toBe(403)
    const extra = await paid.call(user, '/api/game-logs', { runId, players: withStats })
    expect(extra.text).not.toContain('"stat":"Total Bases"')
    for (const category of ['All Stat Lines', 'Runs', 'Strikeouts'])
      expect((await paid.readLines(user, runId, category)).status).toBe(403)
    expect(await paid.creditsOf(user)).toBe(STARTING_CREDITS - 1)
    recordAttempts('one market used for other players and markets', attempts + 6, 'all refused')
  }, 120_000)

  it('serves nothing to another user, to anyone as a picture, or as a parlay', async () => {
    const runId = await paid.startRun(paid.target.owner, 'quick', 'Hits')
    await paid.readLines(paid.target.owner, runId)
    let attempts = await paid.expectAllRefused(paid.target.attacker, runId, paid.hits)
    expect((await paid.readLines(paid.target.attacker, runId)).status).toBe(403)
    for (const user of [paid.target.attacker, paid.target.owner])
      expect((await paid.upload(user, runId)).status).toBe(403)

    const { data: parlay } = await paid.target.admin.rpc('start_run', {
      p_user: paid.target.attacker.id,
      p_feature: 'parlay',
      p_category: 'Parlay',
      p_cost: 1,
      p_key: randomUUID(),
      p_ttl_seconds: 600,
    })
    attempts += await paid.expectAllRefused(paid.target.attacker, parlay.id, paid.hits)
    expect((await paid.readLines(paid.target.attacker, parlay.id)).status).toBe(403)
    expect(await paid.stateOf(parlay.id)).toBe('held')
    recordAttempts('run of another user or feature', attempts + 4, 'all refused')
  }, 60_000)
})
