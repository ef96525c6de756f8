import { createScriptedShell, type RemoteAnswers, refuse } from '@propsight/harness'
import { pickStoreOf } from '@propsight/shared/client'
import type { ApiClient, SlotProps } from '@propsight/shared/contracts'

type Report = NonNullable<NonNullable<Parameters<typeof createScriptedShell>[0]>['report']>
type Entry = Parameters<Report>[0]

/**
 * Creates the scripted shell of the harness with the API of a fake server, on the Dashboard of a user with 20
 * credits, with these extensions of other remotes, with runs that the account paid for on another device, and with these
 * sports open. `writes.failing` is the number of next writes to the data service that fail.
 */
export function openShell(
  api: ApiClient,
  search = '',
  extensions: NonNullable<RemoteAnswers['extensions']> = {},
  paidRuns: readonly Record<string, unknown>[] = [],
  sports?: string[],
) {
  const log: Entry[] = []
  const writes = { failing: 0 }
  const host = createScriptedShell({
    api,
    answers: {
      address: `/${search}`,
      dataSource: { kind: 'sample', label: 'Sample data', today: '2026-07-18', season: 2026, sports },
      tables: { runs: () => [...paidRuns] },
      rpc: { cleanup_expired_picks: () => 0 },
      extensions: {
        'weather/mark': (props) => `Mark of ${Object.values(props).join(' at ')}`,
        'analysis/player-panel': (props) => {
          const { homeTeam, gameTime }: Partial<SlotProps['analysis/player-panel']> = props
          return homeTeam ? `Mark of ${homeTeam} at ${gameTime}` : ''
        },
        ...extensions,
      },
      refuseData: ({ method }) => {
        if (method === 'GET' || writes.failing === 0) return undefined
        writes.failing -= 1
        return refuse(409, '23505', 'refused')
      },
    },
    report: (entry) => log.push(entry),
  })
  host.shell.queryClient.setDefaultOptions({ queries: { retry: false } })
  const navigations = () => log.filter((entry) => entry.kind === 'navigate')
  return {
    ...host,
    writes,
    picks: () => pickStoreOf(host.shell).get().rows,
    toasts: () => host.toasts.shown.get(),
    visited: () => navigations().map(({ to }) => to),
    replaced: () => navigations().map(({ replace }) => replace),
    overlays: () => log.flatMap((entry) => (entry.kind === 'overlay' ? entry.name : [])),
    refreshes: () => log.filter(({ kind }) => kind === 'profile').length,
    isUnsaved: () => host.unsaved.read().dirty,
    /** Leaves the account with this many credits. */
    setCredits(count: number): void {
      host.account.spend((host.account.credits.get() ?? 0) - count)
      host.account.refresh()
    },
  }
}
