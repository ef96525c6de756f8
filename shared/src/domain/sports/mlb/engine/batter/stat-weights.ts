import type { Complete, HittingCounts } from '../../stat-types.ts'
import { findStatType, listStatNames, type StatType } from '../../stat-types.ts'

/** Value of each event in a stat. Every batter stat is a weighted sum of events. */
export interface StatWeights {
  readonly name: string
  /** The counts that the stat needs. */
  readonly needs: readonly (keyof HittingCounts)[]
  readonly single: number
  readonly double: number
  readonly triple: number
  readonly homeRun: number
  readonly walk: number
  readonly hitByPitch: number
  readonly strikeOut: number
  readonly run: number
  readonly rbi: number
  readonly stolenBase: number
}

const NOTHING: Complete<HittingCounts> = {
  hits: 0,
  doubles: 0,
  triples: 0,
  homeRuns: 0,
  runs: 0,
  rbi: 0,
  baseOnBalls: 0,
  hitByPitch: 0,
  stolenBases: 0,
  strikeOuts: 0,
}

function deriveWeights({ name, needs, formula }: StatType & { group: 'hitting' }): StatWeights {
  const worth = (game: Partial<Complete<HittingCounts>>): number => formula({ ...NOTHING, ...game })
  return {
    name,
    needs,
    single: worth({ hits: 1 }),
    double: worth({ hits: 1, doubles: 1 }),
    triple: worth({ hits: 1, triples: 1 }),
    homeRun: worth({ hits: 1, homeRuns: 1 }),
    walk: worth({ baseOnBalls: 1 }),
    hitByPitch: worth({ hitByPitch: 1 }),
    strikeOut: worth({ strikeOuts: 1 }),
    run: worth({ runs: 1 }),
    rbi: worth({ rbi: 1 }),
    stolenBase: worth({ stolenBases: 1 }),
  }
}

const WEIGHTS: ReadonlyMap<string, StatWeights> = new Map(
  listStatNames('hitting').flatMap((name) => {
    const stat = findStatType(name)
    return stat?.group === 'hitting' ? [[name, deriveWeights(stat)]] : []
  }),
)

/**
 * Weights of a stat. They are derived from `StatType.formula`, so that the engine and the bars of past games
 * always agree.
 * @param name as in `findStatType`, or an alias
 * @returns null for a name that is not a batter stat
 */
export const statWeights = (name: string): StatWeights | null =>
  WEIGHTS.get(findStatType(name)?.name ?? '') ?? null
