import { type PlayerDetail, playerDetailAnswer } from '@propsight/shared/contracts'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { read } from '../../config/read.ts'
import { playerDetailKey } from '../../state/run.ts'
import { useShell } from '../../state/shell.tsx'
import type { PlayerDetailProps } from './detail-props.ts'

/** As long as a run may live: looking at a player again asks nothing. */
const KEPT_MS = 3_600_000

/** What the server tells of one player beside his games. */
export interface Details {
  data: PlayerDetail | null
  /** On its way for the first time. */
  loading: boolean
  /** Nothing is asked while the browser has no network. */
  offline: boolean
  error: Error | null
  /** Asks again; what is there stays until the answer comes. */
  retry(): void
}

type Asked = Pick<PlayerDetailProps, 'runId' | 'record'>

/** Asks once per run and player, and keeps the answer while the run lives. */
export function useDetails({ runId, record }: Asked): Details {
  const { api } = useShell()
  const { name, team, group } = record
  const { data, error, fetchStatus, isPending, refetch } = useQuery({
    queryKey: playerDetailKey(runId, record),
    queryFn: async ({ signal }) => {
      const body = { runId, player: { name, team, group } }
      return read(playerDetailAnswer, await api.json('/api/player-detail', { method: 'POST', body, signal }))
    },
    enabled: runId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  })
  const retry = useCallback(() => void refetch(), [refetch])
  const offline = fetchStatus === 'paused'
  return {
    data: data ?? null,
    loading: isPending && fetchStatus === 'fetching',
    offline,
    error: fetchStatus === 'fetching' ? null : error,
    retry,
  }
}
