import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parseLeagueClock } from '@propsight/shared/domain'
import { afterAll, describe, expect, it } from 'vitest'
import { startLeague } from '../start-league.ts'
import { FIXTURE_DAY, writePlainFixture } from '../testing/replay-fixture.ts'
import { readReplayOdds } from './replay-odds.ts'

const root = mkdtempSync(join(tmpdir(), 'propsight-odds-'))
afterAll(() => rmSync(root, { recursive: true }))

const EVENT = 'ab'.repeat(16)
const STRIKEOUTS =
  'snapshot_utc,game_date,commence_utc,event_id,pitcher,team,opponent,home,away,book,line,over_american,under_american,after_start'
const HOME_RUNS =
  'snapshot_utc,game_date,commence_utc,event_id,player,home,away,book,line,over_american,under_american,after_start'
const strikeouts = (at: string, commence: string, quote: string, afterStart = 0, date = FIXTURE_DAY) =>
  `${date}T${at}Z,${date},${date}T${commence}Z,${EVENT},Arm Oscar 0,BOS,NYA,BOS,NYA,${quote},${afterStart}`

let folders = 0
const folder = (files: Record<string, string | Buffer>): string => {
  const dir = mkdtempSync(join(root, `f${folders++}-`))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(dir, name), content)
  return dir
}
/** Quotes at 12:00, 14:00 (the first pitch is later), 16:00 (delayed once more) and 17:00 (in progress). */
const QUOTES = [
  STRIKEOUTS,
  strikeouts('12:00:00', '15:00:00', 'Book One,5.5,-110,-120'),
  strikeouts('12:00:00', '15:00:00', 'Book.Two,6.5,130,'),
  strikeouts('14:00:00', '15:30:00', 'Book One,5.5,-130,100'),
  strikeouts('16:00:00', '16:30:00', 'Book One,4.5,-105,-125'),
  strikeouts('17:00:00', '16:30:00', 'Book One,2.5,400,-900', 1),
].join('\n')
const HOME_RUN_QUOTES = [
  HOME_RUNS,
  `${FIXTURE_DAY}T13:00:00Z,${FIXTURE_DAY},${FIXTURE_DAY}T15:00:00Z,${EVENT},Bat O'Test 1,BOS,NYA,Book One,0.5,450,,0`,
].join('\n')

const BOTH = new Set(['pitcher_strikeouts', 'batter_home_runs'])
const at = (time: string) => new Date(`${FIXTURE_DAY}T${time}Z`)
const source = () =>
  readReplayOdds(
    folder({ 'strikeout_quotes.csv': QUOTES, 'homerun_quotes.csv.gz': gzipSync(HOME_RUN_QUOTES) }),
    FIXTURE_DAY,
  )
const pricesAt = (time: string) =>
  source()
    .quotes(EVENT, at(time), BOTH)
    ?.books.flatMap(({ key, markets }) =>
      markets.flatMap(({ outcomes }) =>
        outcomes.map(({ name, price, point }) => `${key} ${name} ${point} ${price}`),
      ),
    )

describe('replayed quotes', () => {
  it('are the latest snapshot at or before the instant, by market', () => {
    expect(source().events(at('11:59:59'))).toEqual([])
    expect(pricesAt('11:59:59')).toBeUndefined()
    expect(pricesAt('12:00:00')).toEqual([
      'bookone Over 5.5 -110',
      'bookone Under 5.5 -120',
      'booktwo Over 6.5 130',
    ])
    expect(pricesAt('13:59:59')).toEqual([
      'bookone Over 5.5 -110',
      'bookone Under 5.5 -120',
      'bookone Over 0.5 450',
      'booktwo Over 6.5 130',
    ])
    expect(pricesAt('14:00:00')).toEqual([
      'bookone Over 5.5 -130',
      'bookone Under 5.5 100',
      'bookone Over 0.5 450',
    ])
  })

  it('follow a delayed first pitch, and end at it: quotes of a game in progress are not served', () => {
    expect(source().events(at('12:00:00'))[0]).toMatchObject({
      homeTeam: 'Boston Red Sox',
      awayTeam: 'New York Yankees',
      commenceTime: `${FIXTURE_DAY}T15:00:00Z`,
    })
    expect(source().events(at('14:30:00'))[0]?.commenceTime).toBe(`${FIXTURE_DAY}T15:30:00Z`)
    expect(pricesAt('15:29:59')).toHaveLength(3)
    expect(pricesAt('15:30:00')).toEqual([])
    expect(pricesAt('16:00:00')).toContain('bookone Over 4.5 -105')
    expect(pricesAt('17:30:00')).toEqual([])
    expect(source().events(at('20:29:59'))).toHaveLength(1)
    expect(source().events(at('20:30:00'))).toEqual([])
  })

  it('have a history of their snapshots, none later than the present', () => {
    const iso = (instant: number | null | undefined) =>
      instant ? new Date(instant).toISOString().slice(11, 19) : instant
    const found = source().history(EVENT, at('23:00:00'), at('13:30:00'), BOTH)
    expect([found?.previous, found?.timestamp, found?.next].map(iso)).toEqual(['12:00:00', '13:00:00', null])
    const past = source().history(EVENT, at('12:30:00'), at('14:30:00'), BOTH)
    expect([past?.previous, past?.timestamp, past?.next].map(iso)).toEqual([null, '12:00:00', '13:00:00'])
    expect(source().history(EVENT, at('11:00:00'), at('14:30:00'), BOTH)).toBeNull()
  })

  it('leave out games of days other than the day of the replay and the next', () => {
    const other = [
      STRIKEOUTS,
      strikeouts('12:00:00', '15:00:00', 'Book One,5.5,-110,-120', 0, '2022-05-03'),
    ].join('\n')
    const odds = readReplayOdds(folder({ 'strikeout_quotes.csv': other }), FIXTURE_DAY)
    expect(odds.events(new Date('2022-05-03T13:00:00Z'))).toEqual([])
  })

  it.each([
    ['a missing folder', () => join(root, 'none'), 'no such folder'],
    [
      'a folder without quotes',
      () => folder({}),
      'has no strikeout_quotes.csv(.gz) or homerun_quotes.csv(.gz)',
    ],
    [
      'a missing column',
      () => folder({ 'strikeout_quotes.csv': QUOTES.replace('after_start', 'after') }),
      'strikeout_quotes.csv, line 1: has no column after_start',
    ],
    [
      'an invalid price',
      () => folder({ 'strikeout_quotes.csv': QUOTES.replace('-130,100', '-130,1.9') }),
      "strikeout_quotes.csv, line 4, column under_american: '1.9' is not American odds",
    ],
    [
      'an unknown club',
      () => folder({ 'strikeout_quotes.csv': QUOTES.replace(',BOS,NYA,Book One', ',XXX,NYA,Book One') }),
      "strikeout_quotes.csv, line 2, column home: 'XXX' is not one of the thirty clubs",
    ],
  ])('are refused with file, line and column for %s', (_, dir, message) => {
    expect(() => readReplayOdds(dir(), FIXTURE_DAY)).toThrow(message)
  })

  it('are served by a replay that is started with their folder, and by none without it', async () => {
    const dir = folder({})
    writePlainFixture(dir)
    const odds = folder({ 'strikeout_quotes.csv': QUOTES })
    const clock = parseLeagueClock(`frozen:${FIXTURE_DAY}T14:30:00Z`)
    const events = async (options: object) => {
      const league = await startLeague({
        mode: 'replay',
        replay: { dir, date: FIXTURE_DAY },
        clock,
        ...options,
      })
      const response = await fetch(`${league.url}/v4/sports/baseball_mlb/events?apiKey=key`)
      await league.close()
      return response.json()
    }
    expect(await events({ odds: { dir: odds } })).toMatchObject([{ id: EVENT, home_team: 'Boston Red Sox' }])
    expect(await events({})).toEqual([])
  })
})
