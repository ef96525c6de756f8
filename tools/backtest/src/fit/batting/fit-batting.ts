import { type BattingConstants, buildEvidence } from '@propsight/shared/domain/engine'
import type { Season } from '../../read/season.ts'
import type { Case } from './case.ts'
import { fitDay } from './fit-day.ts'
import { appearancesPerGame, fitLeague } from './league-rates.ts'
import { fitPlayingTime } from './fit-playing-time.ts'
import { fitScoring } from './fit-scoring.ts'
import { fitSteps } from './fit-steps.ts'
import { leagueAround } from './league-around.ts'
import { battingSamples } from './samples.ts'
import { startingConstants } from './start.ts'

/**
 * The features of one step depend on the fitted strengths of the other steps. Two rounds are enough to
 * converge.
 */
const ROUNDS = 2

/**
 * Fits all constants of the batters' model to the starts of a season up to and including the day `until`.
 * Each start only uses data of earlier days. The result is deterministic.
 */
export function fitBatting(season: Season, until: string): BattingConstants {
  const samples = battingSamples(season, until)
  const rows = season.batting.filter(({ date }) => date <= until)
  const around = leagueAround(rows)
  const casesWith = (constants: BattingConstants): Case[] =>
    samples.flatMap(({ input, row }) => {
      const evidence = buildEvidence(input, constants)
      return evidence ? [{ evidence, row, around: around(row.date) }] : []
    })
  let constants = startingConstants(fitLeague(rows))
  constants = { ...constants, playingTime: { ...constants.playingTime, perGame: appearancesPerGame(rows) } }
  for (let round = 0; round < ROUNDS; round++)
    constants = { ...constants, steps: fitSteps(casesWith(constants)) }
  const cases = casesWith(constants)
  constants = { ...constants, playingTime: fitPlayingTime(cases, constants) }
  constants = { ...constants, scoring: fitScoring(cases, constants.scoring) }
  return { ...constants, day: fitDay(cases, constants) }
}
