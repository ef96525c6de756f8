import { readResponse, useShell } from '@propsight/shared/client'
import { type WhatIf, type WhatIfChanges, whatIfResponse } from '@propsight/shared/contracts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { playerDetailKey } from '../../../state/run.ts'
import type { PlayerDetailProps } from '../detail-props.ts'
import type { DetailQuery } from '../detail-query.tsx'
import { requestForGame } from '../detail-query.tsx'

/** Settings that are changed again within this time send no request. */
const SETTLE_MS = 300

/** Waits; rejects when the query is cancelled, so that an outdated setting sends no request. */
const settle = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, SETTLE_MS)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })

type Target = Pick<PlayerDetailProps, 'card' | 'record' | 'runId'>

interface Settings {
  /** Player and game of the settings; another one starts without any. */
  target: string
  open: boolean
  changes: WhatIfChanges
}

export interface WhatIfState {
  open: boolean
  setOpen(open: boolean): void
  changes: WhatIfChanges
  change(part: WhatIfChanges): void
  reset(): void
  /** Whether a setting differs from what the forecast assumes. */
  isChanged: boolean
  /** The latest answer, of these or of earlier settings. */
  data: WhatIf | null
  /** The answer whose numbers the page shows; null while it shows the unchanged forecast. */
  answer: WhatIf | null
  /** Whether the answer to the settings is on the way. */
  busy: boolean
  offline: boolean
  error: Error | null
  retry(): void
}

/**
 * State of the what-if of one player: settings of the user, kept on this page only, and the forecasts under them.
 * Without changes the answer has only the choices, and the page shows the forecast of the board.
 */
export function useWhatIf({ card, record, runId }: Target): WhatIfState {
  const { api } = useShell()
  const { name, team, group } = record
  const player = { name, team, group }
  const target = playerDetailKey(null, card).join('|')
  const [settings, setSettings] = useState<Settings>({ target, open: false, changes: {} })
  const { open, changes } = settings.target === target ? settings : { open: false, changes: {} }
  const isChanged = Object.keys(changes).length > 0
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useQuery({
    queryKey: ['analysis', 'what-if', runId, target, changes],
    queryFn: async ({ signal }) => {
      if (isChanged) await settle(signal)
      const answer = await requestForGame(card, (gamePk) => {
        const body = { runId, player, gamePk, changes }
        return api.json('/api/what-if', { method: 'POST', body, signal })
      })
      return readResponse(whatIfResponse, answer).value
    },
    enabled: runId !== null && (open || isChanged),
    // The settings of another player are not a placeholder.
    placeholderData: (before, query) =>
      query?.queryKey[3] === target ? keepPreviousData(before) : undefined,
    staleTime: 60_000,
  })
  const fetching = fetchStatus === 'fetching'
  return {
    open,
    setOpen: (next) => setSettings({ target, open: next, changes }),
    changes,
    change: (part) => setSettings({ target, open, changes: { ...changes, ...part } }),
    reset: () => setSettings({ target, open, changes: {} }),
    isChanged,
    data: data ?? null,
    answer: isChanged && data ? data : null,
    busy: fetching && (isPlaceholderData || !data),
    offline: fetchStatus === 'paused',
    error: fetching ? null : error,
    retry: () => void refetch(),
  }
}

/** The player's record and detail data with the numbers of the answer in place of the forecast's. */
export function useAppliedSettings(
  record: PlayerDetailProps['record'],
  details: DetailQuery,
  { answer, changes }: WhatIfState,
): { record: PlayerDetailProps['record']; details: DetailQuery } {
  return useMemo(() => {
    if (!answer) return { record, details }
    const { tonight } = record
    const { slot, starterId } = changes
    const lineup = slot === undefined ? undefined : { announced: slot !== null, slot }
    const data = details.data && { ...details.data, why: answer.why }
    const sameStarter = starterId === undefined || starterId === answer.assumed.starterId
    return {
      record: {
        ...record,
        forecasts: answer.forecasts,
        ...(tonight && lineup && { tonight: { ...tonight, lineup } }),
      },
      details: {
        ...details,
        // The announced starter is not the one of the settings.
        data: data && (sameStarter ? data : { ...data, opposingPitcher: null, vsPitcher: null }),
      },
    }
  }, [record, details, answer, changes])
}
