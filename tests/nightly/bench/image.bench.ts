import { createReader, type Reader } from '@propsight/api/testing'
import sharp from 'sharp'
import { renderCards } from './image/render.ts'
import { FIELDS, type Score, scoreOf } from './image/score.ts'
import { type CardPicture, heldOutSet, tuningSet } from './image/sets.ts'
import type { BenchOptions, Row } from './row.ts'

export interface ReadCards {
  score: Score
  /** Time to read each card in ms. */
  times: number[]
}

/** Renders cards, reads each, and scores the results. */
export async function readCards(reader: Reader, pictures: readonly CardPicture[]): Promise<ReadCards> {
  const times: number[] = []
  const cards: Parameters<typeof scoreOf>[0][number][] = []
  for await (const { picture, file } of renderCards(pictures)) {
    const { width, height } = await sharp(file).metadata()
    const begun = performance.now()
    const read = await reader.read({ data: file, width, height })
    times.push(performance.now() - begun)
    cards.push({ rows: picture.rows, read })
  }
  return { score: scoreOf(cards), times }
}

export const skippedInShortRun = 'its cards are drawn by a browser'

const CARDS = 30
const FEW_CARDS = 3
/** Budgets for the held-out set, which was not used to develop the reader. */
const RIGHT_BUDGET_PERCENT = 85
const WRONG_UNFLAGGED_BUDGET_PERCENT = 2

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

function rowsOf(set: string, { score, times }: ReadCards, budgeted: boolean): Row[] {
  const percent = (count: number, of = score.rows) => (of ? (100 * count) / of : 0)
  const right = percent(score.right)
  const unflagged = percent(score.wrongNotFlagged)
  const figures: Row[] = [
    { what: 'rows', value: score.rows, unit: 'rows' },
    {
      what: 'rows right',
      value: right,
      unit: '%',
      ...(budgeted && { budget: RIGHT_BUDGET_PERCENT, ok: right >= RIGHT_BUDGET_PERCENT }),
    },
    {
      what: 'rows right, accents and signs of the name included',
      value: percent(score.rightExactly),
      unit: '%',
    },
    ...FIELDS.map(
      (field): Row => ({ what: `${field} right`, value: percent(score.perField[field]), unit: '%' }),
    ),
    {
      what: 'rows wrong and not flagged',
      value: unflagged,
      unit: '%',
      ...(budgeted && {
        budget: WRONG_UNFLAGGED_BUDGET_PERCENT,
        ok: unflagged <= WRONG_UNFLAGGED_BUDGET_PERCENT,
      }),
    },
    { what: 'rows flagged', value: percent(score.flagged), unit: '%' },
    { what: 'right rows flagged', value: percent(score.rightFlagged, score.right), unit: '%' },
    { what: 'rows missed', value: percent(score.missed), unit: '%' },
    { what: 'rows invented', value: score.invented, unit: 'rows' },
    { what: 'a card (p50)', value: median(times), unit: 'ms' },
    { what: 'a card (slowest)', value: Math.max(...times), unit: 'ms' },
  ]
  return figures.map((row) => ({ ...row, what: `${set}: ${row.what}` }))
}

/**
 * Measures the accuracy of reading cards from pictures, for the tuning set and the held-out set, without a
 * roster.
 */
export async function run({ short }: BenchOptions): Promise<Row[]> {
  const cards = short ? FEW_CARDS : CARDS
  const reader = await createReader()
  try {
    const tuning = await readCards(reader, tuningSet(cards))
    const heldOut = await readCards(reader, heldOutSet(cards))
    return [...rowsOf('tuning', tuning, false), ...rowsOf('held out', heldOut, true)]
  } finally {
    await reader.close()
  }
}
