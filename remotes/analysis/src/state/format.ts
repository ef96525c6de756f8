import type { Availability } from '@propsight/shared/contracts'
import { asShown } from '@propsight/shared/domain'

const STATES: Record<Availability['state'], string> = { out: 'Out', returned: 'Back', moved: 'Moved' }

/**
 * 'Out: 10-day injured list, Jul 12', used on cards and in saved picks.
 * @param day formatted date of the roster transaction
 */
export const availabilityText = ({ state, label }: Availability, day: string): string =>
  `${STATES[state]}: ${label}, ${day}`

/** Whole percent of a share between 0 and 1. */
export const percentText = (share: number): string => String(Math.round(share * 100))

/** Rounds to one decimal, the precision of averages, projections and fair lines. */
export const tenths = (value: number): number => asShown(value, 1)
