import {
  type CardRow,
  cardRow,
  createRandom,
  HELD_OUT_NAMES,
  type NamePool,
  TUNING_NAMES,
} from './card-rows.ts'
import type { CardStyle } from './style.ts'
import { HELD_OUT_STYLES } from './styles/held-out.ts'
import { TUNING_STYLES } from './styles/tuning.ts'

/** Encoding of a picture, and the crop at its edges in CSS pixels. */
export interface Encoding {
  format: 'png' | 'jpeg' | 'webp'
  quality: number
  crop: { top: number; right: number; bottom: number; left: number }
}

export interface CardPicture {
  id: string
  style: CardStyle
  rows: readonly CardRow[]
  markup: string
  css: string
  width: number
  scale: number
  encoding: Encoding
}

interface SetPlan {
  name: string
  seed: number
  styles: readonly CardStyle[]
  names: NamePool
  qualities: readonly number[]
}

const TUNING: SetPlan = {
  name: 'tuning',
  seed: 1001,
  styles: TUNING_STYLES,
  names: TUNING_NAMES,
  qualities: [50, 70, 90],
}
/** Fixed seed. These cards are used only for reports, never for tuning. */
const HELD_OUT: SetPlan = {
  name: 'held out',
  seed: 77_003,
  styles: HELD_OUT_STYLES,
  names: HELD_OUT_NAMES,
  qualities: [40, 55, 80, 95],
}

function pictureOf(plan: SetPlan, index: number): CardPicture {
  const dice = createRandom(plan.seed * 1_000 + index)
  const style = plan.styles[index % plan.styles.length]
  if (!style) throw new Error('a set needs styles')
  const used = new Set<string>()
  const rows = Array.from({ length: dice.integer(...style.rows) }, () => cardRow(plan.names, dice, used))
  const edge = () => (dice.chance(0.3) ? dice.integer(1, 5) : 0)
  return {
    id: `${plan.name} ${index + 1} (${style.name})`,
    style,
    rows,
    css: style.css(dice),
    markup: style.html(rows, dice),
    width: dice.pick(style.widths),
    scale: dice.pick(style.scales),
    encoding: {
      format: dice.pick(['png', 'jpeg', 'jpeg', 'webp'] as const),
      quality: dice.pick(plan.qualities),
      crop: { top: edge(), right: edge(), bottom: edge(), left: edge() },
    },
  }
}

const setOf = (plan: SetPlan, cards: number) =>
  Array.from({ length: cards }, (_, index) => pictureOf(plan, index))

/** Cards used to develop the reader, and by tests. */
export const tuningSet = (cards: number): CardPicture[] => setOf(TUNING, cards)

/** Cards with styles, names, sizes and compressions that were not used to develop the reader. */
export const heldOutSet = (cards: number): CardPicture[] => setOf(HELD_OUT, cards)
