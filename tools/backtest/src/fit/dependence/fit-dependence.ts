import type { Dependence } from '@propsight/shared/domain/engine'
import type { Season } from '../../read/season.ts'
import { ENGINE, type Engine } from '../../score/cases.ts'
import { checkDependence } from './check-dependence.ts'
import { dependenceOf } from './dependence-of.ts'
import { playedGames } from './performances.ts'

/**
 * How stats of one game go together, from what was over and under at the engine's own fair lines, day by day with
 * nothing later known.
 * A batter's own sums, H+R+RBI and the fantasy score among them, come from the engine's joint model of him and not from
 * here; this joins legs.
 * @param until last day used, `YYYY-MM-DD`
 * @param engine whose forecasts are the chances
 * @param tell is given what dependence was worth on days held back, as lines of text
 */
export function fitDependence(
  season: Season,
  until: string,
  engine: Engine = ENGINE,
  tell?: (text: string) => void,
): Dependence {
  const games = playedGames(season, until, engine)
  tell?.(checkDependence(games, until))
  return { ...dependenceOf(games), to: until }
}
