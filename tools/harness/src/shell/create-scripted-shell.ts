import {
  CONTENT_ROUTES,
  createApiClient,
  createRouterLocation,
  createUnsavedWork,
  createWritableValue,
  isApiError,
  ROUTER_FLAGS,
} from '@propsight/shared/client'
import {
  type ApiClient,
  CONTRACT_VERSION,
  type ConfigDeclaration,
  type DataSource,
  type Placement,
  pathsOf,
  resolveConfig,
  routePatternsOf,
  type ShellApi,
  type Toast,
} from '@propsight/shared/contracts'
import type { ToastView } from '@propsight/shared/ui'
import { QueryClient } from '@tanstack/react-query'
import { createMemoryRouter, matchRoutes } from 'react-router-dom'
import type { RemoteAnswers } from '../answers.ts'
import { createDataService } from '../data/data-service.ts'
import type { Report } from '../messages.ts'
import type { ScenarioName } from '../scenarios.ts'
import { createAccount, createScriptedFetch, createScriptedSupabase } from './scripted-clients.ts'

/** Shows scripted contents as the extensions of other remotes, one task later as they also arrive in the shell. */
export const createScriptedExtensions =
  ({ extensions = {} }: RemoteAnswers, report: Report): NonNullable<ShellApi['renderExtension']> =>
  (element, { name, props, onShown }) => {
    const script = Object.hasOwn(extensions, name) ? extensions[name] : undefined
    let isActive = true
    const show = (next: object) => {
      report({ kind: 'extension', name, props: JSON.stringify(next), isShown: script !== undefined })
      if (!isActive) return
      if (!script) return onShown(false)
      element.replaceChildren(script(next))
      onShown(true)
    }
    queueMicrotask(() => show(props))
    let last = JSON.stringify(props)
    return {
      update(next) {
        if (JSON.stringify(next) === last) return
        last = JSON.stringify(next)
        show(next)
      },
      unmount() {
        isActive = false
        element.replaceChildren()
      },
    }
  }

/** Returns the path at which the shell shows the remote: its first path, '/' for an overlay. */
export const addressOf = (placement: Placement): string => pathsOf(placement)[0] ?? '/'

/** Returns whether the shell shows this remote at a path. An overlay stays open at every path. */
export const isShownAt = (placement: Placement, path: string): boolean =>
  placement.mount === 'overlay' ||
  matchRoutes(
    routePatternsOf(placement).map((pattern) => ({ path: pattern })),
    path,
  ) !== null

/** Display time and limit as in the shell: longer with an action; a fourth toast replaces the oldest. */
const TOAST_MS = 6_000
const TOAST_WITH_ACTION_MS = 12_000
const MOST = 3

/** Creates the list of displayed toasts. */
export function createToasts() {
  const shown = createWritableValue<readonly ToastView[]>([])
  let lastId = 0
  const dismiss = (id: number) => shown.set(shown.get().filter((toast) => toast.id !== id))
  return {
    shown,
    dismiss,
    show({ message, tone = 'info', action }: Toast): void {
      const id = ++lastId
      shown.set([...shown.get(), { id, message, tone, action }].slice(-MOST))
      setTimeout(() => dismiss(id), action ? TOAST_WITH_ACTION_MS : TOAST_MS)
    },
  }
}

const FRESH_MS = 30_000
const RETRIES = 1
/** Shorter than the shell's delay, so that failures are visible sooner. */
const RETRY_DELAY_MS = 200

/** Retries connection and server errors only, like the shell's query client. */
const shouldRetry = (count: number, error: unknown): boolean =>
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
  /** `config` of remote.json: its defaults are the values that the answers do not have. */
  declared?: ConfigDeclaration | undefined
  report?: Report
  /** Delay of every response in the scenario `slow`, in milliseconds. */
  slowMs?: number
  /** Replaces the API client, for a test that fakes its calls instead of their responses. */
  api?: ApiClient
}

/** A scripted shell, and the values behind its `ShellApi` for the page and for tests. */
export interface ScriptedShell {
  shell: ShellApi
  account: ReturnType<typeof createAccount>
  router: ReturnType<typeof createMemoryRouter>
  location: ReturnType<typeof createRouterLocation>
  toasts: ReturnType<typeof createToasts>
  unsaved: ReturnType<typeof createUnsavedWork>
  /** The rows of a table that the signed-in user has now. */
  rows(table: string): ReturnType<ReturnType<typeof createDataService>['rows']>
  placement: Placement
  scenario: ScenarioName
}

/**
 * Creates a complete `ShellApi` whose responses come from a script. It uses the real API and data clients, so
 * that errors, aborts and streams behave as in the shell.
 */
export function createScriptedShell(options: ScriptedShellOptions = {}): ScriptedShell {
  const { scenario = 'signed-in', answers = {}, report = () => {}, slowMs } = options
  const placement: Placement = options.placement ?? { mount: 'overlay', title: 'Remote' }
  const account = createAccount(answers, scenario)
  const data = createDataService(answers, scenario)
  const send = createScriptedFetch({
    answers,
    scenario,
    account,
    report,
    data,
    ...(slowMs === undefined ? {} : { slowMs }),
  })
  const supabase = createScriptedSupabase(account.session.get(), send)
  // In memory, so that navigation of the remote does not change the frame's URL.
  const router = createMemoryRouter(CONTENT_ROUTES, {
    initialEntries: [answers.address ?? addressOf(placement)],
    future: ROUTER_FLAGS,
  })
  const location = createRouterLocation(router)
  const toasts = createToasts()
  const unsaved = createUnsavedWork()

  const shell: ShellApi = {
    contract: CONTRACT_VERSION,
    session: account.session,
    profile: account.profile,
    credits: account.credits,
    location,
    dataSource: createWritableValue(answers.dataSource ?? sampleToday()),
    config: createWritableValue({
      ...resolveConfig(options.declared ?? {}, new Map()),
      ...answers.config,
    }),
    supabase,
    queryClient: new QueryClient({
      defaultOptions: {
        queries: { staleTime: FRESH_MS, retry: shouldRetry, retryDelay: RETRY_DELAY_MS },
        mutations: { networkMode: 'always' },
      },
    }),
    api:
      options.api ??
      createApiClient({
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
    renderExtension: createScriptedExtensions(answers, report),
  }
  const rows = (table: string) => data.rows(table, account.session.get()?.id ?? null)
  return { shell, account, router, location, toasts, unsaved, rows, placement, scenario }
}
