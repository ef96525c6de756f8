import { createReader, type Reader } from '@propsight/api/testing'
import sharp from 'sharp'
import { renderCards } from './image/render.ts'
import { FIELDS, type Score, scoreOf } from './image/score.ts'
import { type CardPicture, heldOutSet } from './image/sets.ts'
import { atLeast, atMost, type BenchOptions, figure, type Row } from './row.ts'
import { median } from './statistics.ts'

interface ReadCards {
  score: Score
  /** Time to read each card in ms. */
  times: number[]
}

/** Renders cards, reads each, and scores the results. */
async function readCards(reader: Reader, pictures: readonly CardPicture[]): Promise<ReadCards> {
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
const RIGHT_BUDGET_PERCENT = 85
const WRONG_UNFLAGGED_BUDGET_PERCENT = 2

function rowsOf({ score, times }: ReadCards): Row[] {
  const percent = (count: number, of = score.rows) => (of ? (100 * count) / of : 0)
  return [
    figure('rows', score.rows, 'rows'),
    atLeast('rows right', percent(score.right), RIGHT_BUDGET_PERCENT, '%'),
    figure('rows right, accents and signs of the name included', percent(score.rightExactly), '%'),
    ...FIELDS.map((field) => figure(`${field} right`, percent(score.perField[field]), '%')),
    atMost('rows wrong and not flagged', percent(score.wrongNotFlagged), WRONG_UNFLAGGED_BUDGET_PERCENT, '%'),
    figure('rows flagged', percent(score.flagged), '%'),
    figure('right rows flagged', percent(score.rightFlagged, score.right), '%'),
    figure('rows missed', percent(score.missed), '%'),
    figure('rows invented', score.invented, 'rows'),
    figure('a card (p50)', median(times)),
    figure('a card (slowest)', Math.max(...times)),
  ]
}

/** Measures the accuracy of reading cards that were not used to develop the reader, without a roster. */
export async function run({ short }: BenchOptions): Promise<Row[]> {
  const reader = await createReader()
  try {
    return rowsOf(await readCards(reader, heldOutSet(short ? FEW_CARDS : CARDS)))
  } finally {
    await reader.close()
  }
}
