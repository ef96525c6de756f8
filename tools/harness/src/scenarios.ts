import * as z from 'zod'

/** Scenarios in which a remote can be shown, with their labels. */
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
  `is not a scenario; there are ${Object.keys(SCENARIOS).join(', ')}`,
)

/** Delay of every response in the scenario `slow`, in milliseconds. */
export const SLOW_MS = 3_000
