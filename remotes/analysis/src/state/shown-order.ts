import { atom } from 'jotai'
import type { RankedLine } from './ranked-line.ts'

/**
 * The cards from top to bottom, filtered and sorted. Previous and next in the detail view follow this order.
 */
export const shownOrderAtom = atom<readonly RankedLine[]>([])
