import type { Availability } from '@propsight/shared/contracts'

const STATES: Record<Availability['state'], string> = { out: 'Out', returned: 'Back', moved: 'Moved' }

/**
 * 'Out: 10-day injured list, Jul 12', used on cards and in saved picks.
 * @param day formatted date of the roster transaction
 */
export const availabilityText = ({ state, label }: Availability, day: string): string =>
  `${STATES[state]}: ${label}, ${day}`
