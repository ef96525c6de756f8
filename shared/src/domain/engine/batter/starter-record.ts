import type { Starter } from '../input.ts'
import type { BattingConstants } from './constants.ts'
import { settle } from './settled.ts'
import type { EventTally, Trials } from './steps.ts'

/** The opposing starter against the league, in log-odds: positive is more for the batters, or more strikeouts. */
export interface StarterRecord {
  readonly strikeOut: number
  readonly walk: number
  /** Hits, homers among them, of balls in play: not every source tells a pitcher's homers. */
  readonly contact: number
}

const UNKNOWN: StarterRecord = { strikeOut: 0, walk: 0, contact: 0 }

const count = (value: number | null): number =>
  value !== null && Number.isFinite(value) ? Math.max(0, value) : 0

const trials = (yes: number, of: number): Trials => {
  const all = Math.max(0, of)
  return { yes: Math.min(yes, all), of: all }
}

/** His shrunk rates to the morning of the game; all 0 where nobody is announced. */
export function starterRecord(
  starter: Starter | null,
  date: string,
  league: EventTally,
  strength: BattingConstants['starterStrength'],
): StarterRecord {
  if (!starter) return UNKNOWN
  let [faced, strikeOuts, walks, hit, hits] = [0, 0, 0, 0, 0]
  for (const game of starter.games) {
    if (!(game.date < date)) continue
    faced += count(game.battersFaced)
    strikeOuts += count(game.strikeOuts)
    walks += count(game.baseOnBalls)
    hit += count(game.hitByPitch)
    hits += count(game.hits)
  }
  const noStrikeOut = 1 - league.strikeOuts
  const contact = noStrikeOut - league.baseOnBalls - league.hitByPitch
  return {
    strikeOut: settle(trials(strikeOuts, faced), league.strikeOuts, strength.strikeOut).against,
    walk: settle(trials(walks, faced - strikeOuts), league.baseOnBalls / noStrikeOut, strength.walk).against,
    contact: settle(trials(hits, faced - strikeOuts - walks - hit), league.hits / contact, strength.contact)
      .against,
  }
}
