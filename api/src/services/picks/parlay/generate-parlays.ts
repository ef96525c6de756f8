import { randomUUID } from 'node:crypto'
import {
  type AssessParlayBody,
  type AssessParlayResponse,
  type GenerateParlayBody,
  PARLAY_ALERTS,
  type Parlay,
  type ParlayLegWire,
} from '@propsight/shared/contracts'
import {
  bookRules,
  DEFAULT_BOOK,
  type EntryProblem,
  GATE_CLOSED,
  hasFewGames,
  isEdge,
  NO_EDGE,
  pairProblem,
  reachesBreakEven,
  supportsEdges,
} from '@propsight/shared/domain'
import {
  assessEntry,
  ENGINE_VERSION,
  type EntryAssessment,
  findEntries,
  toEntryLeg,
} from '@propsight/shared/domain/engine'
import PQueue from 'p-queue'
import { runSlice } from '../../../platform/concurrency/event-loop.ts'
import { HttpError } from '../../../platform/errors.ts'
import type { NewParlay } from '../../../repositories/picks.ts'
import { countGames } from '../../analysis/choose-lines.ts'
import { findLegs, type LegPorts, percent, probabilityOf, toForecastRecord } from './legs.ts'
import type { AssessedParlay, LeftOut, ParlayFigures, ParlayInsights, PickLeg } from './parlay.ts'

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
const chooseParlays = (legs: readonly PickLeg[], size: number): Promise<ChosenParlay[]> =>
  searches.add(() => search(legs, size))

/** Explains parlays, in their order: `writeInsights` of `insights.ts`. */
export type WriteInsights = (parlays: readonly AssessedParlay[]) => Promise<ParlayInsights[]>

export interface GeneratedParlays {
  readonly parlays: readonly NewParlay[]
  readonly leftOut: readonly LeftOut[]
}

const MAX_REASONS = 3
const PITCHER_PROBLEM: EntryProblem = 'the book takes no pitcher with an opposing batter'

const refused = (message: string) => new HttpError(422, 'BAD_REQUEST', message)

/** Why the book takes no entry of legs on enough players, as sentences for the screen. */
function reasonRefused(legs: readonly PickLeg[]): string {
  const rules = bookRules()
  const all = legs.map(({ leg, judged }) => ({ leg: toEntryLeg(leg), name: judged.record.fullName }))
  for (const pitcher of all.filter(({ leg }) => leg.group === 'pitching')) {
    const batter = all.find((other) => pairProblem(rules, pitcher.leg, other.leg) === PITCHER_PROBLEM)
    if (batter)
      return `${rules.name} takes no pitcher with an opposing batter: ${pitcher.name} and ${batter.name}. Save another pick.`
  }
  return `${rules.name} takes no entry of one club alone. Save a pick on another club.`
}

/** Builds the error for enough picks that form no parlay of this size. */
function tooFewLegs(size: number, legs: readonly PickLeg[], leftOut: readonly LeftOut[]): HttpError {
  if (leftOut.some(({ reason }) => reason.isTemporary))
    return new HttpError(503, 'UPSTREAM_UNAVAILABLE', PARLAY_ALERTS.failed, {
      headers: { 'Retry-After': '5' },
    })
  const players = new Set(legs.map(({ leg }) => leg.player)).size
  if (players >= size) return refused(`${reasonRefused(legs)} No credit was used.`)
  const reasons = [...new Set(leftOut.map(({ reason }) => reason.text))].slice(0, MAX_REASONS)
  const usable = players === 1 ? 'a leg' : 'legs'
  return refused(
    [
      `A ${size}-leg parlay needs picks on ${size} different players; ${players} of yours can be ${usable} now.`,
      ...reasons,
      'No credit was used.',
    ].join(' '),
  )
}

const tenths = (value: number): number => Math.round(value * 10) / 10

function wireOf(own: PickLeg): ParlayLegWire {
  const { pick, judged, game } = own
  const { stat, record, forecast } = judged
  const { tonight } = record
  const ofGame = tonight?.gamePk === game.gamePk ? tonight : null
  return {
    pickId: pick.id,
    playerName: record.fullName,
    team: pick.team,
    sport: 'MLB',
    statType: stat.name,
    bettingLine: pick.bettingLine,
    bettingRecommendation: pick.recommendation,
    oddsType: pick.oddsType,
    ...(judged.line.promo && { promo: true }),
    projectedStatLine: `${forecast.mean.toFixed(1)} ${stat.name}, expected`,
    projectedValue: tenths(forecast.mean),
    probability: probabilityOf(own),
    personId: record.personId,
    gamePk: game.gamePk,
    leagueDay: game.date,
    opponent: ofGame?.opponent ?? null,
    homeAway: ofGame?.homeAway ?? null,
    startsAt: ofGame?.startTimeTbd ? null : (ofGame?.startsAt ?? null),
  }
}

/**
 * Builds a parlay for the answer and the database, with the forecast records of its legs.
 * @param rank from 1
 * @param madeFrom ids of all picks in the request
 */
function presentParlay(
  legs: readonly PickLeg[],
  figures: ParlayFigures,
  { insights, wording }: ParlayInsights,
  rank: number,
  madeFrom: readonly string[],
): NewParlay {
  const details: Parlay = {
    ...figures,
    id: randomUUID(),
    rank,
    // The database overwrites this.
    createdAt: new Date().toISOString(),
    parlaySize: legs.length,
    picks: legs.map(wireOf),
    insights,
    book: DEFAULT_BOOK,
    rulesOf: bookRules().readOn,
    engine: legs[0]?.judged.record.engine ?? ENGINE_VERSION,
    madeFrom: [...madeFrom],
    wording,
  }
  return { details, legs: legs.map(toForecastRecord) }
}

/**
 * Generates the parlays to recommend from saved picks, by the engine's forecasts (P8).
 * @throws HttpError 400 with too few picks, 422 when too few of them can be legs, 503 when that is a failure
 * of the server; UpstreamError when the league cannot be read
 */
export async function generateParlays(
  parts: LegPorts,
  { parlaySize: size, myPicks }: GenerateParlayBody,
  writeInsights: WriteInsights,
): Promise<GeneratedParlays> {
  if (myPicks.length < size)
    throw new HttpError(400, 'BAD_REQUEST', PARLAY_ALERTS.tooFew(size, myPicks.length))
  const { legs, leftOut } = await findLegs(parts, myPicks)
  const chosen = await chooseParlays(legs, size)
  if (chosen.length === 0) {
    throw tooFewLegs(size, legs, leftOut)
  }
  const assessed = chosen.map((each) => ({ legs: each.legs, figures: computeFigures(each) }))
  const insightsOfParlays = await writeInsights(assessed)
  const madeFrom = [...new Set(myPicks.map(({ id }) => id))]
  const parlays = assessed.flatMap(({ legs: parlayLegs, figures }, at) => {
    const insights = insightsOfParlays[at]
    return insights ? [presentParlay(parlayLegs, figures, insights, at + 1, madeFrom)] : []
  })
  return { parlays, leftOut }
}

/**
 * The figures of legs that the user chose: joint probability, that of independent legs, payout and break-even, all as
 * `generateParlays` computes them. Picks that cannot be legs are named with the reason; without at least two legs, and
 * for legs that the book does not take together, there are no figures.
 * @throws UpstreamError when the league cannot be read
 */
export async function assessParlay(
  parts: LegPorts,
  { myPicks }: AssessParlayBody,
): Promise<AssessParlayResponse> {
  const found = await findLegs(parts, myPicks)
  const leftOut = found.leftOut.map(({ pickId, reason }) => ({ pickId, reason: reason.text }))
  if (found.legs.length < 2)
    return { figures: null, refusal: 'Fewer than two of these picks can be legs now.', leftOut }
  const legs = found.legs.toSorted((a, b) => b.leg.win - a.leg.win)
  const assessed = await runSlice(() => assessEntry(legs.map(({ leg }) => leg)))
  if (!assessed.ok)
    return { figures: null, refusal: `${bookRules().name} refuses this entry: ${assessed.reason}.`, leftOut }
  const { overallConfidence, interval, independent, pays, breakEven, unpriced } = computeFigures({
    legs,
    assessment: assessed.value,
  })
  return {
    figures: { overallConfidence, interval, independent, pays, breakEven, unpriced },
    refusal: null,
    leftOut,
  }
}
