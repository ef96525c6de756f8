import { KINDS, TONIGHT_FACTORS, type TonightFactor } from './constants.ts'
import { CONTEXT, type Context } from './context.ts'
import type { Evidence } from './evidence.ts'
import { usualStealing } from './steals.ts'
import { perStep } from './steps.ts'

/** Steps of a batter's explanation, in their order. The first is the base, each other one adds a factor. */
export const BATTER_STEPS = [
  'average batter',
  'his record',
  'place in the order',
  'home or away',
  'his club',
  'opposing starter',
  "starter's hand",
  'opposing staff',
  'park',
  'time of year',
] as const
export type BatterFactor = (typeof BATTER_STEPS)[number]

const zeros = <N extends string>(names: readonly N[]): Record<N, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<N, number>

/** Features that belong to each factor of the game. */
const FACTORS: readonly {
  readonly factor: BatterFactor
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

/**
 * Evidence of an average batter of the league, with all places in the order equally likely, in an average
 * game.
 */
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
  steal: usualStealing(evidence.league),
  context: { ...zeros(CONTEXT), always: 1 },
})

/** Evidence of each step, from an average batter to the complete evidence. */
export function explainStages(
  evidence: Evidence,
): { readonly factor: BatterFactor; readonly evidence: Evidence }[] {
  let at = average(evidence)
  const list: { factor: BatterFactor; evidence: Evidence }[] = [{ factor: 'average batter', evidence: at }]
  const add = (factor: BatterFactor, more: Partial<Evidence>): void => {
    at = { ...at, ...more }
    list.push({ factor, evidence: at })
  }
  add('his record', {
    own: evidence.own,
    settled: evidence.settled,
    steal: evidence.steal,
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
