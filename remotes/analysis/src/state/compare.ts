import { atom } from 'jotai'

/** More do not stand side by side. */
export const MOST_COMPARED = 4
export const LEAST_COMPARED = 2

/** Ids of the lines that are to be compared, in the order in which they were chosen. */
export const comparedAtom = atom<readonly string[]>([])
