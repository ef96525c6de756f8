/** The counts of a batting line, named as in the stats service. */
export const BATTING = [
  'plateAppearances',
  'atBats',
  'hits',
  'doubles',
  'triples',
  'homeRuns',
  'runs',
  'rbi',
  'baseOnBalls',
  'intentionalWalks',
  'hitByPitch',
  'strikeOuts',
  'stolenBases',
  'caughtStealing',
  'sacFlies',
  'sacBunts',
  'groundIntoDoublePlay',
  'leftOnBase',
  'groundOuts',
  'airOuts',
  'numberOfPitches',
] as const

/** The counts of a pitching line, named as in the stats service. */
export const PITCHING = [
  'outs',
  'battersFaced',
  'atBats',
  'hits',
  'doubles',
  'triples',
  'homeRuns',
  'runs',
  'earnedRuns',
  'baseOnBalls',
  'intentionalWalks',
  'hitBatsmen',
  'strikeOuts',
  'stolenBases',
  'caughtStealing',
  'sacFlies',
  'sacBunts',
  'groundIntoDoublePlay',
  'groundOuts',
  'airOuts',
  'numberOfPitches',
  'strikes',
  'inheritedRunners',
  'inheritedRunnersScored',
  'gamesStarted',
  'gamesFinished',
  'completeGames',
  'shutouts',
  'wins',
  'losses',
  'saves',
  'saveOpportunities',
  'holds',
  'blownSaves',
] as const

export type BattingField = (typeof BATTING)[number]
export type PitchingField = (typeof PITCHING)[number]

const indexOf = <F extends string>(fields: readonly F[]): Readonly<Record<F, number>> =>
  Object.fromEntries(fields.map((field, index) => [field, index])) as Record<F, number>

/** Column numbers by field. */
export const BAT = indexOf(BATTING)
export const PIT = indexOf(PITCHING)
