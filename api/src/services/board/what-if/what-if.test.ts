import { type WhatIfChanges, whatIfChanges, whatIfResponse } from '@propsight/shared/contracts'
import { lineOdds } from '@propsight/shared/domain'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { club } from '../../../sources/testing/stats-bodies.ts'
import { refuse } from '../../../sources/testing/stub-service.ts'
import { readForecastContext } from '../forecast/forecast-context.ts'
import { forecastPlayer, listForecastGames } from '../forecast/forecast-player.ts'
import { findSubject } from '../player-detail/find-subject.ts'
import { playerDetail } from '../player-detail/player-detail.ts'
import { BATTER, createDetailFixture, PITCHER, STARTER_ID } from '../player-detail/testing/detail-fixture.ts'
import { whatIf } from './what-if.ts'

const TIMEOUTS = { needed: 10_000, optional: 10_000 }
/** The park of the scheduled game, which is the one of club 147. */
const inOwnPark = {
  teams: () => ({
    teams: [{ ...club(147, 'NYY'), venue: { id: 3313, name: 'Yankee Stadium' } }, club(111, 'BOS')],
  }),
}

async function open(player = BATTER, changed: Parameters<typeof createDetailFixture>[0] = inOwnPark) {
  const fixture = await createDetailFixture(changed)
  const { parts } = fixture
  const ask = async (changes: WhatIfChanges = {}, markets: ReadonlySet<string> | null = null) =>
    whatIfResponse.parse(
      JSON.parse(
        JSON.stringify(
          await whatIf(parts, { player, changes: whatIfChanges.parse(changes) }, markets, TIMEOUTS),
        ),
      ),
    )
  return { ...fixture, ask }
}

type Answer = Awaited<ReturnType<Awaited<ReturnType<typeof open>>['ask']>>

const forecastOf = ({ forecasts }: Answer, stat: string) => {
  const found = forecasts.find((forecast) => forecast.stat === stat)
  if (!found) throw new Error(`no forecast of ${stat}`)
  return found
}
const overOf = (answer: Answer, stat: string, line = 0.5) =>
  lineOdds(forecastOf(answer, stat).distribution, line).over

/** The forecast of the board for the same player. */
async function boardForecast({ parts }: Awaited<ReturnType<typeof open>>, player = BATTER) {
  const subject = await findSubject(parts, player, TIMEOUTS)
  const forecastSubject = { group: subject.group, log: subject.log.value, clubId: subject.clubId }
  const context = await readForecastContext(parts, new Set([subject.clubId ?? -1]))
  const [game] = listForecastGames(context, forecastSubject)
  if (!game) throw new Error('no game')
  return forecastPlayer(context, game, forecastSubject).forecasts
}

describe('N12 a what-if', () => {
  it.each([
    ['a batter', BATTER],
    ['a pitcher', PITCHER],
  ])(
    'has the forecasts of the board and the reasons of the detail view without changes, for %s',
    async (_, player) => {
      const opened = await open(player)
      const answer = await opened.ask()
      expect(answer.forecasts).toEqual(await boardForecast(opened, player))
      const detail = await playerDetail(opened.parts, { player }, TIMEOUTS)
      expect(answer.why).toEqual(detail.why)
    },
  )

  it('has the same forecasts for settings that equal what the forecast assumes', async () => {
    const opened = await open()
    const unchanged = await opened.ask()
    const { assumed } = unchanged
    const { temperatureF = 0, windOutMph = 0 } = assumed.weather ?? {}
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            slot: fc.constant(assumed.slot),
            starterId: fc.constant(assumed.starterId),
            temperatureF: fc.constant(temperatureF),
            wind: fc.constant({
              mph: Math.abs(windOutMph),
              direction: windOutMph < 0 ? ('in' as const) : ('out' as const),
            }),
          },
          { requiredKeys: [] },
        ),
        async (changes) => {
          const answer = await opened.ask(changes)
          expect([answer.forecasts, answer.why]).toEqual([unchanged.forecasts, unchanged.why])
        },
      ),
      { numRuns: 16 },
    )
  })

  it('explains every forecast of any settings: the last step is the forecast', async () => {
    const opened = await open()
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            slot: fc.option(fc.integer({ min: 1, max: 9 })),
            starterId: fc.constantFrom(null, STARTER_ID, 5),
            temperatureF: fc.integer({ min: 20, max: 120 }),
            wind: fc.record({
              mph: fc.integer({ min: 0, max: 40 }),
              direction: fc.constantFrom('in' as const, 'out' as const, 'cross' as const),
            }),
          },
          { requiredKeys: [] },
        ),
        async (changes) => {
          const { forecasts, why } = await opened.ask(changes)
          expect(why.map(({ stat, steps }) => [stat, steps.at(-1)?.distribution])).toEqual(
            forecasts.map(({ stat, distribution }) => [stat, distribution]),
          )
        },
      ),
      { numRuns: 16 },
    )
  })

  it('lists the starters of the opponent with their starts before today, and the announced one', async () => {
    const { starters, assumed } = await (await open()).ask()
    expect(starters.map(({ personId, name, throws, starts }) => [personId, name, throws, starts])).toEqual([
      [STARTER_ID, 'Ansel Ode', 'L', 2],
      [5, 'Cy Arm', 'R', 1],
    ])
    expect(assumed).toMatchObject({ starterId: STARTER_ID, slot: null, lineup: null })
  })

  it('changes the numbers and the reasons with another starter, with none, and with the place in the order', async () => {
    const { ask } = await open()
    const unchanged = await ask()
    const other = await ask({ starterId: 5 })
    expect(forecastOf(other, 'Hits')).not.toEqual(forecastOf(unchanged, 'Hits'))
    expect(other.why[0]?.steps.find(({ factor }) => factor === 'opposing starter')?.note).toContain('Cy Arm')
    const none = await ask({ starterId: null })
    expect(none.why[0]?.steps.find(({ factor }) => factor === 'opposing starter')?.note).toBe('not announced')
    expect(overOf(await ask({ slot: 1 }), 'Hits')).toBeGreaterThan(overOf(await ask({ slot: 9 }), 'Hits'))
  })

  it('moves home runs with temperature and wind, and lists the markets that they do not move', async () => {
    const { ask } = await open()
    const unchanged = await ask()
    const { weather } = unchanged.assumed
    if (!weather) throw new Error('no usual weather')
    const hot = await ask({ temperatureF: weather.temperatureF + 15 })
    expect(overOf(hot, 'Home Runs')).toBeGreaterThan(overOf(unchanged, 'Home Runs'))
    expect(hot.why[0]?.steps.at(-1)).toMatchObject({
      factor: 'weather',
      note: '15 °F warmer than usual here',
    })
    const blown = async (direction: 'in' | 'out' | 'cross') =>
      overOf(await ask({ wind: { mph: 15, direction } }), 'Home Runs')
    const [blownIn, cross, blownOut] = [await blown('in'), await blown('cross'), await blown('out')]
    expect(blownIn).toBeLessThan(cross)
    expect(cross).toBeLessThan(blownOut)
    for (const [setting, changed] of [
      ['temperature', hot],
      ['wind', await ask({ wind: { mph: 15, direction: 'out' } })],
    ] as const) {
      expect(unchanged.unmoved[setting]).not.toContain('Home Runs')
      for (const stat of unchanged.unmoved[setting])
        expect(forecastOf(changed, stat).distribution).toEqual(forecastOf(unchanged, stat).distribution)
    }
  })

  it('moves runs of a pitcher with the temperature, and strikeouts with no weather', async () => {
    const { ask } = await open(PITCHER, {
      teams: () => ({
        teams: [{ ...club(147, 'NYY'), venue: { id: 3313, name: 'Yankee Stadium' } }, club(111, 'BOS')],
      }),
    })
    const unchanged = await ask()
    const hot = await ask({ temperatureF: 95 })
    expect(forecastOf(hot, 'Earned Runs Allowed').mean).toBeGreaterThan(
      forecastOf(unchanged, 'Earned Runs Allowed').mean,
    )
    expect(forecastOf(hot, 'Pitcher Strikeouts')).toEqual(forecastOf(unchanged, 'Pitcher Strikeouts'))
    expect(unchanged.unmoved.wind).toContain('Pitcher Strikeouts')
  })

  it('knows no usual weather in a park that is not the club’s own, and refuses weather there', async () => {
    const { ask } = await open(BATTER, {})
    expect((await ask()).assumed.weather).toBeNull()
    await expect(ask({ temperatureF: 80 })).rejects.toMatchObject({ status: 400 })
  })

  it.each<[string, typeof BATTER, WhatIfChanges]>([
    ['a starter of another club', BATTER, { starterId: 9 }],
    ['a batting order for a batter', BATTER, { lineup: 'unknown' }],
    ['an opposing starter for a pitcher', PITCHER, { starterId: STARTER_ID }],
    ['a place in the order for a pitcher', PITCHER, { slot: 1 }],
    ['an announced order that is not announced', PITCHER, { lineup: 'announced' }],
  ])('refuses %s', async (_, player, changes) => {
    await expect((await open(player)).ask(changes)).rejects.toMatchObject({ status: 400 })
  })

  it('is limited to the markets of the run', async () => {
    const { forecasts, why, unmoved } = await (await open()).ask({}, new Set(['Hits']))
    expect([forecasts, why].map((list) => list.map(({ stat }) => stat))).toEqual([['Hits'], ['Hits']])
    expect([...unmoved.temperature, ...unmoved.wind].every((stat) => stat === 'Hits')).toBe(true)
  })

  it('has the announced starter only when the season of the opponent cannot be read, and fails without a game', async () => {
    const failing = await open(BATTER, {
      ...inOwnPark,
      'club season': (_url, response) => refuse(response, 403),
    })
    expect((await failing.ask()).starters.map(({ personId }) => personId)).toEqual([STARTER_ID])
    const without = await open(BATTER, { schedule: () => ({ dates: [] }) })
    await expect(without.ask()).rejects.toMatchObject({ status: 404, message: 'No game today or tomorrow.' })
  })
})
