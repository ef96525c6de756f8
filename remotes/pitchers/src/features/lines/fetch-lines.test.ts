import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { apiError, DATE, fakeServer, linesAnswer } from '../../testing/fixtures.ts'
import { fetchLines, readLines } from './fetch-lines.ts'
import { readStoredLines, storeLines } from './use-lines.ts'

const PATH = '/api/fetch-lines'

describe('H5 readLines', () => {
  it.each([
    ['line', { line: 4.5 }],
    ['bettingLine', { bettingLine: 4.5 }],
    ['value', { value: '4.5' }],
    ['stat_value', { stat_value: 4.5 }],
  ])('accepts players[] with %s', (_name, fields) => {
    const players = [
      { name: 'José Berríos', team: 'TOR', oddsType: 'goblin', ...fields },
      { name: 'José Berríos', team: 'TOR', odds_type: 'standard', line: 5.5 },
      { name: 'No Line', oddsType: 'goblin' },
      { name: 'No Odds Type', line: 3.5 },
      { name: 'A + B', oddsType: 'goblin', line: 9.5, combo: true },
      { name: 'Other Stat', oddsType: 'goblin', line: 2.5, statType: 'Hits Allowed' },
      { name: 'Not A Number', oddsType: 'goblin', line: 'many' },
      null,
    ]
    expect(readLines({ players }, 'Strikeouts').map).toEqual({ 'jose berrios': [{ team: 'TOR', line: 4.5 }] })
  })

  it.each(['', ' ', '1,5', '1e1', '0x10', '-1.5', -1.5])('counts the line %j as unreadable', (line) => {
    const players = [{ name: 'Odd Line', team: 'TOR', oddsType: 'goblin', line }]
    expect(readLines({ players }, 'Strikeouts')).toMatchObject({ map: {}, unread: 1 })
  })

  it('accepts data[] with included[]', () => {
    const projection = (id: string, oddsType: string, score: number, stat = 'Pitcher Strikeouts') => ({
      type: 'projection',
      attributes: { stat_type: stat, line_score: score, odds_type: oddsType },
      relationships: { new_player: { data: { type: 'new_player', id } } },
    })
    const answer = {
      data: [
        projection('1', 'goblin', 4.5),
        projection('1', 'demon', 7.5),
        projection('2', 'standard', 5.5),
        projection('2', 'goblin', 3.5, 'Hits Allowed'),
        projection('9', 'goblin', 3.5),
        { attributes: {} },
      ],
      included: [
        { type: 'new_player', id: '1', attributes: { name: "Ryan O'Hearn", team: 'ARI' } },
        { type: 'new_player', id: '2', attributes: { name: 'Luis Castillo', team: 'SEA' } },
        { type: 'league', id: '2', attributes: {} },
      ],
    }
    expect(readLines(answer, 'Strikeouts').map).toEqual({ "ryan o'hearn": [{ team: 'AZ', line: 4.5 }] })
    expect(readLines(answer, 'Hits Allowed').map).toEqual({ 'luis castillo': [{ team: 'SEA', line: 3.5 }] })
  })

  it.each<[number | undefined, number]>([
    [undefined, 0],
    [2, 0],
    [14, 12],
  ])('counts the lines beyond the limit: of a total of %s, %d', (total, leftOut) => {
    const players = [
      { name: 'Ann Dow', oddsType: 'goblin', line: 4.5 },
      { name: 'Bo Cy', oddsType: 'goblin', line: 3.5 },
    ]
    expect(readLines({ players, total }, 'Strikeouts').leftOut).toBe(leftOut)
  })

  it('counts the lines that cannot be read, here or by the server', () => {
    const ann = { name: 'Ann Dow', oddsType: 'goblin', line: 4.5 }
    const players = [ann, null, { ...ann, name: 7 }, { ...ann, line: 'many' }, { name: 'No Line' }]
    const combo = { name: 'A + B', combo: true }
    expect(readLines({ players: [...players, combo], skipped: 2 }, 'Strikeouts')).toMatchObject({
      map: { 'ann dow': [{ line: 4.5 }] },
      unread: 6,
    })
  })

  it.each([null, 'text', {}, { data: [] }, []])('rejects any other form: %j', (answer) =>
    expect(() => readLines(answer, 'Strikeouts')).toThrow(/cannot read/),
  )
})

describe('H5 fetchLines', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(Math, 'random').mockReturnValue(0.5)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  it('requests 50 goblins from the book', async () => {
    const server = fakeServer({ [PATH]: [linesAnswer('Strikeouts')] })
    const { map } = await fetchLines(server.api, 'Strikeouts', new AbortController().signal)
    expect(server.requests(PATH)[0]?.request.query).toEqual({
      book: 'prizepicks',
      sport: 'MLB',
      category: 'Strikeouts',
      limit: 50,
      oddsType: 'goblin',
    })
    expect(map['jose guemes']).toHaveLength(1)
  })

  it('tries five times in total: after 2, 4, 8 and 16 s plus jitter', async () => {
    const server = fakeServer({ [PATH]: [apiError('away', 503)] })
    const failed = fetchLines(server.api, 'Strikeouts', new AbortController().signal).catch((error) => error)
    for (const [seconds, calls] of [
      [2, 2],
      [4, 3],
      [8, 4],
      [16, 5],
    ] as const) {
      await vi.advanceTimersByTimeAsync(seconds * 1_000 + 249)
      expect(server.calls).toHaveLength(calls - 1)
      await vi.advanceTimersByTimeAsync(1)
      expect(server.calls).toHaveLength(calls)
    }
    expect(await failed).toMatchObject({ status: 503 })
  })

  it('stops retrying when the caller aborts', async () => {
    const server = fakeServer({ [PATH]: [apiError('away', 503)] })
    const controller = new AbortController()
    const failed = fetchLines(server.api, 'Strikeouts', controller.signal).catch((error) => error)
    await vi.advanceTimersByTimeAsync(1_000)
    controller.abort(new Error('page closed'))
    expect(await failed).toMatchObject({ message: 'page closed' })
    expect(server.calls).toHaveLength(1)
  })
})

describe('H5 stored lines', () => {
  const categories = ['Pitcher Strikeouts', 'Strikeouts']
  const now = Date.parse('2026-07-18T16:00:00Z')
  const map = { 'a b': [{ team: 'SEA', line: 4.5 }] }
  beforeEach(() => localStorage.clear())

  it('are valid for twelve hours, by odds type and categories, on their own day', () => {
    storeLines('sample', DATE, categories, { map, leftOut: 3, unread: 1 }, now)
    expect(Object.keys(localStorage)).toEqual([
      'propsight:prop-lines:sample:goblin:Pitcher Strikeouts|Strikeouts',
    ])
    expect(readStoredLines('sample', DATE, categories, now + 43_199_999)).toMatchObject({
      map,
      leftOut: 3,
      unread: 1,
    })
    expect(readStoredLines('sample', DATE, categories, now + 43_200_000)).toBeNull()
    expect(readStoredLines('sample', '2026-07-19', categories, now)).toBeNull()
    expect(readStoredLines('live', DATE, categories, now)).toBeNull()
  })
  it.each(['{', '{}', '{"version":2,"timestamp":0,"date":"","data":{}}', '{"version":3,"data":{"a":[1]}}'])(
    'are ignored when they are invalid: %s',
    (text) => {
      localStorage.setItem('propsight:prop-lines:sample:goblin:Pitcher Strikeouts|Strikeouts', text)
      expect(readStoredLines('sample', DATE, categories, now)).toBeNull()
    },
  )
})
