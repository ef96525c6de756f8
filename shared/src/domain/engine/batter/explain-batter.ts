import { calibrate } from '../calibration/calibrate.ts'
import { lineOdds } from '../distribution.ts'
import { BATTING } from '../fitted/batting.ts'
import { CALIBRATION } from '../fitted/calibration.ts'
import type { BatterInput } from '../input.ts'
import { answer, type EngineResult, refuse } from '../result.ts'
import { KINDS, TONIGHT_FACTORS, type TonightFactor } from './constants.ts'
import { CONTEXT, type Context } from './context.ts'
import { distribute } from './distribute.ts'
import { type Evidence, gather } from './evidence.ts'
import { statWeights } from './stat-weights.ts'
import { perStep } from './steps.ts'
import { tonightOf } from './tonight.ts'

/** P(over) with one more thing taken in. */
export interface BatterStep {
  readonly factor: string
  readonly over: number
}

const zeros = <N extends string>(names: readonly N[]): Record<N, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<N, number>

/** What each factor of tonight's game stands on. */
const FACTORS: readonly {
  readonly factor: string
  readonly tonight: readonly TonightFactor[]
  readonly context: readonly (keyof Context)[]
}[] = [
  { factor: 'home or away', tonight: ['home'], context: ['home'] },
  { factor: 'his club', tonight: [], context: ['club'] },
  {
    factor: 'opposing starter',
    tonight: ['starterStrikeOut', 'starterWalk', 'starterContact'],
    context: ['starterStrikeOut', 'starterWalk', 'starterContact'],
  },
  {
    factor: "starter's hand",
    tonight: ['leftyAgainstLeft', 'rightyAgainstLeft', 'switchAgainstLeft'],
    context: [],
  },
  { factor: 'opposing staff', tonight: ['staff'], context: ['staff'] },
  { factor: 'park', tonight: ['park'], context: ['park'] },
  { factor: 'time of year', tonight: ['warmth'], context: [] },
]

/** An average batter of the league, in no particular place, in a game like any other. */
const average = (evidence: Evidence): Evidence => ({
  ...evidence,
  own: {
    ...evidence.own,
    ...zeros(['plateAppearances', 'hits', 'doubles', 'triples', 'homeRuns', 'runs']),
    ...zeros(['rbi', 'baseOnBalls', 'hitByPitch', 'strikeOuts', 'starts', 'startAppearances']),
  },
  settled: perStep((step) => ({ ...evidence.settled[step], against: 0, weight: 1 })),
  kind: { ...zeros(KINDS), any: 1 },
  tonight: perStep(() => ({ ...zeros(TONIGHT_FACTORS), always: 1 })),
  slots: evidence.slots.map(() => 1 / evidence.slots.length),
  context: { ...zeros(CONTEXT), always: 1 },
})

function stages(evidence: Evidence): { readonly factor: string; readonly evidence: Evidence }[] {
  let at = average(evidence)
  const list = [{ factor: 'average batter', evidence: at }]
  const add = (factor: string, more: Partial<Evidence>): void => {
    at = { ...at, ...more }
    list.push({ factor, evidence: at })
  }
  add('his record', {
    own: evidence.own,
    settled: evidence.settled,
    kind: { ...evidence.kind, tonightSlot: evidence.kind.usualSlot },
    slots: evidence.usually,
  })
  add('place in the order', { kind: evidence.kind, slots: evidence.slots })
  for (const { factor, tonight, context } of FACTORS) {
    const pick = <N extends string>(from: Readonly<Record<N, number>>, names: readonly N[]) =>
      Object.fromEntries(names.map((name) => [name, from[name]]))
    add(factor, {
      tonight: perStep((step) => ({ ...at.tonight[step], ...pick(evidence.tonight[step], tonight) })),
      context: { ...at.context, ...pick(evidence.context, context) },
    })
  }
  return list
}

/**
 * How P(over) of a line comes about: one thing after another taken in, from an average batter to the forecast, which is
 * the last step.
 * @param line any finite number that is not negative
 * @returns a refusal as `forecastBatter`'s, and for a line that is none
 */
export function explainBatter(
  input: BatterInput,
  stat: string,
  line: number,
): EngineResult<readonly BatterStep[]> {
  if (!Number.isFinite(line)) return refuse('line is not a number')
  if (line < 0) return refuse('line is negative')
  const weights = statWeights(stat)
  if (!weights) return refuse('unknown stat')
  const evidence = gather(input, BATTING)
  if (!evidence) return refuse('no games')
  const map = CALIBRATION.maps[weights.name]
  return answer(
    stages(evidence).map(({ factor, evidence: known }) => {
      const distribution = distribute(tonightOf(known, BATTING), weights, BATTING)
      return { factor, over: lineOdds(calibrate(distribution, map), line).over }
    }),
  )
}
