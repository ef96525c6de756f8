import { type PlayerDetail, playerDetailResponse } from '@propsight/shared/contracts'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { read } from '../../config/parse-response.ts'
import { playerDetailKey } from '../../state/run.ts'
import { useShell } from '../../state/shell.tsx'
import type { PlayerDetailProps } from './detail-props.ts'

/** Cache time, at least the lifetime of a run: reopening a player sends no request. */
const KEPT_MS = 3_600_000

/** The query of a player's detail data (starter, averages, factors). */
export interface Details {
  data: PlayerDetail | null
  /** Whether the first request is in flight. */
  loading: boolean
  /** Whether the request is paused because the browser is offline. */
  offline: boolean
  error: Error | null
  /** Sends the request again; existing data stays until the response arrives. */
  retry(): void
}

type Asked = Pick<PlayerDetailProps, 'runId' | 'record'>

/** Requests the detail data once per run and player, and caches it for the lifetime of the run. */
export function useDetails({ runId, record }: Asked): Details {
  const { api } = useShell()
  const { name, team, group } = record
  const { data, error, fetchStatus, isPending, refetch } = useQuery({
    queryKey: playerDetailKey(runId, record),
    queryFn: async ({ signal }) => {
      const body = { runId, player: { name, team, group } }
      return read(playerDetailResponse, await api.json('/api/player-detail', { method: 'POST', body, signal }))
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
