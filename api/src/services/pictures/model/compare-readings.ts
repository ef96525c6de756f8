import type { EXTRACTED_FIELDS, ExtractedRow } from '@propsight/shared/contracts'
import { canonicalTeamCode } from '@propsight/shared/domain'
import { loosePlayerName } from '../../../sources/stats/format/player-name.ts'
import { editDistance } from '../reader/rows/edit-distance.ts'
import { withDoubt } from '../with-doubt.ts'

type Field = (typeof EXTRACTED_FIELDS)[number]

const MAX_ROWS = 60
const ALONE = 'Only one of two readings found this player.'

const folded = (text: string | null) => (text ?? '').toLowerCase().replace(/[^a-z0-9.]+/g, '')

/** What two readings must agree on, field by field. */
const VALUES: Record<Field, (row: ExtractedRow) => string> = {
  name: ({ name }) => loosePlayerName(name),
  team: ({ team }) => canonicalTeamCode(team),
  position: ({ position }) => folded(position),
  stats: ({ stats, line, statType, oddsType }) => [folded(stats), line, statType, oddsType].join('|'),
  opponent: ({ opponent, homeAway }) => `${canonicalTeamCode(opponent ?? '')}|${homeAway}`,
  gameTime: ({ gameTime }) => folded(gameTime),
}
const FIELDS: readonly Field[] = ['name', 'team', 'position', 'stats', 'opponent', 'gameTime']

/** As the user is told what the other reading said. */
const told = (row: ExtractedRow, field: Field): string => {
  if (field === 'opponent')
    return `${{ HOME: 'vs ', AWAY: '@ ' }[row.homeAway ?? 'HOME']}${row.opponent ?? ''}`.trim()
  if (field === 'stats')
    return row.stats || [row.line, row.statType].filter((part) => part !== null).join(' ')
  return row[field] ?? ''
}

const NEAR_SHARE = 0.3

/** How unlike two rows are: names first, then whether they are about the same line; null where they are no match. */
function distance(a: ExtractedRow, b: ExtractedRow): number | null {
  const [one, other] = [loosePlayerName(a.name), loosePlayerName(b.name)]
  const apart = editDistance(one, other)
  if (apart > NEAR_SHARE * Math.max(one.length, other.length)) return null
  return apart + (a.statType === b.statType ? 0 : 0.5) + (a.line === b.line ? 0 : 0.25)
}

function compare(model: ExtractedRow, own: ExtractedRow): ExtractedRow {
  let row: ExtractedRow = { ...model, box: own.box }
  for (const field of FIELDS) {
    const value = VALUES[field]
    if (value(model) === value(own)) continue
    const other = told(own, field).slice(0, 100)
    row = withDoubt(
      row,
      field,
      other ? `The second reading says '${other}'.` : 'The second reading found none.',
    )
  }
  return row
}

/**
 * The model's rows, each held against the row that our own reader has of the same card: where they agree nothing is
 * doubted, where they do not the field is, with what the other one says. Rows that only one of the two found are kept
 * and doubted.
 * @param modelRows as the model wrote them
 * @param ownRows as our reader read them, in the same picture
 */
export function compareReadings(
  modelRows: readonly ExtractedRow[],
  ownRows: readonly ExtractedRow[],
): ExtractedRow[] {
  const left = [...ownRows]
  const rows = modelRows.map((row) => {
    let [at, least] = [-1, Number.POSITIVE_INFINITY]
    for (const [index, own] of left.entries()) {
      const apart = distance(row, own)
      if (apart !== null && apart < least) [at, least] = [index, apart]
    }
    const [own] = at < 0 ? [] : left.splice(at, 1)
    return own ? compare(row, own) : withDoubt(withDoubt(row, 'name', ALONE), 'stats', ALONE)
  })
  return [...rows, ...left.map((own) => withDoubt(own, 'name', ALONE))].slice(0, MAX_ROWS)
}
