import { marketFacts } from '../../market-facts.ts'
import {
  earlierSeasonsNote,
  leagueNote,
  parkNote,
  plural,
  ratio,
  runsNote,
  seasonNote,
  venueNote,
} from '../explanation-notes.ts'
import { type BatSide, type BatterInput, type Starter, sanitizeCount, type ThrowHand } from '../input.ts'
import { weatherNote } from '../weather.ts'
import {
  GAME_CONTEXT_FACTORS,
  type GameContextFactor,
  KINDS,
  SCORING_CONTEXT,
  type ScoringContext,
} from './constants.ts'
import type { Evidence } from './evidence.ts'
import { leagueStealLogOdds } from './own-record.ts'
import { findStarterShare } from './starter-record.ts'
import { perStep } from './steps.ts'

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth']

/** Ordinal of a place in the batting order: 1 is 'first'. */
const ordinal = (place: number): string => ORDINALS[place - 1] ?? String(place)

const handLabel = (throws: ThrowHand): string => (throws === 'L' ? 'left-hander' : 'right-hander')

/** Steps of a batter's explanation, in their order. The first is the base, each other one adds a factor. */
export const BATTER_STEPS = [
  'average batter',
  'own record',
  'place in the order',
  'home or away',
  'own club',
  'opposing starter',
  "starter's hand",
  'opposing staff',
  'park',
  'time of year',
] as const
/** `weather` is the last step of a game with other than the usual weather. */
export type BatterFactor = (typeof BATTER_STEPS)[number] | 'weather'

const zeros = <N extends string>(names: readonly N[]): Record<N, number> =>
  Object.fromEntries(names.map((name) => [name, 0])) as Record<N, number>

/** Features that belong to each factor of the game. */
const FACTORS: readonly {
  readonly factor: BatterFactor
  readonly gameContext: readonly GameContextFactor[]
  readonly context: readonly (keyof ScoringContext)[]
}[] = [
  { factor: 'home or away', gameContext: ['home'], context: ['home'] },
  { factor: 'own club', gameContext: [], context: ['club'] },
  {
    factor: 'opposing starter',
    gameContext: ['starterStrikeOut', 'starterWalk', 'starterContact'],
    context: ['starterStrikeOut', 'starterWalk', 'starterContact'],
  },
  {
    factor: "starter's hand",
    gameContext: ['leftyAgainstLeft', 'rightyAgainstLeft', 'switchAgainstLeft'],
    context: [],
  },
  { factor: 'opposing staff', gameContext: ['staff'], context: ['staff'] },
  { factor: 'park', gameContext: ['park'], context: ['park'] },
  { factor: 'time of year', gameContext: ['seasonalTemperature'], context: [] },
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
  shrunkRates: perStep((step) => ({ ...evidence.shrunkRates[step], against: 0, weight: 1 })),
  kind: { ...zeros(KINDS), any: 1 },
  gameContext: perStep(() => ({ ...zeros(GAME_CONTEXT_FACTORS), always: 1 })),
  slots: evidence.slots.map(() => 1 / evidence.slots.length),
  weather: perStep(() => 0),
  steal: leagueStealLogOdds(evidence.league),
  context: { ...zeros(SCORING_CONTEXT), always: 1 },
})

/**
 * Evidence of each step, from an average batter to the complete evidence.
 * @param hasWeather whether the game has other than the usual weather
 */
export function listExplanationSteps(
  evidence: Evidence,
  hasWeather: boolean,
): { readonly factor: BatterFactor; readonly evidence: Evidence }[] {
  let current = average(evidence)
  const list: { factor: BatterFactor; evidence: Evidence }[] = [
    { factor: 'average batter', evidence: current },
  ]
  const add = (factor: BatterFactor, more: Partial<Evidence>): void => {
    current = { ...current, ...more }
    list.push({ factor, evidence: current })
  }
  add('own record', {
    own: evidence.own,
    shrunkRates: evidence.shrunkRates,
    steal: evidence.steal,
    kind: { ...evidence.kind, announcedSlot: evidence.kind.usualSlot },
    slots: evidence.usualSlots,
  })
  add('place in the order', { kind: evidence.kind, slots: evidence.slots })
  for (const { factor, gameContext, context } of FACTORS) {
    const pick = <N extends string>(from: Readonly<Record<N, number>>, names: readonly N[]) =>
      Object.fromEntries(names.map((name) => [name, from[name]]))
    add(factor, {
      gameContext: perStep((step) => ({
        ...current.gameContext[step],
        ...pick(evidence.gameContext[step], gameContext),
      })),
      context: { ...current.context, ...pick(evidence.context, context) },
    })
  }
  if (hasWeather) add('weather', { weather: evidence.weather })
  return list
}

const OUTS_OF_NINE_INNINGS = 27
const BATTERS: Readonly<Record<BatSide, string>> = {
  L: 'a left-handed batter',
  R: 'a right-handed batter',
  S: 'a switch hitter',
}

function recordNote({ earlier, setting }: BatterInput, { own }: Evidence): string {
  const before = earlierSeasonsNote(
    'batting',
    earlier,
    setting.date,
    ({ plateAppearances }) => plateAppearances > 0,
  )
  return `this season, ${plural(own.plateAppearances, 'plate appearance')} in ${plural(own.games, 'game')}${before}`
}

/** Most frequent place in recent starts; null where the games have no places. */
function usualPlace({ own }: Evidence): string | null {
  const most = Math.max(...own.slots)
  return most > 0 ? ordinal(own.slots.indexOf(most) + 1) : null
}

function placeNote({ slot }: BatterInput, evidence: Evidence): string {
  // As in the engine, an invalid place counts as not announced.
  if (slot !== null && evidence.slots[slot - 1] === 1) return `bats ${ordinal(slot)}`
  const usual = usualPlace(evidence)
  return usual ? `no order announced; of late mostly ${usual}` : 'no order announced'
}

function starterNote(starter: Starter | null, date: string): string {
  if (!starter) return 'not announced'
  let earnedRuns: number | null = 0
  let strikeOuts = 0
  let outs = 0
  for (const game of starter.games) {
    if (!(game.date < date)) continue
    if (game.earnedRuns === null) earnedRuns = null
    else if (earnedRuns !== null) earnedRuns += sanitizeCount(game.earnedRuns)
    strikeOuts += sanitizeCount(game.strikeOuts)
    outs += sanitizeCount(game.outs)
  }
  const era = ratio(earnedRuns === null ? null : earnedRuns * OUTS_OF_NINE_INNINGS, outs, 2)
  const perNine = ratio(strikeOuts * OUTS_OF_NINE_INNINGS, outs, 1)
  const average = era ? `ERA ${era}, ` : ''
  const share = findStarterShare(starter, date)
  const opener = share < 1 ? `, an opener for ${Math.round(100 * share)}% of a usual start` : ''
  const record = perNine ? `${average}${perNine} strikeouts per 9 innings` : 'no innings this season'
  return starter.throws ? `${handLabel(starter.throws)}, ${record}${opener}` : `${record}${opener}`
}

function handNote({ bats, opposingStarter }: BatterInput): string | null {
  if (!bats || !opposingStarter?.throws) return null
  return `${BATTERS[bats]} against a ${handLabel(opposingStarter.throws)}`
}

/**
 * Builds the notes of a batter's explanation: the input behind each step. Only the note of the park depends
 * on the stat.
 */
export function buildBatterNotes(
  input: BatterInput,
  evidence: Evidence,
): (factor: BatterFactor, stat: string) => string | null {
  const { setting } = input
  const notes: Readonly<Record<Exclude<BatterFactor, 'park'>, string | null>> = {
    'average batter': leagueNote(setting),
    'own record': recordNote(input, evidence),
    'place in the order': placeNote(input, evidence),
    'home or away': venueNote(input),
    'own club': runsNote('scores', input.club, setting.league),
    'opposing starter': starterNote(input.opposingStarter, setting.date),
    "starter's hand": handNote(input),
    'opposing staff': runsNote('allows', input.opposingStaff, setting.league),
    'time of year': seasonNote(setting, evidence.gameContext.hit.seasonalTemperature),
    weather: setting.weather && weatherNote(setting.weather),
  }
  return (factor, stat) =>
    factor === 'park' ? parkNote(setting.park, marketFacts(stat)?.parkEvents ?? []) : notes[factor]
}
