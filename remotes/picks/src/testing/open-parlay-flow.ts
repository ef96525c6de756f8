import { type ApiCall, createScriptedShell, type ScenarioName } from '@propsight/harness'
import { generateParlayBody, type PastParlayRow } from '@propsight/shared/contracts'
import { ParlayCalls } from '../features/parlay/parlay-calls.ts'
import { aPickRow } from './parlay-fixtures.ts'

export const rows = [aPickRow(0), aPickRow(1), aPickRow(2)]

/** The flow in a scripted host; `script` answers the call that generates. */
export function openFlow(
  script: (call: ApiCall) => unknown,
  { scenario = 'signed-in', parlays = [] }: { scenario?: ScenarioName; parlays?: PastParlayRow[] } = {},
) {
  const calls: ApiCall[] = []
  const host = createScriptedShell({
    scenario,
    answers: {
      tables: { past_parlays: ({ userId }) => parlays.map((row) => ({ ...row, user_id: userId })) },
      api: {
        'POST /api/parlay/generate-parlay': (call) => {
          calls.push(call)
          return script(call)
        },
      },
    },
  })
  const flow = new ParlayCalls(host.shell)
  const alerts = () => host.toasts.shown.get().map(({ message }) => message)
  const keys = () => calls.map(({ body }) => generateParlayBody.parse(body).idempotencyKey)
  return { ...host, flow, calls, alerts, keys, again: () => new ParlayCalls(host.shell) }
}
export const lost = () => {
  throw new TypeError('Failed to fetch')
}
export const never = () => new Promise<never>(() => undefined)
export const failure = (flow: ParlayCalls) => {
  const state = flow.get()
  if (state.phase !== 'failed') throw new Error(`is ${state.phase}`)
  return state.failure
}
