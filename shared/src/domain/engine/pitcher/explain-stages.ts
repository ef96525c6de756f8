import type { Matchup } from './matchup.ts'

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
export type PitcherFactor = (typeof PITCHER_STEPS)[number]

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
const ADD: Readonly<Record<PitcherFactor, (so: Matchup, all: Matchup) => Matchup>> = {
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

/** What is known, one thing after another, from a usual starter to all of it. */
export function explainStages(all: Matchup): { readonly factor: PitcherFactor; readonly matchup: Matchup }[] {
  let known = usualStarter(all)
  return PITCHER_STEPS.map((factor) => {
    known = ADD[factor](known, all)
    return { factor, matchup: known }
  })
}
