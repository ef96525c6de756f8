import type { Page } from '@playwright/test'
import { downloadRows } from '../pages/download-rows.ts'

export const PERCENT = 100

export interface Shown {
  player: string
  line: number
  /** Start of the game in milliseconds: a player may have two on a day. */
  starts: number
  side: string
  /** Percent, as the screen or the file says it. */
  chance: number
}

export const keyOf = ({ player, line, starts }: Pick<Shown, 'player' | 'line' | 'starts'>) =>
  `${player} ${line} ${starts}`

/** Chances of the same props on a screen and on the board, in percent. */
export interface Compared {
  prop: string
  board: number
  screen: number
}

/** Exports have one decimal, so that two roundings may be apart. */
const TOLERANCE = 0.051
export const differences = (compared: readonly Compared[]) =>
  compared.filter(({ board, screen }) => Math.abs(board - screen) > TOLERANCE)

/** The chance of a side on the board. */
export const chanceOf = ({ side, chance, push }: Shown & { push: number }, wanted: string): number =>
  side === wanted ? chance : PERCENT - chance - push

/** Compares the export of another board with the props of the first one. */
export const compareBoards = (
  others: readonly Shown[],
  byProp: ReadonlyMap<string, Shown & { push: number }>,
) =>
  others.flatMap((other): Compared[] => {
    const own = byProp.get(keyOf(other))
    return own ? [{ prop: keyOf(own), board: chanceOf(own, other.side), screen: other.chance }] : []
  })

/** Every prop of the board, from its export. */
export async function readBoard(
  page: Page,
): Promise<(Shown & { push: number; basis: string; team: string })[]> {
  const rows = await downloadRows(page, 'Download CSV')
  return rows.flatMap((row) =>
    row['Probability %']
      ? [
          {
            player: row.Player ?? '',
            line: Number(row.Line),
            starts: Date.parse(row['Game time (UTC)'] ?? ''),
            side: row.Call === 'UNDER' ? 'under' : 'over',
            chance: Number(row['Probability %']),
            push: Number(row['Push %']),
            basis: row['Rests on'] ?? '',
            team: row.Team ?? '',
          },
        ]
      : [],
  )
}

/** The labels of the probabilities that the page renders, each with its text around it. */
export const readLabels = (page: Page, selector: string) =>
  page.locator(selector).evaluateAll((cards) =>
    cards.flatMap((card) => {
      const label = card
        .querySelector('[role=img][aria-label*=" percent likely "]')
        ?.getAttribute('aria-label')
      return label ? [{ label, text: card.textContent ?? '' }] : []
    }),
  )
