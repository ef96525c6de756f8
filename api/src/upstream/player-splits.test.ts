import { describe, expect, it } from 'vitest'
import { startUpstream, upstreamFailure } from './testing/start-upstream.ts'
import { refuse } from './testing/stub-service.ts'

const line = (plateAppearances: number, avg = '.250') => ({ plateAppearances, hits: 10, avg })
const block = (type: string, splits: readonly object[]) => ({
  type: { displayName: type },
  group: { displayName: 'hitting' },
  splits,
})
const hand = (code: string, stat: object, more: object = { team: { id: 147 } }) => ({
  split: { code },
  stat,
  ...more,
})
const seasonBlock = (stat: object = line(100)) => block('season', [{ stat, team: { id: 147 } }])

type Answer = (query: URLSearchParams) => unknown
const start = (answer: Answer) => startUpstream(({ searchParams }) => answer(searchParams))
const splits = async (answer: Answer) => (await start(answer)).upstream.stats.playerSplits(5, 'hitting', 2026)

describe('N12 a player’s season by hand', () => {
  it('is one question, as it was recorded, and kept', async () => {
    const { upstream, asked } = await start(() => ({
      stats: [
        seasonBlock(),
        block('statSplits', [hand('vl', line(30)), hand('vr', line(70)), hand('h', line(50))]),
      ],
    }))
    for (let round = 0; round < 2; round += 1) {
      expect((await upstream.stats.playerSplits(5, 'hitting', 2026)).value).toEqual({
        season: line(100),
        vsLeft: line(30),
        vsRight: line(70),
      })
    }
    expect(asked).toEqual([
      '/api/v1/people/5/stats?stats=season,statSplits&sitCodes=vl,vr&group=hitting&season=2026&gameType=R',
    ])
  })
  it('takes the total of who was traded, and no part of it for the whole', async () => {
    const parts = [hand('vl', line(10)), hand('vl', line(20), { team: { id: 111 } })]
    const whole = hand('vr', line(70), { numTeams: 2 })
    const { value } = await splits(() => ({
      stats: [
        block('season', [
          { stat: line(60), team: { id: 147 } },
          { stat: line(100), numTeams: 2 },
        ]),
        block('statSplits', [...parts, hand('vr', line(50)), whole]),
      ],
    }))
    expect(value).toEqual({ season: line(100), vsLeft: null, vsRight: line(70) })
  })
  it('is nothing for who has not played', async () => {
    const { upstream, asked } = await start(() => ({ stats: [] }))
    const { value } = await upstream.stats.playerSplits(5, 'hitting', 2026)
    expect(value).toEqual({ season: null, vsLeft: null, vsRight: null })
    expect(asked).toHaveLength(1)
  })
  it('is asked for otherwise where `vl,vr` is not known: vsL and vsR, then opponentHand', async () => {
    const { upstream, asked } = await start((query) => {
      const half = query.get('opponentHand')
      return { stats: [seasonBlock(half ? line(half === 'L' ? 30 : 70) : line(100))] }
    })
    const { value } = await upstream.stats.playerSplits(5, 'hitting', 2026)
    expect(value).toEqual({ season: line(100), vsLeft: line(30), vsRight: line(70) })
    // Nobody is asked twice for what is passed over.
    await upstream.stats.playerSplits(6, 'hitting', 2026)
    const more = '&group=hitting&season=2026&gameType=R'
    expect(asked.map((path) => path.replace(more, ''))).toEqual([
      '/api/v1/people/5/stats?stats=season,statSplits&sitCodes=vl,vr',
      '/api/v1/people/5/stats?stats=season&sitCodes=vsL',
      '/api/v1/people/5/stats?stats=season&opponentHand=L',
      '/api/v1/people/5/stats?stats=season&opponentHand=R',
      '/api/v1/people/6/stats?stats=season,statSplits&sitCodes=vl,vr',
      '/api/v1/people/6/stats?stats=season&opponentHand=L',
      '/api/v1/people/6/stats?stats=season&opponentHand=R',
    ])
  })
  it('shows nobody a whole season as a half of it', async () => {
    const { value } = await splits(() => ({ stats: [seasonBlock()] }))
    expect(value).toEqual({ season: line(100), vsLeft: null, vsRight: null })
  })
  it('keeps what is a number or a text, and fails where the answer is none', async () => {
    const odd = { plateAppearances: 4, avg: '.250', summary: null, deep: { hits: 1 } }
    const { value } = await splits(() => ({
      stats: [seasonBlock(odd), block('statSplits', [hand('vl', odd)])],
    }))
    expect(value.season).toEqual({ plateAppearances: 4, avg: '.250' })
    expect((await upstreamFailure(splits(() => ({ stats: 'none' })))).failure).toBe('unreadable')
  })
})

describe('N12 a batter against one pitcher', () => {
  const meeting = async (stats: readonly object[]) => {
    const { upstream, asked } = await start(() => ({ stats }))
    return { ...(await upstream.stats.vsPitcher(5, 9)).value, asked }
  }
  it('is one question, answered by the total', async () => {
    const {
      told,
      line: total,
      asked,
    } = await meeting([
      block('vsPlayer', [{ season: '2025', stat: line(7) }]),
      block('vsPlayerTotal', [{ stat: line(12) }]),
    ])
    expect([told, total]).toEqual([true, line(12)])
    expect(asked).toEqual([
      '/api/v1/people/5/stats?stats=vsPlayer&group=hitting&opposingPlayerId=9&gameType=R',
    ])
  })
  it('adds seasons up where there is no total: counts alone', async () => {
    const seasons = [line(7, '.333'), line(5)].map((stat, at) => ({ season: `${2024 + at}`, stat }))
    expect(await meeting([block('vsPlayer', seasons)])).toMatchObject({
      told: true,
      line: { plateAppearances: 12, hits: 20 },
    })
    expect(await meeting([block('vsPlayer', seasons)])).not.toHaveProperty('line.avg')
  })
  it('tells who never met from what the source does not know', async () => {
    expect(await meeting([block('vsPlayer', []), block('vsPlayerTotal', [])])).toMatchObject({
      told: true,
      line: null,
    })
    expect(await meeting([])).toMatchObject({ told: false, line: null })
  })
  it('may fail as often as it likes: boards are read on', async () => {
    const { upstream } = await startUpstream((url, response) =>
      url.pathname.endsWith('/stats') ? refuse(response, 500) : { people: [] },
    )
    for (let id = 1; id < 9; id += 1) await upstreamFailure(upstream.stats.vsPitcher(id, 9))
    expect(upstream.state()['stats service'].breaker).toBe('closed')
    expect((await upstream.stats.players(2026)).value).toEqual([])
  })
})
