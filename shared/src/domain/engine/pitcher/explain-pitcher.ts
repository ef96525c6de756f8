import { lineOdds } from '../distribution.ts'
import { PITCHING } from '../fitted/pitching.ts'
import type { PitcherInput } from '../input.ts'
import { answer, type EngineResult, refuse } from '../result.ts'
import type { PitchingConstants } from './constants.ts'
import { expectedStart } from './expected.ts'
import { type Matchup, matchupOf } from './matchup.ts'
import { pitcherStatOf, statChances } from './stat-chances.ts'

/** What moves a pitcher's chances, in the order in which it is told. */
export const PITCHER_STEPS = [
  'usual starter',
  'his length',
  'his rates',
  'opponent',
  'park',
  'home',
  'time of year',
] as const
export type PitcherStep = (typeof PITCHER_STEPS)[number]

export interface ExplainedStep {
  readonly factor: PitcherStep
  /** P(over) with this and all factors before it. */
  readonly over: number
}

const NONE = { strikeOuts: 0, baseOnBalls: 0, hits: 0, earnedRuns: 0 } as const

/** A starter of whom nothing is known, on an average day, in the league of today. */
const usualStarter = ({ usual, late, outScale }: Matchup): Matchup => ({
  earlier: {
    ...NONE,
    starts: 0,
    battersFaced: 0,
    hitByPitch: 0,
    homeRuns: 0,
    recent: { weight: 0, battersFaced: 0, outs: 0, short: 0 },
    rest: 0,
    relieved: false,
  },
  usual,
  late,
  outScale,
  warmth: 0,
  home: 0,
  turns: 0,
  own: { strikeOuts: 0, walks: 0, homeRuns: 0, onBase: 0 },
  opponent: { ...NONE, onBase: 0 },
  park: NONE,
})

/** How each factor turns what is known so far into more. */
const ADD: Readonly<Record<PitcherStep, (so: Matchup, all: Matchup) => Matchup>> = {
  'usual starter': (so) => so,
  'his length': (so, { earlier: { starts, recent, rest, relieved }, turns }) => ({
    ...so,
    turns,
    earlier: { ...so.earlier, starts, recent, rest, relieved },
  }),
  'his rates': (so, { earlier, own }) => ({ ...so, earlier, own }),
  opponent: (so, { opponent }) => ({ ...so, opponent }),
  park: (so, { park }) => ({ ...so, park }),
  home: (so, { home }) => ({ ...so, home }),
  'time of year': (so, { warmth }) => ({ ...so, warmth }),
}

/**
 * P(over) of a line from a usual starter's to his own of tonight, factor by factor: the last is the forecast's.
 * @param stat name as in `statTypeOf`, or an alias
 * @param line any line that a book could draw
 * @returns a refusal for a stat that is no pitcher's, a line that is none, and a pitcher without a start this season
 */
export function explainPitcher(
  input: PitcherInput,
  stat: string,
  line: number,
  constants: PitchingConstants = PITCHING,
): EngineResult<readonly ExplainedStep[]> {
  const asked = pitcherStatOf(stat)
  if (asked === undefined) return refuse('unknown stat')
  if (!Number.isFinite(line)) return refuse('line is not a number')
  if (line < 0) return refuse('line is negative')
  const all = matchupOf(input, constants)
  if (all === null) return refuse('no starts')
  let known = usualStarter(all)
  return answer(
    PITCHER_STEPS.map((factor) => {
      known = ADD[factor](known, all)
      const distribution = statChances(asked, expectedStart(known, constants), constants)
      return { factor, over: lineOdds(distribution, line).over }
    }),
  )
}
