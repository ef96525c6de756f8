import { type BattingConstants, gather } from '@propsight/shared/domain/engine'
import type { Season } from '../../read/season.ts'
import type { Case } from './case.ts'
import { fitDay } from './fit-day.ts'
import { appearancesPerGame, fitLeague } from './fit-league.ts'
import { fitPlayingTime } from './fit-playing-time.ts'
import { fitScoring } from './fit-scoring.ts'
import { fitSteps } from './fit-steps.ts'
import { leagueAround } from './league-around.ts'
import { battingSamples } from './samples.ts'
import { startingConstants } from './start.ts'

/** A step's kind looks at the other steps' settled rates, and so at their strengths: twice round is enough. */
const ROUNDS = 2

/**
 * Everything that a batter's forecast rests on, from the starts of a season up to and including the day `until`, each
 * with what was known that morning. The same season gives the same constants, bit for bit.
 */
export function fitBatting(season: Season, until: string): BattingConstants {
  const samples = battingSamples(season, until)
  const rows = season.batting.filter(({ date }) => date <= until)
  const around = leagueAround(rows)
  const casesWith = (constants: BattingConstants): Case[] =>
    samples.flatMap(({ input, row }) => {
      const evidence = gather(input, constants)
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
