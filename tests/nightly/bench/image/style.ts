import type { CardRow } from './card.ts'
import type { Dice } from './dice.ts'

/** One way to draw cards: a font, colours and a layout. The styles are original; they copy no product. */
export interface CardStyle {
  name: string
  /** Families of `fonts.ts`, or what the machine has. */
  font: string
  /** Lowest and highest number of rows on one picture. */
  rows: readonly [number, number]
  /** Widths in CSS pixels, one of which is taken. */
  widths: readonly number[]
  scales: readonly number[]
  css(dice: Dice): string
  html(rows: readonly CardRow[], dice: Dice): string
}

/** Text inside markup. */
export const text = (plain: string): string =>
  plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;')

/** The round picture of a player, drawn as two ellipses. */
export const face = (hue: number): string =>
  `<svg class="face" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="hsl(${hue} 35% 40%)"/>
  <circle cx="20" cy="15" r="8" fill="hsl(${hue} 25% 75%)"/><ellipse cx="20" cy="36" rx="13" ry="12" fill="hsl(${hue} 50% 25%)"/></svg>`

/** The top of a phone's screen: a clock, signal and battery. */
export const statusBar = (dice: Dice): string =>
  `<div class="status"><b>${dice.whole(1, 12)}:${dice.whole(10, 59)}</b><span>▂▄▆ 5G ${dice.whole(9, 99)}%</span></div>`
