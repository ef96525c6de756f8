import { createScriptedShell, type ScenarioName } from '@propsight/harness'
import type { PastParlayRow, ShellApi, TrackLeg } from '@propsight/shared/contracts'

/** Rows of the data service, and the scenario of the scripted host. */
export interface HistoryRows {
  parlays?: PastParlayRow[]
  legs?: TrackLeg[]
  scenario?: ScenarioName
}

/** A shell whose data service returns these parlays and legs for any signed-in user. */
export function createHistoryShell({
  parlays = [],
  legs = [],
  scenario = 'signed-in',
}: HistoryRows): ShellApi {
  const owned =
    <T>(rows: T[]) =>
    ({ userId }: { userId: string | null }) =>
      rows.map((row) => ({ ...row, user_id: userId }))
  const { shell } = createScriptedShell({
    scenario,
    answers: { tables: { past_parlays: owned(parlays), track_legs: owned(legs) } },
  })
  return shell
}
