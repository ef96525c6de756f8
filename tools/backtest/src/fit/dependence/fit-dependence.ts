import type { Dependence } from '@propsight/shared/domain/engine'
import type { Season } from '../../read/season.ts'
import { ENGINE, type Engine } from '../../score/cases.ts'
import { checkDependence } from './check-dependence.ts'
import { dependenceOf } from './dependence-of.ts'
import { playedGames } from './performances.ts'

/**
 * Fits the dependence between legs of one game, from overs and unders at the engine's fair lines. Each
 * forecast only uses data of earlier days. Sums of one batter's stats, such as H+R+RBI, do not use it: the
 * engine models them jointly.
 * @param until last day used, `YYYY-MM-DD`
 * @param engine source of the forecasts
 * @param tell receives the test on held-out days, as lines of text
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
