import {
  bookRules,
  GATE_CLOSED,
  hasFewGames,
  isEdge,
  NO_EDGE,
  reachesBreakEven,
  supportsEdges,
} from '@propsight/shared/domain'
import { assessEntry, type EntryAssessment, findEntries } from '@propsight/shared/domain/engine'
import PQueue from 'p-queue'
import { runSlice } from '../../../platform/concurrency/event-loop.ts'
import { countGames } from '../../analysis/choose-lines.ts'
import { percent } from './legs.ts'
import type { ParlayFigures, PickLeg } from './parlay.ts'

const hundredths = (value: number): number => Math.round(value * 100) / 100

export interface ChosenParlay {
  /** Highest probability first. */
  readonly legs: readonly PickLeg[]
  readonly assessment: EntryAssessment
}

/**
 * Whether a stake may be recommended: the payout is the price, bets on all of the markets have shown edges, and
 * each leg reaches its break-even by the payout table, which an entry is paid by, on enough games.
 */
export const mayGetUnits = (
  legs: readonly Pick<PickLeg, 'leg' | 'judged'>[],
  profitLow: number,
  record?: Parameters<typeof isEdge>[2],
): boolean =>
  isEdge(
    profitLow,
    legs.map(({ leg }) => leg.stat),
    record,
  ) &&
  legs.every(
    ({ judged }) => reachesBreakEven(judged.forecast, judged.offer) && !hasFewGames(countGames(judged)),
  )

const NO_VALUE = { expectedValue: null, recommendedUnits: null, words: NO_EDGE } as const

/**
 * Computes the figures of a Power entry on these legs. Value and units need a payout table and the gate of all markets;
 * without, the reason is in `unpriced`.
 */
export function computeFigures(
  { legs, assessment }: ChosenParlay,
  record?: Parameters<typeof supportsEdges>[1],
): ParlayFigures {
  const { allWin, value } = assessment
  const { power } = value
  const { low, high } = allWin.interval80
  const chances = {
    overallConfidence: percent(allWin.value),
    interval: { low: percent(low), high: percent(high) },
    independent: percent(legs.reduce((product, { leg }) => product * leg.win, 1)),
  }
  const pays = bookRules().payouts?.power[legs.length]
  if (power.profit === null || pays === undefined) {
    return { ...chances, ...NO_VALUE, pays: null, breakEven: null, unpriced: power.reason }
  }
  const payout = { pays, breakEven: percent(1 / pays) }
  if (!legs.every(({ leg }) => supportsEdges(leg.stat, record)))
    return { ...chances, ...payout, ...NO_VALUE, unpriced: GATE_CLOSED }
  const { profit } = power
  const mayStake = mayGetUnits(legs, profit.interval80.low, record)
  const { units, words } = mayStake ? power : { units: 0, words: NO_EDGE }
  return {
    ...chances,
    ...payout,
    expectedValue: {
      value: percent(profit.value),
      low: percent(profit.interval80.low),
      high: percent(profit.interval80.high),
    },
    recommendedUnits: hundredths(units),
    words,
    unpriced: null,
  }
}

/** One search at a time. In parallel they would all take as long as the last one. */
const searches = new PQueue({ concurrency: 1 })

async function search(legs: readonly PickLeg[], size: number): Promise<ChosenParlay[]> {
  const byLeg = new Map(legs.map((each) => [each.leg, each]))
  const steps = findEntries([...byLeg.keys()], size)
  let step = await runSlice(() => steps.next())
  while (!step.done) step = await runSlice(() => steps.next())
  const chosen: ChosenParlay[] = []
  for (const { legs: entryLegs } of step.value) {
    const assessed = await runSlice(() => assessEntry(entryLegs))
    if (!assessed.ok) throw new Error(`the engine refused a parlay: ${assessed.reason}`)
    chosen.push({ legs: entryLegs.flatMap((leg) => byLeg.get(leg) ?? []), assessment: assessed.value })
  }
  return chosen
}

/**
 * Chooses the parlays to recommend, best first; none when the legs form no entry that the book accepts. The
 * search runs in slices of some milliseconds, so that it does not block other requests.
 * @param size legs per parlay
 * @throws Error when the engine refuses an entry that it found itself
 */
export const chooseParlays = (legs: readonly PickLeg[], size: number): Promise<ChosenParlay[]> =>
  searches.add(() => search(legs, size))
