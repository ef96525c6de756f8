import { chanceAtLeast, type Distribution, lineOdds, meanOf } from '../engine/distribution.ts'
import type { StatForecast } from '../engine/forecast.ts'
import {
  type Band,
  conditionOnOffer,
  type EvidenceWeights,
  evidenceWeights,
  LINE_EVIDENCE,
  type Offer,
} from '../engine/line-evidence.ts'
import { easternDate } from '../league-clock.ts'
import { recommendSide, type Side } from './recommendation.ts'

/**
 * The forecast of one line, conditional on what the book offers, seen from one side. Chances are 0 to 1. All
 * displayed probabilities come from here, except those of the alternate lines.
 */
export interface LineForecast {
  /** The side to take; null where the book does not accept bets on the likelier side. */
  readonly call: Side | null
  /** Chance that the called side wins. Without a call it is the chance of the over. */
  readonly chance: number
  /** 80% interval of `chance`. */
  readonly low: number
  readonly high: number
  /** The engine's own chance of the side, before the offer counts as evidence. */
  readonly alone: number
  /** Chance that the stat equals the line. */
  readonly push: number
  /** Expected value in the market's unit. */
  readonly mean: number
  readonly fairLine: number
}

/**
 * The line whose two sides are equally likely, in the market's unit. P(over) is interpolated linearly between
 * the two half lines around one half. Rounded to the nearest half line, the result is the `fairLine` of the
 * forecast.
 */
export function fairLine(distribution: Distribution): number {
  let value = distribution.least
  while (chanceAtLeast(distribution, value + 1) > 0.5) value += 1
  const above = chanceAtLeast(distribution, value)
  const below = chanceAtLeast(distribution, value + 1)
  return value - 0.5 + (above - 0.5) / (above - below)
}

/** The weights of the offered line that ship with the engine. */
export const shippedWeights = (stat: string): EvidenceWeights => evidenceWeights(stat, LINE_EVIDENCE)

/** A forecast of one stat, without the figures that a line does not need. */
export type LineInput = Band & Pick<StatForecast, 'stat'>

/**
 * Evaluates a forecast at one line, conditional on the offer.
 * @param side the side that is seen; by default the likelier one where the book accepts it, else the over
 * @param weights of the line as evidence; by default those that ship with the engine
 */
export function lineForecast(
  forecast: LineInput,
  offer: Offer,
  side?: Side,
  weights: EvidenceWeights = shippedWeights(forecast.stat),
): LineForecast {
  const { line, oddsType } = offer
  const { distribution, low, high } = conditionOnOffer(forecast, offer, weights)
  const odds = lineOdds(distribution, line)
  const call = side ?? recommendSide(odds, oddsType === 'own' ? 'standard' : oddsType)
  const key = call === 'UNDER' ? 'under' : 'over'
  const ends = [low, high].map((end) => lineOdds(end, line)[key])
  const chance = odds[key]
  return {
    call,
    chance,
    low: Math.min(chance, ...ends),
    high: Math.max(chance, ...ends),
    alone: lineOdds(forecast.distribution, line)[key],
    push: odds.push,
    mean: meanOf(distribution),
    fairLine: fairLine(distribution),
  }
}

/** The game of a line: its start by the book, and the league's number where it is decided. */
interface LineGame {
  readonly gameTime: string | null
  readonly gamePk?: number | null | undefined
}

/** A game that forecasts or the context of a player are for. */
interface KnownGame {
  /** League day. */
  readonly date: string
  readonly gamePk: number
  /** False if the club has another game that day, and nothing decides which one a line without a game is on. */
  readonly certain?: boolean | undefined
}

/**
 * Compares the game of a line with a known game. 'uncertain': the line may be on it or on another game of the day.
 * Once a game has begun, the engine forecasts the next one.
 */
export function compareGame(
  { gameTime, gamePk }: LineGame,
  known: KnownGame | undefined,
): 'same' | 'other' | 'uncertain' {
  if (!known) return 'same'
  if (typeof gamePk === 'number') return gamePk === known.gamePk ? 'same' : 'other'
  const begins = Date.parse(gameTime ?? '')
  if (!Number.isNaN(begins) && easternDate(new Date(begins)) !== known.date) return 'other'
  return known.certain === false ? 'uncertain' : 'same'
}

/** A record with the forecasts of a player's next game, and of the other games of the day. */
interface RecordOfGames {
  readonly forecastGame?: KnownGame | undefined
  readonly otherGames?: readonly { readonly forecastGame?: KnownGame | undefined }[] | undefined
}

const recordsByGame = new WeakMap<object, Map<number, object>>()

/**
 * The record of a player with the forecasts and the context of the game of a line, if it is another one than the next
 * game. Returns the same object for the same record and game.
 */
export function recordOfGame<R extends RecordOfGames>(record: R, line: LineGame): R {
  const other = record.otherGames?.find(
    ({ forecastGame }) => forecastGame && compareGame(line, forecastGame) === 'same',
  )
  if (!other?.forecastGame) return record
  const { gamePk } = other.forecastGame
  const ofRecord = recordsByGame.get(record) ?? new Map<number, object>()
  recordsByGame.set(record, ofRecord)
  // What the other game lacks is not that of the next game.
  const made = ofRecord.get(gamePk) ?? { ...record, forecastNote: undefined, tonight: undefined, ...other }
  ofRecord.set(gamePk, made)
  return made as R
}
