import type { AlertChannels, AlertSettings, ApiRequest } from '@propsight/shared/contracts'
import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { userAtom } from '../state/session.ts'
import { fakeServices, USER_ID, within } from './fake-services.tsx'

/** The channels of a browser without push. */
const READY: AlertChannels = { push: null, mail: 'ready' }
export const refuse = () => ({ data: null, error: { message: 'permission denied' } })

/** Renders a part for a signed-in user. `tables` and `api` answer its requests. */
export function show(
  content: ReactElement,
  {
    tables = {},
    api = {},
  }: {
    tables?: Record<string, () => { data?: unknown; error: { message: string } | null }>
    api?: Record<string, (request?: ApiRequest) => unknown>
  } = {},
) {
  const made = fakeServices(async (path, request) => {
    if (path in api) return api[path]?.(request)
    if (path === '/api/alerts/channels') return READY
    return undefined
  })
  Object.assign(made.supabase.tables, tables)
  made.services.store.set(userAtom, { id: USER_ID, email: 'rae@example.com' })
  made.services.queryClient.setDefaultOptions({
    queries: { retry: false },
    mutations: { networkMode: 'always' },
  })
  render(content, { wrapper: within(made.services) })
  const saved = () =>
    made.supabase.writes
      .filter(({ table, name }) => table === 'alert_settings' && name === 'upsert')
      .map(({ values }) => values[0] as AlertSettings)
  return { ...made, saved, user: userEvent.setup() }
}
