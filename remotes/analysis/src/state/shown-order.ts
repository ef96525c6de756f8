import { atom } from 'jotai'
import type { RankedLine } from './ranked-line.ts'

/** The cards of the screen from top to bottom, filters and sort applied: what stands before and after a player. */
export const shownOrderAtom = atom<readonly RankedLine[]>([])
