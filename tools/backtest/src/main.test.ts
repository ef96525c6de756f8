import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { backtest, fit, market } from './index.ts'
import { MARKETS, PITCHER_STATS } from './score/markets.ts'
import { writeSeason } from './testing/season-folders.ts'
import { syntheticSeason } from './testing/synthetic-season.ts'

const home = mkdtempSync(join(tmpdir(), 'propsight-backtest-'))
const folder = join(home, 'season')
afterAll(() => rmSync(home, { recursive: true }))
beforeAll(() => {
  writeSeason(folder, syntheticSeason({ days: 58 }), true)
})

const run = async (command: typeof backtest, ...args: string[]) => {
  const output = { out: '', err: '' }
  const code = await command(args, {
    cwd: home,
    stdout: (text) => {
      output.out += text
    },
    stderr: (text) => {
      output.err += text
    },
    live: false,
  })
  return { code, ...output }
}

const scores = z.strictObject({
  base: z.number(),
  lastTen: z.number(),
  season: z.number(),
  engine: z.number(),
})
const versus = z.strictObject({ season: z.number(), engine: z.number() })
const share = z.number().min(0).max(1)
/** The stable format of the JSON output. */
const figures = z.object({
  engine: z.string(),
  data: z.literal('season'),
  earlierSeasons: z.array(z.int()).length(0),
  from: z.literal('2021-05-24'),
  to: z.literal('2021-05-28'),
  days: z.literal(5),
  markets: z
    .array(
      z.object({
        market: z.enum(MARKETS.map(({ name }) => name)),
        lineup: z.enum(['known', 'unknown']),
        n: z.literal(5 * 3 * 18),
        baseRate: share,
        brier: scores,
        logLoss: scores,
        skill: z.strictObject({ base: z.number(), lastTen: z.number(), season: z.number() }),
        ece: share,
        perfectEce: share,
        coverage: z.null().or(share),
        bias: z.number(),
        slope: z.number(),
        bins: z
          .array(
            z.object({
              from: share,
              to: share,
              n: z.int(),
              predicted: share.nullable(),
              happened: share.nullable(),
            }),
          )
          .length(10),
      }),
    )
    .length(2 * MARKETS.length),
  pooled: z
    .array(
      z.object({ lineup: z.enum(['known', 'unknown']), gain: z.number(), low: z.number(), high: z.number() }),
    )
    .length(2),
  pitchers: z
    .array(
      z.object({
        stat: z.enum(['Pitcher Strikeouts', 'Hits Allowed']),
        n: z.int().positive(),
        mae: versus,
        rmse: versus,
      }),
    )
    .length(2),
  pitchersByStarts: z
    .array(z.object({ stat: z.string(), sumEarlierStarts: z.int(), n: z.int(), mae: versus, rmse: versus }))
    .length(4),
  pitcherIntervals: z.array(z.object({ stat: z.string(), n: z.int().positive(), coverage: share })).length(5),
  months: z
    .array(
      z.object({
        month: z.literal('2021-05'),
        n: z.int().positive(),
        bias: z.array(z.number()).length(MARKETS.length),
      }),
    )
    .length(1),
  skippedRows: z.literal(0),
  refused: z.literal(0),
  seconds: z.number(),
})

describe('backtest command', () => {
  it('prints the table and writes the figures, the page and the rows', async () => {
    const { code, out, err } = await run(
      backtest,
      '--season',
      'season',
      '--from',
      '2021-05-24',
      '--json',
      'figures.json',
      '--html',
      'page.html',
      '--rows',
      'rows.csv',
    )
    expect(err).not.toContain('✗')
    expect(code).toBe(0)
    expect(out).toContain('season · 2021-05-24 to 2021-05-28, 5 days')
    expect(out).toMatch(/H\+R\+RBI 1\.5 +270 /)
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThanOrEqual(110)
    expect(err).toContain('judged 5 of 5 days')
    figures.parse(JSON.parse(readFileSync(join(home, 'figures.json'), 'utf8')))
    const [head, ...rows] = readFileSync(join(home, 'rows.csv'), 'utf8').trim().split('\n')
    expect(head).toBe('date,gameId,playerId,market,outcome,base,lastTen,season,engineKnown,engineUnknown')
    // Five days of three games: nine batters and a starter on either side.
    expect(rows).toHaveLength(5 * 3 * 2 * (9 * MARKETS.length + PITCHER_STATS.length))
    expect(rows.every((row) => row.split(',').length === 10)).toBe(true)
    const page = readFileSync(join(home, 'page.html'), 'utf8')
    expect(page.match(/<svg /g)).toHaveLength(2 * MARKETS.length)
    // The page is self-contained.
    expect(page).not.toMatch(/(src|href)=|<script|@import|url\(/)
    expect(page).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('reports each skipped line and prints their count at the end', async () => {
    const spoilt = join(home, 'spoilt')
    writeSeason(spoilt, syntheticSeason({ days: 3 }))
    const file = join(spoilt, 'batting.csv')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^(.*Test bat-NYA-d,\d+,\d),/m, '$1,x'))
    const { code, out, err } = await run(backtest, '--season', spoilt)
    expect(code).toBe(0)
    expect(err).toMatch(/skipped: batting\.csv, line \d+/)
    expect(out).toContain('1 line of the folder was skipped.')
  })

  it('reports "no judged game" for a range without judged games, and replaces a file atomically', async () => {
    writeFileSync(join(home, 'none.json'), 'old')
    const { code, out } = await run(
      backtest,
      '--season',
      'season',
      '--to',
      '2021-04-02',
      '--json',
      'none.json',
      '--html',
      'none.html',
    )
    expect(code).toBe(0)
    expect(out).toContain('no judged game')
    const { markets } = JSON.parse(readFileSync(join(home, 'none.json'), 'utf8'))
    expect(markets[0]).toMatchObject({ n: 0, ece: null, slope: null })
    expect(existsSync(join(home, 'none.json.part'))).toBe(false)
    expect(readFileSync(join(home, 'none.html'), 'utf8')).not.toMatch(/NaN|undefined|Infinity/)
  })

  it.each([
    ['a missing --season', [], '--season <folder> is required'],
    ['a missing folder', ['--season', 'nowhere'], 'no such folder'],
    ['a folder without batting.csv', ['--season', '.'], 'has no batting.csv or batting.csv.gz'],
    ['a day that does not exist', ['--season', 'season', '--from', '2021-02-30'], '--from is not a day'],
    ['a month for a day', ['--season', 'season', '--to', 'July'], '--to is not a day'],
    [
      'a --from after --to',
      ['--season', 'season', '--from', '2021-04-12', '--to', '2021-04-11'],
      'is after --to',
    ],
    [
      'days outside the season',
      ['--season', 'season', '--from', '2022-01-01'],
      'has no games from 2022-01-01',
    ],
    [
      'an earlier season that is not before',
      ['--season', 'season', '--earlier', 'season'],
      '2021 is not before 2021',
    ],
    [
      'a file of constants that is missing',
      ['--season', 'season', '--constants', 'no.json'],
      'no.json: cannot be read',
    ],
    ['an unknown option', ['--seasons', 'season'], "unknown option '--seasons'"],
    ['an extra argument', ['--season', 'season', 'more'], 'names several folders'],
  ])('refuses %s with exit code 2', async (_what, args, message) => {
    const { code, err } = await run(backtest, ...args)
    expect(err).toContain(message)
    expect(code).toBe(2)
  })

  it.each(['no/such/folder.json', 'season'])(
    'exits with 1 before the calculation when %s cannot be written',
    async (file) => {
      const { code, err } = await run(backtest, '--season', 'season', '--from', '2021-05-28', '--json', file)
      expect(code).toBe(1)
      expect(err).toContain('cannot be written')
      expect(err).not.toContain('judged')
    },
  )

  it('refuses with exit code 2 to ship a track record of days the engine was fitted on', async () => {
    writeSeason(join(home, 'early'), syntheticSeason({ days: 12, first: '2019-05-01' }))
    const { code, err } = await run(backtest, '--season', 'early', '--ship', '--data', 'Early')
    expect(code).toBe(2)
    expect(err).toContain('a record begins after them')
    expect(err).not.toContain('judged')
  })

  it('refuses with exit code 2 to ship a record without the name of its data', async () => {
    for (const command of [backtest, market]) {
      const { code, err } = await run(command, '--season', 'season', '--ship')
      expect(code).toBe(2)
      expect(err).toContain('--ship needs --data <name>')
    }
  })

  it('refuses with exit code 2 to ship a record of other constants or of a few days', async () => {
    writeFileSync(join(home, 'wrong.json'), '{"batting":{}}')
    const wrong = await run(backtest, '--season', 'season', '--constants', 'wrong.json')
    expect(wrong).toMatchObject({ code: 2 })
    expect(wrong.err).toContain('batting.league does not fit this version of the engine')
    writeSeason(join(home, 'late'), syntheticSeason({ days: 12, first: '2031-05-01' }))
    const short = await run(backtest, '--season', 'late', '--ship', '--data', 'Late')
    expect(short).toMatchObject({ code: 2 })
    expect(short.err).toContain('2031-05-01 to 2031-05-12: a shipped record needs at least 30 days')
    expect(short.err).not.toContain('judged')
  })

  it('prints the usage of both commands with --help', async () => {
    expect(await run(backtest, '--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('--season <folders...>'),
    })
    expect(await run(fit, '--help')).toMatchObject({ code: 0, out: expect.stringContaining('--dry-run') })
  })
})

describe('fit command', () => {
  it.each([
    ['a missing --season', [], '--season <folder> is required'],
    [
      'a --to before the first game',
      ['--season', 'season', '--to', '2020-01-01'],
      'has no games to 2020-01-01',
    ],
    ['--last with --weather', ['--last', 'season', '--weather'], 'cannot be used with --weather'],
  ])('refuses %s with exit code 2', async (_what, args, message) => {
    const { code, err } = await run(fit, ...args)
    expect(err).toContain(message)
    expect(code).toBe(2)
    expect(existsSync(join(home, 'fitted'))).toBe(false)
  })
})
