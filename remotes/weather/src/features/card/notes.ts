import type { TeamWeather } from '@propsight/shared/contracts'
import { formatSigned } from '../../state/format.ts'

/** Returns the notes of a card: carry of fly balls, roof, and uncertain orientation of the field. */
export function notesOf({ roof, carryFeet, bearingConfidence }: TeamWeather): string[] {
  const notes: string[] = []
  if (roof === 'dome') return ['No weather reaches the field: every rating is 50.']
  if (carryFeet !== undefined) notes.push(`Long fly balls: ${formatSigned(carryFeet)} ft`)
  if (roof === 'retractable') notes.push('Retractable roof, open or closed not known: weather counts half.')
  if (bearingConfidence === 'low') notes.push('Sources differ on how this field lies.')
  return notes
}
