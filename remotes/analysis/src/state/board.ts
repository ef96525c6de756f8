import { atom } from 'jotai'
import { rankBoard } from './rank-board.ts'
import { shownRunAtom } from './run.ts'
import { settingsAtom } from './settings.ts'

/** The board on screen, worked out once for all who look at it. */
export const boardAtom = atom((get) => {
  const { window, oddsType } = get(settingsAtom)
  return rankBoard(get(shownRunAtom), window, oddsType)
})
