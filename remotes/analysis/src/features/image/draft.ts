import { atom } from 'jotai'
import * as z from 'zod'
import type { Failure } from '../../state/run.ts'
import { type DraftRow, draftRowSchema } from './draft-row.ts'

/** State of image mode: the picture and its rows before they become a board. */
export interface Draft {
  /** `board` after the rows were analyzed; the user can return to `review`. */
  phase: 'choose' | 'reading' | 'review' | 'board'
  /** Held in memory only: a reload loses the picture, but not the rows. */
  file: File | null
  /** Why the last file was rejected; null if it was accepted. */
  problem: string | null
  failure: Failure | null
  /** Whether the user cancelled the reading. */
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

/** The draft. A write takes the changed fields only. */
export const draftAtom = atom(
  (get) => get(base),
  (get, set, part: Partial<Draft>) => set(base, { ...get(base), ...part }),
)

const keptSchema = z.array(draftRowSchema).min(1)

/** Parses the rows stored in this tab; null if there are none or they are invalid. */
export function keptRows(kept: unknown): DraftRow[] | null {
  const parsed = keptSchema.safeParse(kept)
  return parsed.success ? parsed.data : null
}
