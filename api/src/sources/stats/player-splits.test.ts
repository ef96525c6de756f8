import { describe, expect, it } from 'vitest'
import { refuse } from '../testing/stub-service.ts'
import { startUpstream, upstreamFailure } from '../testing/test-upstream.ts'

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

describe('N12 the splits of a player season', () => {
  it('are read in one request with the recorded query and cached', async () => {
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
  it('use the total of a traded player and never a part of it', async () => {
    const parts = [hand('vl', line(10)), hand('vl', line(20), { team: { id: 111 } })]
    const seasonTotal = hand('vr', line(70), { numTeams: 2 })
    const { value } = await splits(() => ({
      stats: [
        block('season', [
          { stat: line(60), team: { id: 147 } },
          { stat: line(100), numTeams: 2 },
        ]),
        block('statSplits', [...parts, hand('vr', line(50)), seasonTotal]),
      ],
    }))
    expect(value).toEqual({ season: line(100), vsLeft: null, vsRight: line(70) })
  })
  it('are null for a player without games', async () => {
    const { upstream, asked } = await start(() => ({ stats: [] }))
    const { value } = await upstream.stats.playerSplits(5, 'hitting', 2026)
    expect(value).toEqual({ season: null, vsLeft: null, vsRight: null })
    expect(asked).toHaveLength(1)
  })
  it('are requested as vsL and vsR and then as opponentHand when `vl,vr` is unknown', async () => {
    const { upstream, asked } = await start((query) => {
      const half = query.get('opponentHand')
      return { stats: [seasonBlock(half ? line(half === 'L' ? 30 : 70) : line(100))] }
    })
    const { value } = await upstream.stats.playerSplits(5, 'hitting', 2026)
    expect(value).toEqual({ season: line(100), vsLeft: line(30), vsRight: line(70) })
    // The unsupported form is not requested again.
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
  it('are null when the service ignores the split and returns the whole season', async () => {
    const { value } = await splits(() => ({ stats: [seasonBlock()] }))
    expect(value).toEqual({ season: line(100), vsLeft: null, vsRight: null })
  })
  it('keep only numbers and texts, and fail for an invalid answer', async () => {
    const odd = { plateAppearances: 4, avg: '.250', summary: null, deep: { hits: 1 } }
    const { value } = await splits(() => ({
      stats: [seasonBlock(odd), block('statSplits', [hand('vl', odd)])],
    }))
    expect(value.season).toEqual({ plateAppearances: 4, avg: '.250' })
    expect((await upstreamFailure(splits(() => ({ stats: 'none' })))).failure).toBe('unreadable')
  })
})

describe('N12 the totals of a batter against one pitcher', () => {
  const meeting = async (stats: readonly object[]) => {
    const { upstream, asked } = await start(() => ({ stats }))
    return { ...(await upstream.stats.vsPitcher(5, 9)).value, asked }
  }
  it('are read in one request and prefer the total row', async () => {
    const {
      available: hasData,
      line: total,
      asked,
    } = await meeting([
      block('vsPlayer', [{ season: '2025', stat: line(7) }]),
      block('vsPlayerTotal', [{ stat: line(12) }]),
    ])
    expect([hasData, total]).toEqual([true, line(12)])
    expect(asked).toEqual([
      '/api/v1/people/5/stats?stats=vsPlayer&group=hitting&opposingPlayerId=9&gameType=R',
    ])
  })
  it('are the summed counts of all seasons when there is no total', async () => {
    const seasons = [line(7, '.333'), line(5)].map((stat, at) => ({ season: `${2024 + at}`, stat }))
    expect(await meeting([block('vsPlayer', seasons)])).toMatchObject({
      available: true,
      line: { plateAppearances: 12, hits: 20 },
    })
    expect(await meeting([block('vsPlayer', seasons)])).not.toHaveProperty('line.avg')
  })
  it('distinguish players who never met from a source without the data', async () => {
    expect(await meeting([block('vsPlayer', []), block('vsPlayerTotal', [])])).toMatchObject({
      available: true,
      line: null,
    })
    expect(await meeting([])).toMatchObject({ available: false, line: null })
  })
  it('fail without opening the breaker of board requests', async () => {
    const { upstream } = await startUpstream((url, response) =>
      url.pathname.endsWith('/stats') ? refuse(response, 500) : { people: [] },
    )
    for (let id = 1; id < 9; id += 1) await upstreamFailure(upstream.stats.vsPitcher(id, 9))
    expect(upstream.state()['stats service'].breaker).toBe('closed')
    expect((await upstream.stats.players(2026)).value).toEqual([])
  })
})
