import { describe, expect, it, vi } from 'vitest'
import { refuse } from '../testing/stub-service.ts'
import { startUpstream, upstreamFailure } from '../testing/test-upstream.ts'
import { parseBoard } from './lines-client.ts'

describe('the lines client', () => {
  const page = (number: number, pages: number, team = 'NYY') => ({
    data: [
      {
        type: 'projection',
        id: `line ${number}`,
        attributes: {
          description: 'BOS',
          line_score: 1.5,
          stat_type: 'Hits',
          start_time: '2026-07-15T19:00:00-04:00',
          status: 'pre_game',
        },
        relationships: { new_player: { data: { id: 'a' } } },
      },
    ],
    included: [
      {
        type: 'new_player',
        id: 'a',
        attributes: { name: 'A B', team, position: 'OF', league: 'MLB' },
      },
    ],
    meta: { current_page: number, total_pages: pages },
  })

  it('requests the MLB board of California page by page', async () => {
    const { upstream, asked } = await startUpstream((url) =>
      page(Number(url.searchParams.get('page') ?? 1), 2),
    )
    const { value } = await upstream.lines.board()
    expect(value.lines.map(({ id }) => id)).toEqual(['line 1', 'line 2'])
    expect(asked[0]).toBe(
      '/projections?league_id=2&per_page=10000&single_stat=true&game_mode=pickem&state_code=CA',
    )
    expect(asked).toHaveLength(2)
  })
  it('names clubs by the codes of the stats service', async () => {
    const { upstream } = await startUpstream(() => page(1, 1, 'ARI'))
    expect((await upstream.lines.board()).value.lines.map(({ team }) => team)).toEqual(['AZ'])
  })
  it('has at most six requests in flight', async () => {
    let inFlight = 0
    let mostInFlight = 0
    const { upstream, asked } = await startUpstream(async () => {
      inFlight += 1
      mostInFlight = Math.max(mostInFlight, inFlight)
      await new Promise((answer) => setTimeout(answer, 20))
      inFlight -= 1
      return page(1, 1)
    })
    const states = ['CA', 'CO', 'DC', 'FL', 'GA', 'IL', 'KS', 'MA', 'MN']
    await Promise.all(states.map((state) => upstream.lines.board(state)))
    expect(asked).toHaveLength(9)
    expect(mostInFlight).toBe(6)
  })
  it.each([401, 403])(
    'reports the refusal %i of the book without a retry and opens its breaker',
    async (status) => {
      const { upstream, asked } = await startUpstream((_, response) => refuse(response, status))
      const error = await upstreamFailure(upstream.lines.board())
      expect(error).toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE' })
      expect(error.message).toContain(`PrizePicks refuses our requests (${status})`)
      expect(asked).toHaveLength(1)
      expect(upstream.state().lines.breaker).toBe('open')
      expect((await upstreamFailure(upstream.lines.board())).message).toContain('PrizePicks')
      expect(asked).toHaveLength(1)
    },
  )
  it('H5 retries four times after 429 and serves the cached board as stale', async () => {
    let slow = false
    const { upstream, asked, timer } = await startUpstream((_, response) =>
      slow ? refuse(response, 429) : page(1, 1),
    )
    await upstream.lines.board()
    slow = true
    timer.skip(60 * 60 * 1000)
    const before = asked.length
    const read = await upstream.lines.board()
    expect(asked.length - before).toBe(5)
    expect(timer.slept).toEqual([2_000, 4_000, 8_000, 16_000])
    expect(read).toMatchObject({ stale: true, value: { lines: [{ id: 'line 1' }] } })
  })
  const lineOf = (id: string, attributes: object = {}) => {
    const [first] = page(1, 1).data
    return { ...first, id, attributes: { ...first?.attributes, ...attributes } }
  }
  const boardOf = async (lines: readonly unknown[], meta: unknown = undefined) => {
    const body = { ...page(1, 1), data: lines, meta }
    const { upstream, asked } = await startUpstream(() => body)
    return { board: (await upstream.lines.board()).value, asked }
  }

  it.each([
    ['null', { odds_type: null }, { oddsType: 'standard' }],
    ['missing', {}, { oddsType: 'standard' }],
    ['unknown', { odds_type: 'unicorn' }, { oddsType: 'unknown' }],
    ['a number', { odds_type: 7 }, { oddsType: 'unknown' }],
  ])('keeps a line whose odds type is %s', async (_, attributes, expected) => {
    const { board } = await boardOf([lineOf('1', attributes)])
    expect(board).toMatchObject({ lines: [expected], skipped: 0 })
  })
  it.each(['description', 'status', 'game_id', 'is_promo', 'flash_sale_line_score', 'in_game', 'is_live'])(
    'keeps a line whose %s is null or of another type',
    async (field) => {
      const { board } = await boardOf([lineOf('1', { [field]: null }), lineOf('2', { [field]: {} })])
      expect(board).toMatchObject({ lines: [{ id: '1' }, { id: '2' }], skipped: 0 })
    },
  )
  it.each([
    ...[true, 'true', 'TRUE', ' yes', 1, '1', 'y', 'on', 'maybe', 2, {}, []].map(
      (said): [unknown, boolean] => [said, true],
    ),
    ...[false, 'false', 'No', 0, '0', 'n', 'off', '', null, undefined].map((said): [unknown, boolean] => [
      said,
      false,
    ]),
  ])('takes is_promo %j as %s', async (said, promo) => {
    const { board } = await boardOf([lineOf('1', { is_promo: said }), lineOf('2')])
    expect(board.lines.map((line) => line.promo)).toEqual([promo, false])
    expect(board.skipped).toBe(0)
  })
  it('counts in the log the lines whose promotion cannot be read', async () => {
    const { included } = page(1, 1)
    const warn = vi.fn()
    const lines = ['maybe', 'true', {}, false].map((said, at) => lineOf(`${at}`, { is_promo: said }))
    await parseBoard(lines, included, 'MLB', { warn } as never)
    expect(warn.mock.calls).toEqual([[{ unclear: 2 }, expect.stringContaining('promotion')]])
  })
  it.each([
    [{ flash_sale_line_score: 0.5 }, { line: 0.5, regularLine: 1.5, promo: true }],
    [
      { flash_sale_line_score: 0.5, is_promo: 'yes' },
      { line: 0.5, regularLine: 1.5, promo: true },
    ],
    [
      { flash_sale_line_score: 0.5, is_promo: 'no' },
      { line: 1.5, regularLine: null, promo: false },
    ],
    [{ flash_sale_line_score: '0.5' }, { line: 0.5, regularLine: 1.5, promo: true }],
    [{ flash_sale_line_score: 'half' }, { line: 1.5, regularLine: null, promo: true }],
  ])('reads the promotion %j', async (attributes, expected) => {
    expect((await boardOf([lineOf('1', attributes)])).board.lines).toMatchObject([expected])
  })
  it.each([
    ['1.5', 1.5],
    [' 2 ', 2],
    ['.5', 0.5],
    ['0', 0],
  ])('reads the line %j as a number', async (score, line) => {
    const { board } = await boardOf([lineOf('1', { line_score: score })])
    expect(board).toMatchObject({ lines: [{ line }], skipped: 0 })
  })
  it.each(['', ' ', '1,5', '1e1', '0x10', '-1.5', 'half', '1.5.2', true, [1.5], null])(
    'counts the line %j as unreadable',
    async (score) => {
      const { board } = await boardOf([lineOf('1', { line_score: score }), lineOf('2')])
      expect(board).toMatchObject({ lines: [{ id: '2' }], skipped: 1 })
    },
  )
  it.each([
    [{ is_live: 'true' }, true],
    [{ in_game: 1 }, true],
    [{ is_live: 'no', in_game: 'maybe' }, false],
  ])('takes a line with %j as in play: %s', async (attributes, inPlay) => {
    expect((await boardOf([lineOf('1', attributes)])).board.lines).toMatchObject([{ inPlay }])
  })
  it.each(['suspended', 'SUSPENDED', 'final', 'paused'])(
    'offers no line with the status %s',
    async (status) => {
      const live = { status, is_live: true }
      const { board } = await boardOf([lineOf('1'), lineOf('2', { status }), lineOf('3', live)])
      expect(board.lines.map(({ id }) => id)).toEqual(['1'])
      expect(board.suspended.map(({ id, inPlay }) => [id, inPlay])).toEqual([
        ['2', false],
        ['3', true],
      ])
    },
  )
  it('marks combos, and offers no player of another league', async () => {
    const [single] = page(1, 1).included
    const player = (id: string, more: object) => ({
      ...single,
      id,
      attributes: { ...single?.attributes, ...more },
    })
    const of = (id: string, attributes: object = {}) => ({
      ...lineOf(id, attributes),
      relationships: { new_player: { data: { id } } },
    })
    const { lines, skipped } = await parseBoard(
      [
        of('a'),
        of('b', { stat_type: 'Pitcher Strikeouts (Combo)' }),
        of('c', { stat_type: 'Points' }),
        of('unknown'),
        { type: 'projection', id: '4' },
      ],
      [
        ...page(1, 1).included,
        player('b', { name: 'A B + C D', combo: true, team: 'NYY/BOS' }),
        player('c', { league: 'NBA' }),
      ],
      'MLB',
    )
    expect(lines).toMatchObject([
      { combo: false, stats: '1.5 More Hits', gameTime: '2026-07-15T23:00:00.000Z' },
      { combo: true, name: 'A B + C D', statType: 'Pitcher Strikeouts' },
    ])
    expect([lines.length, skipped]).toEqual([2, 2])
  })
  it('takes a line that is in progress as in play', async () => {
    const { board } = await boardOf([lineOf('1', { status: 'in_progress' })])
    expect(board.lines).toMatchObject([{ inPlay: true }])
  })
  it('reads a board of many pages, and counts the lines of pages beyond the limit', async () => {
    const { upstream, asked } = await startUpstream((url) =>
      page(Number(url.searchParams.get('page') ?? 1), 43),
    )
    const { value } = await upstream.lines.board()
    expect([value.lines.length, asked.length, value.notRead]).toEqual([40, 40, 3])
  })
  it('counts the lines of an unreadable page, and keeps the other pages', async () => {
    const { upstream } = await startUpstream((url) => {
      const number = Number(url.searchParams.get('page') ?? 1)
      return number === 2 ? { data: null } : page(number, 3)
    })
    const { value } = await upstream.lines.board()
    expect(value.lines.map(({ id }) => id)).toEqual(['line 1', 'line 3'])
    expect(value.notRead).toBe(1)
  })
  it.each([null, { total_pages: null }, { total_pages: 'many' }, 7])(
    'reads one page with the meta %j',
    async (meta) => {
      const { board, asked } = await boardOf([lineOf('1')], meta)
      expect([board.lines.length, asked.length]).toEqual([1, 1])
    },
  )
})
