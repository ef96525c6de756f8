import type { ExtractedRow } from '@propsight/shared/contracts'
import { ODDS_TYPES, formatStatsText, findStatType } from '@propsight/shared/domain'
import * as z from 'zod'

/** Maximum number of rows, from the response contract. */
const MAX_ROWS = 60
const MAX_LINE = 200

/** The format in which a model returns one card; null for values that the card does not show. */
const modelCard = z.object({
  name: z.string().describe('Player name exactly as printed'),
  team: z.string().nullable().describe("Player's team code exactly as printed, such as NYY"),
  position: z.string().nullable().describe('Position exactly as printed, such as OF'),
  line: z.number().nullable().describe('The number of the prop line, such as 1.5'),
  side: z.enum(['More', 'Less']).nullable().describe('Only where one of the two is visibly chosen'),
  statType: z.string().nullable().describe('Stat of the line exactly as printed, such as Total Bases'),
  opponent: z.string().nullable().describe('Opposing team code exactly as printed'),
  homeAway: z.enum(['HOME', 'AWAY']).nullable().describe("'vs' is HOME, '@' is AWAY"),
  gameTime: z.string().nullable().describe('Day and time exactly as printed'),
  oddsType: z.enum(ODDS_TYPES).nullable().describe('goblin or demon only where marked so'),
})

/** The output format of a model. */
export const modelCards = z.object({ players: z.array(modelCard).max(MAX_ROWS) })
export type ModelCard = z.infer<typeof modelCard>

const WHOLE_PICTURE: ExtractedRow['box'] = { x: 0, y: 0, width: 1, height: 1 }

/** Text without control characters and line breaks, cut to the length allowed by the contract. */
const plain = (text: string | null, length: number): string =>
  (text ?? '')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, length)
const orNull = (text: string) => (text === '' ? null : text)

const lineOf = (line: number | null) =>
  line !== null && line >= 0 && line <= MAX_LINE && Number.isInteger(line * 2) ? line : null

/** Converts a card of the model to a row without doubts; null for a card without a name. */
export function rowOfCard(card: ModelCard): ExtractedRow | null {
  const name = plain(card.name, 80)
  if (name === '') return null
  const line = lineOf(card.line)
  const said = plain(card.statType, 60)
  const statType = orNull(findStatType(said)?.name ?? said)
  const side = card.side === null ? null : card.side === 'More' ? ('OVER' as const) : ('UNDER' as const)
  return {
    name,
    team: plain(card.team, 40),
    position: plain(card.position, 20),
    stats: line === null || side === null || statType === null ? '' : formatStatsText({ line, side, statType }),
    line,
    statType,
    opponent: orNull(plain(card.opponent, 40)),
    homeAway: card.homeAway,
    gameTime: orNull(plain(card.gameTime, 60)),
    oddsType: card.oddsType ?? 'standard',
    box: WHOLE_PICTURE,
    doubts: [],
  }
}
