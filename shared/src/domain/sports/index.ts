// What the rest of the domain knows about the sports. Clubs and weather are in their own modules, for the pages that need no other.

export { DEPENDENCE, type Dependence, legCorrelation } from './mlb/dependence.ts'
export type { ThrowHand } from './mlb/engine/input.ts'
export { default as LINE_EVIDENCE } from './mlb/fitted/line-evidence.json' with { type: 'json' }
export { default as PRICE_RECORD } from './mlb/fitted/price-record.json' with { type: 'json' }
export {
  findStatType,
  type GameLog,
  type GamePlace,
  type HittingLogGame,
  type LineKind,
  type PitchingLogGame,
  type StatType,
} from './mlb/stat-types.ts'
