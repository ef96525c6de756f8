import { createElement, type ReactElement } from 'react'
import { Extension, type ExtensionProps } from './extension.ts'

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
