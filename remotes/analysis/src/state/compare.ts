import { atom } from 'jotai'

/** Maximum number of cards in one comparison; more columns do not fit on the screen. */
export const MOST_COMPARED = 4
export const LEAST_COMPARED = 2

/** Ids of the lines selected for comparison, in the order of selection. */
export const comparedAtom = atom<readonly string[]>([])
