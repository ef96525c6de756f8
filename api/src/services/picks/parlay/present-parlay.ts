import { randomUUID } from 'node:crypto'
import type { Parlay, ParlayLegWire } from '@propsight/shared/contracts'
import { bookRules, DEFAULT_BOOK } from '@propsight/shared/domain'
import { ENGINE_VERSION } from '@propsight/shared/domain/engine'
import type { NewParlay } from '../../../repositories/parlays.ts'
import { probabilityOf, toForecastRecord } from './legs.ts'
import type { ParlayFigures, ParlayInsights, PickLeg } from './parlay.ts'

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
export function presentParlay(
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
