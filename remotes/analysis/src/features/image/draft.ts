import { atom } from 'jotai'
import * as z from 'zod'
import type { Failure } from '../../state/run.ts'
import { type DraftRow, draftRowSchema } from './draft-row.ts'

/** A picture on its way to a board. */
export interface Draft {
  /** `board` once its rows were analyzed; they can be corrected again. */
  phase: 'choose' | 'reading' | 'review' | 'board'
  /** Lives in memory alone: a reload loses the picture, not the rows. */
  file: File | null
  /** Why the last file was not taken. */
  problem: string | null
  failure: Failure | null
  /** Whether its reading was cancelled. */
  cancelled: boolean
  rows: DraftRow[]
}

export const NO_DRAFT: Draft = {
  phase: 'choose',
  file: null,
  problem: null,
  failure: null,
  cancelled: false,
  rows: [],
}

const base = atom(NO_DRAFT)

/** Writing takes the parts that change. */
export const draftAtom = atom(
  (get) => get(base),
  (get, set, part: Partial<Draft>) => set(base, { ...get(base), ...part }),
)

const keptSchema = z.array(draftRowSchema).min(1)

/** Rows that were kept in this tab; null where there are none, or none that can be read. */
export function keptRows(kept: unknown): DraftRow[] | null {
  const parsed = keptSchema.safeParse(kept)
  return parsed.success ? parsed.data : null
}
