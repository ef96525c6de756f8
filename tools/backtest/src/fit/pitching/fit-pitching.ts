import {
  buildMatchup,
  type CountConstants,
  type Counted,
  type PitchingConstants,
  SHORT_START_BATTERS,
} from '@propsight/shared/domain/engine'
import type { Season } from '../../read/season.ts'
import { fitCount } from './fit-count.ts'
import { fitLength, fitOpener, type TrainingStart } from './fit-length.ts'
import { fitSpread } from './fit-spread.ts'
import { leagueOf } from './league-of.ts'
import { outingShape } from './outing-shape.ts'
import { startedGames } from './started-games.ts'

/**
 * Fits the constants of the pitchers' model to a season's days up to and including `until`. Each start only
 * uses data of earlier days. The result is deterministic.
 * @throws Error if no pitcher has started twice
 */
export function fitPitching(season: Season, until: string): PitchingConstants {
  const started = startedGames(season, until)
  const relative = leagueOf(season, until, started)
  const starts: TrainingStart[] = started.flatMap((start) => {
    const matchup = buildMatchup(start.input, relative)
    return matchup ? [{ ...start, matchup }] : []
  })
  if (starts.length === 0) throw new Error(`No pitcher has started twice up to ${until}.`)
  const length = { batters: fitLength(starts, 'battersFaced'), outs: fitLength(starts, 'outs') }
  const count = (counted: Counted): CountConstants => fitCount(starts, counted, length.batters)
  const outcomes = started.map(({ outcome }) => outcome)
  const short = outcomes.filter(({ battersFaced }) => battersFaced <= SHORT_START_BATTERS)
  const constants = {
    ...relative,
    length,
    opener: fitOpener(starts),
    counts: {
      strikeOuts: count('strikeOuts'),
      baseOnBalls: count('baseOnBalls'),
      hits: count('hits'),
      earnedRuns: count('earnedRuns'),
    },
    full: outingShape(outcomes.filter(({ battersFaced }) => battersFaced > SHORT_START_BATTERS)),
    // Without a short start the probability of an opener is near 0, so the shape of short starts is not used.
    short: outingShape(short.length > 0 ? short : outcomes),
  }
  return { ...constants, spread: fitSpread(starts, constants) }
}
