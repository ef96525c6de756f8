import { readResponse } from '@propsight/shared/client'
import { type AccountSession, sessionsResponse } from '@propsight/shared/contracts'
import { momentText, zoneText } from '@propsight/shared/format'
import { Button, FieldError, Skeleton } from '@propsight/shared/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { ReactElement } from 'react'
import { LoadFailed } from '../../components/pending-query.tsx'
import { errorText } from '../../state/error-text.ts'
import { useServices } from '../../state/services.ts'
import { userAtom } from '../../state/session.ts'
import styles from './account.module.css'

/** Parts of a user agent with their names. The first match counts: Edge also contains 'Chrome'. */
const BROWSERS: [RegExp, string][] = [
  [/Edg\w*\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** A readable name of a browser: 'Firefox on Windows'; 'Unknown device' for any other user agent. */
export function describeAgent(userAgent: string | null): string {
  const nameOf = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const browser = nameOf(BROWSERS)
  const system = nameOf(SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/** Key of all queries of this list. */
export const ACCOUNT_SESSIONS = 'account-sessions'
const keyOf = (userId: string) => [ACCOUNT_SESSIONS, userId] as const

function SessionItem({ session, userId }: { session: AccountSession; userId: string }): ReactElement {
  const { api } = useServices()
  const queryClient = useQueryClient()
  const { id, createdAt, usedAt, userAgent, current } = session
  const name = describeAgent(userAgent)
  const end = useMutation({
    mutationFn: () => api.json('/api/account/end-session', { body: { sessionId: id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(userId) }),
  })
  return (
    <li>
      <span>
        <b>{name}</b>
        <span>
          Signed in {momentText(createdAt)}
          {current ? ' · this device' : ` · last used ${momentText(usedAt)}`}
        </span>
        {end.error && <FieldError>{errorText(end.error)}</FieldError>}
      </span>
      {!current && (
        <Button
          variant="bare"
          busy={end.isPending}
          aria-label={`End session: ${name}, signed in ${momentText(createdAt)}`}
          onClick={() => end.mutate()}
        >
          End session
        </Button>
      )}
    </li>
  )
}

/** The devices on which the user is signed in. All but this one can be signed out from here. */
export function SessionsList(): ReactElement | null {
  const { api, supabase } = useServices()
  const queryClient = useQueryClient()
  const user = useAtomValue(userAtom)
  const query = useQuery({
    queryKey: keyOf(user?.id ?? ''),
    enabled: user !== null,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      readResponse(sessionsResponse, await api.json('/api/account/sessions', { signal })).value.sessions,
  })
  const endOthers = useMutation({
    async mutationFn() {
      const { error } = await supabase.auth.signOut({ scope: 'others' })
      if (error) throw error
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(user?.id ?? '') }),
  })
  if (!user) return null
  const { data, error } = query
  return (
    <section className={styles.sessions} aria-label="Devices">
      <h3>Devices</h3>
      {data && <p>Times in {zoneText(data.flatMap(({ createdAt, usedAt }) => [createdAt, usedAt]))}</p>}
      {data && (
        <ul>
          {data.map((session) => (
            <SessionItem key={session.id} session={session} userId={user.id} />
          ))}
        </ul>
      )}
      {data && data.length > 1 && (
        <Button busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
          End all other sessions
        </Button>
      )}
      {endOthers.error && <FieldError>{errorText(endOthers.error)}</FieldError>}
      {!data && !error && (
        <div role="status" aria-busy="true" aria-label="Loading your devices">
          <Skeleton height={88} />
        </div>
      )}
      {!data && error && <LoadFailed what="devices" query={query} />}
    </section>
  )
}
