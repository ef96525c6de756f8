import type { ExtractedRow } from '@propsight/shared/contracts'
import { canonicalClubCode, loosePlayerName } from '@propsight/shared/domain'
import { distance } from 'fastest-levenshtein'
import { type DoubtField, type ReadRow, withDoubt } from '../reading.ts'

const FOUND_ONCE = 'Only one of two readings found this player.'

const folded = (text: string | null) => (text ?? '').toLowerCase().replace(/[^a-z0-9.]+/g, '')

/** The compared value of each field: two readings agree on a field if these are equal. */
const VALUES: Record<DoubtField, (row: ExtractedRow) => string> = {
  name: ({ name }) => loosePlayerName(name),
  team: ({ team }) => canonicalClubCode(team),
  position: ({ position }) => folded(position),
  statType: ({ statType }) => statType ?? '',
  line: ({ line }) => String(line ?? ''),
  side: ({ side }) => side ?? '',
  oddsType: ({ oddsType }) => oddsType,
  opponent: ({ opponent, homeAway }) => `${canonicalClubCode(opponent ?? '')}|${homeAway}`,
  gameTime: ({ gameTime }) => folded(gameTime),
}
const FIELDS = Object.keys(VALUES) as DoubtField[]
const STATS_FIELDS = ['statType', 'line', 'side'] as const

/** The text of the other reading as shown to the user. */
const displayText = (row: ExtractedRow, field: DoubtField): string => {
  if (field === 'opponent') {
    const place = row.homeAway ? { HOME: 'vs ', AWAY: '@ ' }[row.homeAway] : ''
    return row.opponent ? `${place}${row.opponent}` : ''
  }
  if (field === 'side') return { OVER: 'More', UNDER: 'Less', '': '' }[row.side ?? '']
  return String(row[field] ?? '')
}

const NEAR_SHARE = 0.3

/**
 * Distance of two rows: edit distance of the names, plus penalties for another stat or line; null if they
 * differ.
 */
function rowDistance(a: ExtractedRow, b: ExtractedRow): number | null {
  const one = loosePlayerName(a.name)
  const other = loosePlayerName(b.name)
  const apart = distance(one, other)
  if (apart > NEAR_SHARE * Math.max(one.length, other.length)) return null
  return apart + (a.statType === b.statType ? 0 : 0.5) + (a.line === b.line ? 0 : 0.25)
}

function compareRow(model: ExtractedRow, own: ReadRow): ReadRow {
  // The name of a row whose readings do not count, because it may belong to another row, still contradicts the model.
  const nameReadings = [model.name, ...(own.nameReadings.length > 0 ? own.nameReadings : [own.name])]
  let row: ReadRow = { ...model, box: own.box, nameReadings, game: model.team === '' ? own.game : null }
  for (const field of FIELDS) {
    const value = VALUES[field]
    if (value(model) === value(own)) continue
    const other = displayText(own, field).slice(0, 100)
    row = withDoubt(
      row,
      field,
      other ? `The second reading says '${other}'.` : 'The second reading found none.',
    )
  }
  return row
}

/**
 * Compares each row of the model with the row of the local reader for the same card. A field on which both
 * agree has no doubt; a field on which they differ gets a doubt with the other value. Rows that only one of
 * them found are kept with a doubt.
 * @param modelRows rows of the model
 * @param ownRows rows of the local reader for the same image
 */
export function compareReadings(modelRows: readonly ExtractedRow[], ownRows: readonly ReadRow[]): ReadRow[] {
  const unmatched = [...ownRows]
  const rows = modelRows.map((row) => {
    let nearest = -1
    let nearestDistance = Number.POSITIVE_INFINITY
    for (const [index, own] of unmatched.entries()) {
      const apart = rowDistance(row, own)
      if (apart === null || apart >= nearestDistance) continue
      nearest = index
      nearestDistance = apart
    }
    const own = unmatched[nearest]
    if (!own) {
      return ['name' as const, ...STATS_FIELDS].reduce(
        (doubted: ReadRow, field) => withDoubt(doubted, field, FOUND_ONCE),
        { ...row, nameReadings: [], game: null },
      )
    }
    unmatched.splice(nearest, 1)
    return compareRow(row, own)
  })
  return [...rows, ...unmatched.map((own) => withDoubt({ ...own, nameReadings: [] }, 'name', FOUND_ONCE))]
}
