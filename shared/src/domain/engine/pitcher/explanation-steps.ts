import type { Matchup } from './matchup.ts'

/** Steps of a pitcher's explanation, in their order. The first is the base, each other one adds a factor. */
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

/** Matchup of an unknown starter in an average game of the current league. */
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

/** Adds the features of each factor to the matchup so far. */
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

/** Matchup of each step, from an average starter to the complete matchup. */
export function explainStages(all: Matchup): { readonly factor: PitcherFactor; readonly matchup: Matchup }[] {
  let known = usualStarter(all)
  return PITCHER_STEPS.map((factor) => {
    known = ADD[factor](known, all)
    return { factor, matchup: known }
  })
}
