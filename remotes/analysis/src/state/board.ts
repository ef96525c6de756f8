import { atom } from 'jotai'
import { rankBoard } from './rank-board.ts'
import { shownRunAtom } from './run.ts'
import { cardOptionsAtom, settingsAtom } from './settings.ts'
import { viewAtom } from './view.ts'
import { isOpenLine } from './view-link.ts'

export { shownOrderAtom } from './shown-order.ts'

/** The board on screen. Derived once and shared by all components that read it. */
export const boardAtom = atom((get) => {
  const { oddsType } = get(settingsAtom)
  return rankBoard(get(shownRunAtom), get(cardOptionsAtom), oddsType)
})

/** The card of the line that the URL names, ranked or not; null while it is not on the board. */
export const openCardAtom = atom((get) => {
  const { open } = get(viewAtom)
  if (!open) return null
  const { ranked, unranked } = get(boardAtom)
  const card = ranked.find(({ line }) => isOpenLine(open, line))
  return card ?? unranked.find(({ line }) => isOpenLine(open, line))?.card ?? null
})
