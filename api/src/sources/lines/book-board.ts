import { formatStatsText } from '@propsight/shared/domain'
import { type BookPlayer, bookPlayerSchema, type Projection, projectionSchema } from './format.ts'
import type { BookBoard, BookLine } from './lines-client.ts'

const COMBO_SUFFIX = / \(Combo\)$/

const isResource = (entry: unknown, type: string): boolean =>
  typeof entry === 'object' && entry !== null && 'type' in entry && entry.type === type

function bookLine({ id, attributes }: Projection, { attributes: player }: BookPlayer): BookLine {
  const promoted = attributes.is_promo && attributes.flash_sale_line_score != null
  const line = promoted ? (attributes.flash_sale_line_score ?? attributes.line_score) : attributes.line_score
  const statType = attributes.stat_type.replace(COMBO_SUFFIX, '')
  return {
    id,
    name: player.name,
    team: player.team,
    position: player.position,
    stats: formatStatsText({ line, side: 'OVER', statType }),
    line,
    statType,
    oddsType: attributes.odds_type,
    combo: player.combo || COMBO_SUFFIX.test(attributes.stat_type) || player.name.includes(' + '),
    promo: attributes.is_promo,
    regularLine: promoted ? attributes.line_score : null,
    gameTime: new Date(attributes.start_time).toISOString(),
    gameId: attributes.game_id ?? null,
    // Filled in later from the MLB schedule.
    opponent: null,
    homeAway: null,
    description: attributes.description,
    inPlay: attributes.is_live === true || attributes.in_game === true,
  }
}

/**
 * Joins the two lists of the book's JSON:API response: each projection with its player. Omits players of
 * other leagues. `skipped` counts unreadable entries and projections without a player.
 * @param league name of the league in the book: 'MLB'
 */
export function bookBoard(data: readonly unknown[], included: readonly unknown[], league: string): BookBoard {
  const players = new Map<string, BookPlayer>()
  for (const entry of included) {
    if (!isResource(entry, 'new_player')) continue
    const parsed = bookPlayerSchema.safeParse(entry)
    if (parsed.success) players.set(parsed.data.id, parsed.data)
  }
  const lines = new Map<string, BookLine>()
  let skipped = 0
  for (const entry of data) {
    const parsed = projectionSchema.safeParse(entry)
    const player = parsed.success && players.get(parsed.data.relationships.new_player.data.id)
    if (!parsed.success || !player) skipped += 1
    // A line that moved to another page between two requests is listed twice.
    else if (player.attributes.league === league) lines.set(parsed.data.id, bookLine(parsed.data, player))
  }
  return { lines: [...lines.values()], skipped }
}
