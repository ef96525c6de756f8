import type { collectGameLogs, findLegs, Upstream } from '@propsight/api/testing'
import type { GenerateParlayResponse } from '@propsight/shared/contracts'
import {
  bookRules,
  findStatType,
  isEdge,
  lineForecast,
  NO_EDGE,
  reachesBreakEven,
} from '@propsight/shared/domain'
import { assessEntry } from '@propsight/shared/domain/engine'
import { expect } from 'vitest'
import type { SentPick } from './parlay-fixture.ts'

type AnsweredParlay = GenerateParlayResponse['parlays'][number]
type GameLogs = Awaited<ReturnType<typeof collectGameLogs>>['records']
type FoundLegs = Awaited<ReturnType<typeof findLegs>>['legs']
type BookLine = Awaited<ReturnType<Upstream['lines']['board']>>['value']['lines'][number]

/** Each leg has the probability of the forecast at the offered line, and its game. */
export function expectEngineForecasts(
  parlay: AnsweredParlay,
  records: GameLogs,
  { board, picks }: { board: readonly BookLine[]; picks: readonly SentPick[] },
) {
  for (const leg of parlay.picks) {
    const record = records.find(
      (candidate) => candidate.type !== 'missing' && candidate.personId === leg.personId,
    )
    if (!record || record.type === 'missing') throw new Error(`no log of ${leg.playerName}`)
    const forecast = record.forecasts?.find(({ stat }) => stat === leg.statType)
    if (!forecast) throw new Error(`no forecast of ${leg.statType}`)
    const pick = picks.find(({ id }) => id === leg.pickId)
    const standard = board.filter(
      ({ name, team, statType, gameTime, oddsType, combo }) =>
        oddsType === 'standard' &&
        !combo &&
        name === pick?.name &&
        team === pick.team &&
        findStatType(statType)?.name === leg.statType &&
        gameTime === pick.gameTime,
    )
    const own = standard.find(({ line }) => line === leg.bettingLine) ?? standard[0]
    const ownStandard = leg.oddsType === 'standard' ? leg.bettingLine : null
    const offer = {
      line: leg.bettingLine,
      oddsType: leg.oddsType,
      standardLine: own ? (own.regularLine ?? own.line) : ownStandard,
    }
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
  expect(parlay.unpriced).toBe(value.power.reason)
  if (value.power.profit) {
    expect(parlay.expectedValue?.value).toBeCloseTo(100 * value.power.profit.value, 1)
    // A stake needs the gate of every market, and legs that reach their break-even.
    const stats = legs.map(({ stat }) => stat)
    const reached = legs.every((leg) => reachesBreakEven({ chance: leg.win, push: leg.push }, leg))
    const isOpen = reached && isEdge(value.power.profit.interval80.low, stats)
    expect(parlay.recommendedUnits).toBeCloseTo(isOpen ? value.power.units : 0, 2)
    expect(parlay.words).toBe(isOpen ? value.power.words : NO_EDGE)
    expect(parlay.pays).toBe(payout)
    expect(parlay.breakEven).toBeCloseTo(100 / (payout ?? 0), 1)
  } else {
    expect([parlay.expectedValue, parlay.recommendedUnits, parlay.pays, parlay.breakEven]).toEqual(
      Array(4).fill(null),
    )
  }
}
