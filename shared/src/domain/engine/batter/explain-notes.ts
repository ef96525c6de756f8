import { countOf } from '../count.ts'
import {
  earlierWords,
  handWord,
  leagueNote,
  ordinal,
  parkNote,
  plural,
  ratio,
  runsNote,
  seasonNote,
} from '../explanation-notes.ts'
import type { BatSide, BatterInput, ParkFactors, Starter } from '../input.ts'
import type { Evidence } from './evidence.ts'
import type { BatterFactor } from './explanation-steps.ts'

const OUTS_OF_NINE_INNINGS = 27
const BATTERS: Readonly<Record<BatSide, string>> = {
  L: 'a left-handed batter',
  R: 'a right-handed batter',
  S: 'a switch hitter',
}

function recordNote({ earlier, setting }: BatterInput, { own }: Evidence): string {
  const before = earlierWords(
    'batting',
    earlier,
    setting.date,
    ({ plateAppearances }) => plateAppearances > 0,
  )
  return `his season, ${plural(own.plateAppearances, 'plate appearance')} in ${plural(own.games, 'game')}${before}`
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
  if (!starter) return 'nobody announced'
  let [earnedRuns, strikeOuts, outs] = [0, 0, 0]
  for (const game of starter.games) {
    if (!(game.date < date)) continue
    earnedRuns += countOf(game.earnedRuns)
    strikeOuts += countOf(game.strikeOuts)
    outs += countOf(game.outs)
  }
  const era = ratio(earnedRuns * OUTS_OF_NINE_INNINGS, outs, 2)
  const perNine = ratio(strikeOuts * OUTS_OF_NINE_INNINGS, outs, 1)
  const record = era && perNine ? `ERA ${era}, ${perNine} strikeouts per 9 innings` : 'no innings this season'
  return starter.throws ? `${handWord(starter.throws)}, ${record}` : record
}

function handNote({ bats, opposingStarter }: BatterInput): string | null {
  if (!bats || !opposingStarter?.throws) return null
  return `${BATTERS[bats]} against a ${handWord(opposingStarter.throws)}`
}

/** The park factors that affect a stat most. Other stats use `OF_HITS`. */
const PARK_EVENTS: Readonly<Record<string, readonly (keyof ParkFactors)[]>> = {
  Singles: ['single'],
  Doubles: ['double'],
  'Home Runs': ['homeRun'],
  Walks: ['walk'],
  'Hitter Strikeouts': ['strikeOut'],
  'Stolen Bases': ['single', 'walk'],
}
const OF_HITS: readonly (keyof ParkFactors)[] = ['single', 'homeRun']

/**
 * Builds the notes of a batter's explanation: the input behind each step. Only the note of the park depends
 * on the stat.
 */
export function batterNotes(
  input: BatterInput,
  evidence: Evidence,
): (factor: BatterFactor, stat: string) => string | null {
  const { setting } = input
  const notes: Readonly<Record<Exclude<BatterFactor, 'park'>, string | null>> = {
    'average batter': leagueNote(setting),
    'his record': recordNote(input, evidence),
    'place in the order': placeNote(input, evidence),
    'home or away': input.home ? 'home' : 'away',
    'his club': runsNote('scores', input.club, setting.league),
    'opposing starter': starterNote(input.opposingStarter, setting.date),
    "starter's hand": handNote(input),
    'opposing staff': runsNote('allows', input.opposingStaff, setting.league),
    'time of year': seasonNote(setting, evidence.tonight.hit.warmth),
  }
  return (factor, stat) =>
    factor === 'park' ? parkNote(setting.park, PARK_EVENTS[stat] ?? OF_HITS) : notes[factor]
}
