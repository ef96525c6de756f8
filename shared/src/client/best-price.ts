import * as z from '@propsight/shared/schema'
import { createElement, type ReactElement } from 'react'
import { ODDS_SETTINGS_KEY } from '../contracts/page-config.ts'
import { readStoredJson } from '../contracts/read-answer.ts'
import { Extension, type ExtensionProps } from './extension.ts'

/** Keys of the books whose prices count as best; null for all books, also for those of later days. */
export const ownBooksSchema = z.array(z.string().max(40)).max(60).nullable().catch(null)

/** The user's books, as stored on this device: on every screen only their prices count. Null for all books. */
export function readOwnBooks(): readonly string[] | null {
  try {
    const settings = z.object({ books: ownBooksSchema })
    return readStoredJson(settings, localStorage.getItem(ODDS_SETTINGS_KEY))?.books ?? null
  } catch {
    return null
  }
}

export interface BestPriceProps extends Pick<ExtensionProps, 'shell' | 'className'> {
  /** The league's id of the player; null where it is unknown. */
  personId: number | null
  player: string
  /** The market, as in `findStatType`. */
  stat: string
  line: number
  side: 'OVER' | 'UNDER'
  /** The league's game number; null where it is unknown. */
  gamePk: number | null
  /** The books' chance of the side without margin when the line was saved, in percent. */
  savedNoVig?: number | null | undefined
}

/**
 * The best price of one side of a line at sportsbooks with its break-even, by the scanner: '+105 at BOOK, 3 min'.
 * With `savedNoVig` the move since then instead: '+105 at BOOK · you beat the line by 0.4 points'. Empty where no book quotes the line. Reserve its place by `className`.
 */
export const BestPrice = ({ shell, className, ...props }: BestPriceProps): ReactElement =>
  createElement(Extension, { shell, className, name: 'scanner/best-price', props })
