import { createApiClient, createUnsavedWork, createValue, isApiError } from '@propsight/shared/client'
import { CONTRACT_VERSION, type DataSource, type Placement, type ShellApi } from '@propsight/shared/contracts'
import { QueryClient } from '@tanstack/react-query'
import type { RemoteAnswers } from '../answers.ts'
import type { Report } from '../log.ts'
import type { ScenarioName } from '../scenarios.ts'
import { createAccount } from './account.ts'
import { addressOf, createMemoryLocation } from './memory-location.ts'
import { createScriptedFetch } from './scripted-clients.ts'
import { createScriptedSupabase } from './scripted-supabase.ts'
import { createToasts } from './toasts.ts'

const FRESH_MS = 30_000
const RETRIES = 1
/** Shorter than the shell's delay, so that failures are visible sooner. */
const RETRY_DELAY_MS = 200

/** Retries connection and server errors only, like the shell's query client. */
const worthRetrying = (count: number, error: unknown): boolean =>
  count < RETRIES && (!isApiError(error) || error.status === 0 || error.status >= 500)

const sampleToday = (): DataSource => {
  const today = new Date().toISOString().slice(0, 10)
  return { kind: 'sample', label: 'Sample data', today, season: Number(today.slice(0, 4)) }
}

export interface ScriptedShellOptions {
  scenario?: ScenarioName
  answers?: RemoteAnswers
  /** Placement of the remote; by default an overlay at '/'. */
  placement?: Placement
  report?: Report
  /** Delay of every response in the scenario `slow`, in milliseconds. */
  slowMs?: number
}

/**
 * Creates a complete `ShellApi` whose responses come from a script. It uses the real API and data clients, so
 * that errors, aborts and streams behave as in the shell.
 */
export function createScriptedShell(options: ScriptedShellOptions = {}) {
  const { scenario = 'signed-in', answers = {}, report = () => {}, slowMs } = options
  const placement: Placement = options.placement ?? { mount: 'overlay', title: 'Remote' }
  const account = createAccount(answers, scenario)
  const send = createScriptedFetch({
    answers,
    scenario,
    account,
    report,
    ...(slowMs === undefined ? {} : { slowMs }),
  })
  const supabase = createScriptedSupabase(account.session.get(), send)
  const location = createMemoryLocation(answers.address ?? addressOf(placement))
  const toasts = createToasts()
  const unsaved = createUnsavedWork()

  const shell: ShellApi = {
    contract: CONTRACT_VERSION,
    session: account.session,
    profile: account.profile,
    credits: account.credits,
    location,
    dataSource: createValue(answers.dataSource ?? sampleToday()),
    supabase,
    queryClient: new QueryClient({
      defaultOptions: {
        queries: { staleTime: FRESH_MS, retry: worthRetrying, retryDelay: RETRY_DELAY_MS },
      },
    }),
    api: createApiClient({
      baseUrl: '',
      getToken: async () => (await supabase.auth.getSession()).data.session?.access_token ?? null,
      fetch: send,
    }),
    navigate(to, how) {
      location.navigate(to, how)
      report({ kind: 'navigate', to, replace: how?.replace ?? false })
    },
    openOverlay: (name) => report({ kind: 'overlay', name }),
    notify(toast) {
      toasts.show(toast)
      const { message, tone = 'info', action } = toast
      report({ kind: 'toast', message, tone, action: action?.label ?? null })
    },
    async refreshProfile() {
      account.refresh()
      report({ kind: 'profile' })
    },
    registerUnsavedWork: unsaved.register,
  }
  return { shell, account, location, toasts, unsaved, placement, scenario }
}
export type ScriptedShell = ReturnType<typeof createScriptedShell>
