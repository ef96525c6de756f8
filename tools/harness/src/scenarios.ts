import * as z from 'zod'

/** The situations that a remote is looked at in, and what the toolbar calls them. */
export const SCENARIOS = {
  'signed-in': 'Signed in',
  'signed-out': 'Signed out',
  'no-credits': 'No credits',
  slow: 'Slow',
  failing: 'Failing',
  offline: 'Offline',
} as const
export type ScenarioName = keyof typeof SCENARIOS

export const scenarioSchema = z.enum(
  Object.keys(SCENARIOS) as [ScenarioName, ...ScenarioName[]],
  `is no scenario; there are ${Object.keys(SCENARIOS).join(', ')}`,
)

/** How long every answer takes in `slow`, in milliseconds. */
export const SLOW_MS = 3_000
