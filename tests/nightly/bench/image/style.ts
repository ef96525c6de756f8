import type { CardRow, Random } from './card-rows.ts'

/** A style of cards: font, colours and layout. The styles are original and copy no product. */
export interface CardStyle {
  name: string
  /** Families of `fonts.ts`, or installed fonts. */
  font: string
  /** Lowest and highest number of rows on one picture. */
  rows: readonly [number, number]
  /** Possible widths in CSS pixels. */
  widths: readonly number[]
  scales: readonly number[]
  css(dice: Random): string
  html(rows: readonly CardRow[], dice: Random): string
}

/** Escapes text for markup. */
export const text = (plain: string): string =>
  plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll("'", '&#39;')

/** SVG of a round player portrait. */
export const face = (hue: number): string =>
  `<svg class="face" viewBox="0 0 40 40"><circle cx="20" cy="20" r="20" fill="hsl(${hue} 35% 40%)"/>
  <circle cx="20" cy="15" r="8" fill="hsl(${hue} 25% 75%)"/><ellipse cx="20" cy="36" rx="13" ry="12" fill="hsl(${hue} 50% 25%)"/></svg>`

/** Status bar of a phone: clock, signal and battery. */
export const statusBar = (dice: Random): string =>
  `<div class="status"><b>${dice.integer(1, 12)}:${dice.integer(10, 59)}</b><span>▂▄▆ 5G ${dice.integer(9, 99)}%</span></div>`
