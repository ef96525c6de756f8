import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { market } from '../index.ts'
import { nameOf, writePrices, writeSeason } from '../testing/season-folders.ts'
import { syntheticSeason } from '../testing/synthetic-season.ts'
import { FORECASTS } from './score-market.ts'

const home = mkdtempSync(join(tmpdir(), 'propsight-market-'))
afterAll(() => rmSync(home, { recursive: true }))
beforeAll(() => {
  const season = syntheticSeason({ days: 20 })
  writeSeason(join(home, 'season'), season, true)
  writeSeason(join(home, 'before'), syntheticSeason({ days: 10, first: '2020-05-01' }))
  writePrices(join(home, 'prices'), season, '2021-04-14')
})

const run = async (...args: string[]) => {
  const output = { out: '', err: '' }
  const code = await market(args, {
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

const perForecast = z.record(z.enum(FORECASTS), z.number().nullable())
const estimate = z.object({
  estimate: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})
const ofMarket = z.object({
  games: z.int(),
  market: z.number(),
  engine: z.number(),
  lineOnly: z.number(),
  even: z.number(),
  reach: z.number().nullable(),
  error: z.object({ price: z.number(), lineOnly: z.number() }),
})
const ofSource = z.object({
  weights: z.record(z.string(), ofMarket),
  kinds: z.object({ moving: ofMarket, fixed: ofMarket }),
})
const weights = z.object({ books: ofSource, pickem: ofSource })
/** The stable format of the JSON output; a figure without rows is null. */
const figures = z.object({
  data: z.string(),
  engine: z.string(),
  earlierSeasons: z.array(z.int()),
  markets: z
    .array(
      z.object({
        market: z.enum([
          'strikeouts, first line',
          'strikeouts, closing line',
          'home runs, first line',
          'home runs, closing line',
        ]),
        n: z.int().positive(),
        logLoss: perForecast,
        brier: perForecast,
        ece: perForecast,
        slope: perForecast,
        intercept: perForecast,
        bias: perForecast,
        rows: perForecast,
        differences: z
          .array(
            z.object({
              of: z.enum(FORECASTS),
              against: z.enum(FORECASTS),
              n: z.int(),
              logLoss: estimate,
              brier: estimate,
            }),
          )
          .length(6),
        mae: z.object({ line: z.number(), engineMedian: z.number() }).nullable(),
      }),
    )
    .length(4),
  bets: z
    .array(
      z.object({
        rule: z.string(),
        kind: z.enum(['claimed', 'interval', 'gate']),
        threshold: z.number(),
        n: z.int(),
        days: z.int(),
        claimed: z.number().nullable(),
        roi: z.number().nullable(),
        low: z.number().nullable(),
        high: z.number().nullable(),
        closingValue: estimate.nullable(),
      }),
    )
    .length(24),
  weights: z.object({ shipped: weights, relearned: weights }),
  leftOut: z.array(z.object({ stat: z.string(), reason: z.string(), n: z.int().positive() })),
  seconds: z.number(),
})

const COMPLETE = ['--prices', 'prices', '--season', 'season'] as const

describe('market command', () => {
  it('prints the table and writes the figures and the page, the same in each run', async () => {
    const args = [...COMPLETE, '--earlier', 'before', '--json', 'market.json', '--html', 'market.html']
    const { code, out, err } = await run(...args)
    const withoutTime = (text: string) => text.replace(/[\d.]+ s\n/, '')
    expect(withoutTime((await run(...args)).out)).toBe(withoutTime(out))
    expect(err).not.toContain('✗')
    expect(code).toBe(0)
    expect(out).toContain('with 2020')
    // Seven days with six starters, one of them a doubleheader: players of both games are left out.
    expect(out).toContain('strikeouts, first line · ')
    const written = figures.parse(JSON.parse(readFileSync(join(home, 'market.json'), 'utf8')))
    expect(written.earlierSeasons).toEqual([2020])
    expect(written.markets[0]?.logLoss.coin).toBeCloseTo(Math.log(2), 12)
    const page = readFileSync(join(home, 'market.html'), 'utf8')
    expect(page).toContain('<h2>strikeouts, closing line</h2>')
    expect(page).not.toMatch(/<script|<link|https?:/)
  })

  it.each([
    ['no --prices', ['--season', 'season'], '--prices <folder> is required'],
    ['no --season', ['--prices', 'prices'], '--season <folder> is required'],
    ['an unknown option', [...COMPLETE, '--fast'], "unknown option '--fast'"],
    ['a missing folder of prices', ['--prices', 'none', '--season', 'season'], 'no such folder'],
    [
      'a season for --earlier that is not before',
      [...COMPLETE, '--earlier', 'season'],
      '2021 is not before 2021',
    ],
    [
      'shipping prices of a few days',
      [...COMPLETE, '--ship', '--data', 'invented'],
      'at least 30 days for a stat: Pitcher Strikeouts has 7, Home Runs has 6',
    ],
    ['shipping without a name', [...COMPLETE, '--ship'], '--ship needs --data <name>'],
    ['an empty name', [...COMPLETE, '--data', ''], '--data is empty'],
    ['a season twice', [...COMPLETE, '--earlier', 'before', '--earlier', 'before'], 'names a season twice'],
  ])('exits with 2 for %s', async (_what, args, message) => {
    const { code, err } = await run(...args)
    expect(err).toContain(message)
    expect(code).toBe(2)
  })

  it('exits with 1 before the calculation when a file cannot be written', async () => {
    const { code, err } = await run(...COMPLETE, '--json', 'no/such/folder.json')
    expect(code).toBe(1)
    expect(err).not.toContain('judged')
  })
})

describe('another model', () => {
  const rows = syntheticSeason({ days: 20 })
  const model = (lines: readonly string[]) =>
    writeFileSync(join(home, 'model.csv'), ['date,player,market,line,probability', ...lines, ''].join('\n'))
  // A line names no game: players with two games on the day cannot be judged.
  const late = [
    ...Map.groupBy(
      rows.batting.filter(({ date }) => date >= '2021-04-14'),
      ({ date, playerId }) => `${date} ${playerId}`,
    ).values(),
  ].flatMap((games) => (games.length === 1 ? games : []))

  it('is compared on its own lines, and what cannot be judged is counted', async () => {
    const overs = late.map((row) => `${row.date},${nameOf(row.playerId)},Hits,0.5,${row.hits > 0 ? 1 : 0}`)
    model([
      ...overs,
      '2021-04-14,Nobody,Hits,0.5,0.5',
      `2021-04-14,${nameOf(late[0]?.playerId ?? '')},Sneezes,0.5,0.5`,
    ])
    const args = ['--model', 'model.csv', '--season', 'season', '--json', 'model.json']
    const { code, out, err } = await run(...args)
    expect({ code, err }).toMatchObject({ code: 0 })
    expect(out).toContain('left out: Hits, no player of that name on that day: 1')
    const report = z
      .object({
        comparisons: z.array(
          z.object({
            comparisons: z.array(
              z.object({
                market: z.string().nullable(),
                n: z.int(),
                brier: z.looseObject({ other: z.number() }),
              }),
            ),
          }),
        ),
      })
      .parse(JSON.parse(readFileSync(join(home, 'model.json'), 'utf8')))
    expect(report.comparisons).toHaveLength(3)
    // The model of this test knows the outcomes.
    for (const { comparisons } of report.comparisons)
      expect(comparisons).toMatchObject([
        { market: null, n: overs.length, brier: { other: 0 } },
        { market: 'Hits', n: overs.length, brier: { other: 0 } },
      ])
  })

  it.each([
    ['a probability in percent', '2021-04-14,b,Hits,0.5,55', 'is not a probability from 0 to 1'],
    ['a line of nobody', '2021-04-14,Nobody,Hits,0.5,0.5', 'no line of the model could be judged'],
  ])('is refused with exit code 2 for %s', async (_what, line, message) => {
    model([line])
    const { code, err } = await run('--model', 'model.csv', '--season', 'season')
    expect(err).toContain(message)
    expect(code).toBe(2)
  })
})
