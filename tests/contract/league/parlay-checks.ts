import type { collectGameLogs, findLegs } from '@propsight/api/testing'
import type { GenerateParlayResponse } from '@propsight/shared/contracts'
import { bookRules, lineForecast, NO_EDGE, supportsEdges } from '@propsight/shared/domain'
import { assessEntry } from '@propsight/shared/domain/engine'
import { expect } from 'vitest'

type AnsweredParlay = GenerateParlayResponse['parlays'][number]
type GameLogs = Awaited<ReturnType<typeof collectGameLogs>>['records']
type FoundLegs = Awaited<ReturnType<typeof findLegs>>['legs']

/** Each leg has the probability of the forecast at the offered line, and its game. */
export function expectEngineForecasts(parlay: AnsweredParlay, records: GameLogs) {
  for (const leg of parlay.picks) {
    const record = records.find(
      (candidate) => candidate.type !== 'missing' && candidate.personId === leg.personId,
    )
    if (!record || record.type === 'missing') throw new Error(`no log of ${leg.playerName}`)
    const forecast = record.forecasts?.find(({ stat }) => stat === leg.statType)
    if (!forecast) throw new Error(`no forecast of ${leg.statType}`)
    const offer = { line: leg.bettingLine, oddsType: leg.oddsType }
    const shown = 100 * lineForecast(forecast, offer, leg.bettingRecommendation).chance
    expect(leg.probability.value).toBeCloseTo(shown, 9)
    expect(leg.gamePk).toBe(record.forecastGame?.gamePk)
  }
}

/** The parlay has the figures that the engine computes from its legs. */
export function expectEngineAssessment(parlay: AnsweredParlay, foundLegs: FoundLegs) {
  const legs = parlay.picks.flatMap(
    ({ pickId }) => foundLegs.find(({ pick }) => pick.id === pickId)?.leg ?? [],
  )
  const payout = bookRules().payouts?.power[parlay.picks.length]
  const assessed = assessEntry(legs)
  if (!assessed.ok) throw new Error(assessed.reason)
  const { allWin, value } = assessed.value
  expect(parlay.overallConfidence).toBeCloseTo(100 * allWin.value, 1)
  expect(parlay.interval.low).toBeCloseTo(100 * allWin.interval80.low, 1)
  expect(parlay.interval.high).toBeCloseTo(100 * allWin.interval80.high, 1)
  expect(parlay.independent).toBeCloseTo(100 * legs.reduce((product, { win }) => product * win, 1), 1)
  // The shipped record opens the gate of no market, so that no entry has a value.
  expect(legs.some(({ stat }) => supportsEdges(stat))).toBe(false)
  expect([parlay.expectedValue, parlay.recommendedUnits, parlay.words]).toEqual([null, null, NO_EDGE])
  if (value.power.profit) {
    expect(parlay.unpriced).toBe('the record of these markets supports no edge')
    expect(parlay.pays).toBe(payout)
    expect(parlay.breakEven).toBeCloseTo(100 / (payout ?? 0), 1)
  } else {
    expect(parlay.unpriced).toBe(value.power.reason)
    expect([parlay.pays, parlay.breakEven]).toEqual([null, null])
  }
}
