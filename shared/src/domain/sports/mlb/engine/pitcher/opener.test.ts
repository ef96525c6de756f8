import { describe, expect, it } from 'vitest'
import { BATTING } from '../batter/constants.ts'
import { explainBatterStats, forecastBatter } from '../batter/forecast-batter.ts'
import { estimateStarter } from '../batter/starter-record.ts'
import type { PitcherGame } from '../input.ts'
import { batterInput } from '../testing/batter-input.ts'
import { pitcherInput, start, starts } from '../testing/pitcher-input.ts'
import { findOpener, isOpener } from './earlier-starts.ts'
import { forecastPitcher } from './forecast-pitcher.ts'

/** One inning: four batters, one strikeout. */
const INNING = {
  outs: 3,
  battersFaced: 4,
  strikeOuts: 1,
  hits: 1,
  earnedRuns: 0,
  baseOnBalls: 0,
  homeRuns: 0,
}
/** Games every other day up to June 30; 's' is a start and 'r' a relief appearance of the outing `of`. */
const log = (kinds: string, of: (kind: string) => Partial<PitcherGame> = () => INNING): PitcherGame[] =>
  [...kinds].map((kind, index) =>
    start({
      ...of(kind),
      started: kind === 's' || kind === 'S',
      date: new Date(Date.UTC(2026, 5, 30 - 2 * (kinds.length - 1 - index))).toISOString().slice(0, 10),
    }),
  )
/** Capital letters are full starts or long relief. */
const mixed = (kinds: string) =>
  log(kinds, (kind) => (kind === 's' || kind === 'r' ? INNING : { outs: 15, battersFaced: 20 }))
const forecast = (games: readonly PitcherGame[]) => {
  const result = forecastPitcher(pitcherInput(games), ['Pitching Outs', 'Pitcher Strikeouts'])
  if (!result.ok) throw new Error(result.reason)
  const [outs, strikeOuts] = result.value
  return {
    outs: outs?.mean ?? 0,
    twoStrikeOuts: strikeOuts?.distribution.atLeast[2 - strikeOuts.distribution.least] ?? 0,
    result: result.value,
  }
}

describe('A09 an opener', () => {
  it.each([
    ['22 innings, five of them starts', log('rrrrrrrrsrrrsrrrsrrsrs')],
    ['one start', log('rrrrrrrrrrrrrrrrrrrrrs')],
    ['relief after the last start', log('rrrsrrrsrrr')],
    ['three outings in April', log('rrs')],
    ['an earlier full start', mixed('SrrrSrrrrrrsrrsrrs')],
  ])('with %s is forecast for about three outs and a quarter of two strikeouts', (_what, games) => {
    const { outs, twoStrikeOuts } = forecast(games)
    expect(outs).toBeGreaterThan(2.5)
    expect(outs).toBeLessThan(4)
    expect(twoStrikeOuts).toBeGreaterThan(0.17)
    expect(twoStrikeOuts).toBeLessThan(0.33)
    expect(isOpener(pitcherInput(games))).toBe(true)
  })

  it('of two innings is forecast for more outs than one of one inning', () => {
    const two = log('rrrrsrrrrs', () => ({ ...INNING, outs: 6, battersFaced: 8 }))
    expect(forecast(two).outs).toBeGreaterThan(forecast(log('rrrrsrrrrs')).outs + 1.5)
  })

  it.each([1e9, 1e300, Number.POSITIVE_INFINITY])(
    'with an outing of %s outs is forecast for at most a game',
    (outs) => {
      const games = [...log('rrrrsrrrr'), start({ ...INNING, outs, date: '2026-06-30' })]
      expect(findOpener(games)?.outs).toBeLessThan(27)
      expect(forecast(games).outs).toBeLessThan(27)
    },
  )

  it.each([
    ['a starter', starts(12)],
    ['a starter who left early last time', [...starts(11), start({ ...INNING, date: '2026-06-30' })]],
    ['a starter with one relief appearance', mixed('SSSSSSSrSSs')],
    ['a reliever who has become a starter', mixed('rrrrrrrrrrsS')],
    ['a pitcher of the bulk of games', mixed('RRRRRS')],
    ['a swingman', mixed('SRSRSRSrs')],
  ])('is not %s', (_what, games) => {
    expect(findOpener(games)).toBeNull()
    expect(forecast(games).outs).toBeGreaterThan(7)
  })

  it('has valid bands around the forecast', () => {
    for (const { distribution, low, high } of forecast(log('rrrrsrrrs')).result)
      distribution.atLeast.forEach((chance, index) => {
        expect(chance).toBeGreaterThanOrEqual((low.atLeast[index] ?? 0) - 1e-9)
        expect(chance).toBeLessThanOrEqual((high.atLeast[index] ?? 0) + 1e-9)
      })
  })
})

describe('A09 batters against an opener', () => {
  const overpowering = { ...INNING, strikeOuts: 3, hits: 0 }
  const opener = { throws: 'L' as const, games: log('rrrrrrsrrrrs', () => overpowering) }
  const starter = { throws: 'L' as const, games: log('SSSSSSSSSSSS', () => overpowering) }
  const strikeOuts = (opposingStarter: typeof opener | null) => {
    const result = forecastBatter({ ...batterInput(), opposingStarter }, ['Hitter Strikeouts'])
    if (!result.ok) throw new Error(result.reason)
    return result.value[0]?.mean ?? 0
  }

  it('face the rest of the game against someone else: the record counts by the share of the game', () => {
    const date = batterInput().setting.date
    const league = {
      plateAppearances: 1,
      hits: 0.23,
      doubles: 0.045,
      triples: 0.004,
      homeRuns: 0.033,
      baseOnBalls: 0.085,
      hitByPitch: 0.011,
      strikeOuts: 0.23,
    }
    const [short, full] = [opener, starter].map((each) => estimateStarter(each, date, league, BATTING))
    expect(short?.against.strikeOut).toBeGreaterThan(0)
    expect(short?.against.strikeOut).toBeLessThan(0.4 * (full?.against.strikeOut ?? 0))
    const [none, against, all] = [strikeOuts(null), strikeOuts(opener), strikeOuts(starter)]
    expect(against).toBeGreaterThan(none)
    expect(against - none).toBeLessThan(0.4 * (all - none))
  })

  it('are told so in the explanation', () => {
    const result = explainBatterStats({ ...batterInput(), opposingStarter: opener }, ['Hits'])
    const note = result.ok
      ? result.value[0]?.steps.find(({ factor }) => factor === 'opposing starter')?.note
      : null
    expect(note).toMatch(/an opener for \d+% of a usual start$/)
  })
})
