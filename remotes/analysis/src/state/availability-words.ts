import type { Availability } from '@propsight/shared/contracts'

const STATES: Record<Availability['state'], string> = { out: 'Out', returned: 'Back', moved: 'Moved' }

/** 'Out: 10-day injured list, Jul 12', as the board and a saved pick write it. @param day of the move, as it is shown */
export const availabilityText = ({ state, label }: Availability, day: string): string =>
  `${STATES[state]}: ${label}, ${day}`
