import { EXTRACTED_FIELDS, type ExtractedRow } from '@propsight/shared/contracts'
import { canonicalClubCode, formatStatsText, findStatType, acceptsLess } from '@propsight/shared/domain'
import type { RosterPlayer, UprightPicture } from '../upright-image.ts'
import { around } from '../pixels/geometry.ts'
import { agree } from './combine-readings.ts'
import { folded } from './edit-distance.ts'
import { plausibleLine } from './line-range.ts'
import type { RowPair } from './match-rows.ts'
import { rosterName } from './roster-name.ts'

type Field = (typeof EXTRACTED_FIELDS)[number]

/**
 * Minimum confidence of the recogniser (0 to 100). A field below it gets a doubt even if both passes agree.
 */
const CONFIDENCE = { name: 82, number: 60, team: 20, other: 40 }
const MOST_LETTERS_OF_A_REASON = 160

const PITCHERS = new Set(['P', 'SP', 'RP', 'TWP'])

const clamped = (share: number) => Math.max(0, Math.min(1, share))

function boxOf([first, second]: RowPair, { width, height }: UprightPicture): ExtractedRow['box'] {
  const box = around([first, second].flatMap((row) => (row ? [row.box] : [])))
  const [x, y] = [clamped(box.x0 / width), clamped(box.y0 / height)]
  return { x, y, width: clamped(box.x1 / width) - x, height: clamped(box.y1 / height) - y }
}

/**
 * Number of accents. Accents are missed more often than invented, so the spelling with more of them is used.
 */
const accents = (name: string) => name.normalize('NFD').length - name.length

/**
 * Combines the readings of two passes to one row. A field gets a doubt if the passes differ or are not
 * certain.
 * @returns null if neither a name nor a club was read: the row is not a player then
 */
export function extractedRow(
  pair: RowPair,
  picture: UprightPicture,
  roster: readonly RosterPlayer[] = [],
): ExtractedRow | null {
  const [a, b] = pair
  const doubts = new Map<Field, string[]>()
  const doubt = (field: Field, reason: string | null) => {
    if (reason && !doubts.get(field)?.includes(reason))
      doubts.set(field, [...(doubts.get(field) ?? []), reason])
  }
  const text = (value: string) => `'${value}'`

  const name = agree(a?.name ?? null, b?.name ?? null, {
    key: ({ value }) => folded(value),
    shown: ({ value }) => text(value),
    confidence: CONFIDENCE.name,
  })
  const team = agree(a?.team ?? null, b?.team ?? null, {
    key: ({ value }) => canonicalClubCode(value.team),
    shown: ({ value }) => text(value.team),
    confidence: CONFIDENCE.team,
  })
  if (!name.clue && !team.clue) return null
  doubt('name', name.doubt)
  doubt('team', team.doubt)
  if (a?.tangled || b?.tangled)
    for (const field of ['name', 'team', 'stats'] as const) doubt(field, 'May belong to the row beside it')
  const spellings = [a?.name?.value, b?.name?.value].flatMap((spelling) =>
    spelling && name.clue && folded(spelling) === folded(name.clue.value) ? [spelling] : [],
  )
  const written =
    spellings.toSorted((one, other) => accents(other) - accents(one))[0] ?? name.clue?.value ?? ''
  const known = rosterName(written, team.clue?.value.team ?? '', roster)
  if (known && !known.exact) doubt('name', `Read as ${text(written)}`)

  const positions = [a, b].map((row) => row?.team?.value)
  const position = positions.find((one) => one?.positionSure) ?? positions.find((one) => one?.position)
  const agreed = new Set(positions.flatMap((one) => (one?.position ? [one.position] : []))).size === 1
  if (!position?.position) doubt('position', 'Not seen in the picture')
  else if (!position.positionSure || !agreed) doubt('position', 'Hard to read')

  const stat = agree(a?.stat ?? null, b?.stat ?? null, {
    key: ({ value }) => value,
    shown: ({ value }) => text(value),
    confidence: 0,
  })
  const number = agree(a?.number ?? null, b?.number ?? null, {
    key: ({ value }) => String(value),
    shown: ({ value }) => String(value),
    confidence: CONFIDENCE.number,
  })
  const side = agree(a?.side ?? null, b?.side ?? null, {
    key: ({ value }) => value,
    shown: ({ value }) => value,
    confidence: CONFIDENCE.other,
  })
  const odds = a?.odds ?? b?.odds
  const oddsType = odds?.value ?? 'standard'
  for (const { doubt: reason } of [stat, number, side]) doubt('stats', reason)
  if (side.clue && !(a?.sideChosen || b?.sideChosen)) doubt('stats', 'More and Less both stand there')
  if (stat.clue && number.clue && !plausibleLine(stat.clue.value, number.clue.value))
    doubt('stats', `${number.clue.value} is an unusual line for ${stat.clue.value}`)
  if (side.clue?.value === 'Less' && !acceptsLess(oddsType)) doubt('stats', `A ${oddsType} takes More only`)

  const group = stat.clue && findStatType(stat.clue.value)?.group
  if (group && position?.position && (group === 'pitching') !== PITCHERS.has(position.position))
    doubt('stats', `${stat.clue?.value} is an unusual stat for ${position.position}`)

  const opponent = agree(a?.opponent ?? null, b?.opponent ?? null, {
    key: ({ value }) => `${canonicalClubCode(value.opponent)} ${value.homeAway}`,
    shown: ({ value }) => `${value.homeAway === 'HOME' ? 'vs' : '@'} ${value.opponent}`,
    confidence: CONFIDENCE.other,
  })
  const time = agree(a?.time ?? null, b?.time ?? null, {
    key: ({ value }) => folded(value),
    shown: ({ value }) => text(value),
    confidence: CONFIDENCE.other,
  })
  if (opponent.clue) doubt('opponent', opponent.doubt)
  if (time.clue) doubt('gameTime', time.doubt)

  const parts =
    stat.clue && number.clue && side.clue
      ? {
          line: number.clue.value,
          side: side.clue.value === 'More' ? ('OVER' as const) : ('UNDER' as const),
          statType: stat.clue.value,
        }
      : null
  return {
    name: (known?.name ?? written).slice(0, 80),
    team: team.clue?.value.team ?? '',
    position: position?.position ?? '',
    stats: parts ? formatStatsText(parts) : '',
    line: number.clue?.value ?? null,
    statType: stat.clue?.value ?? null,
    opponent: opponent.clue?.value.opponent ?? null,
    homeAway: opponent.clue?.value.homeAway ?? null,
    gameTime: time.clue?.value.slice(0, 60) ?? null,
    oddsType,
    box: boxOf(pair, picture),
    doubts: EXTRACTED_FIELDS.flatMap((field) => {
      const reasons = doubts.get(field)
      return reasons ? [{ field, reason: reasons.join('; ').slice(0, MOST_LETTERS_OF_A_REASON) }] : []
    }),
  }
}
