import type { OddsProp, ShellApi, ShownChance } from '@propsight/shared/contracts'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type OddsBoard, oddsKey, oddsOptions, refreshInterval } from './odds-query.ts'
import { createRowReader, type Row, type RowOptions } from './rows.ts'
import type { View } from './view.ts'

/** A run whose market gets the engine's probabilities. */
interface BoardRun {
  runId: string
  expiresAt: string
}

export interface Board {
  /** The latest prices of the day; null until they are read. */
  data: OddsBoard | null
  /** League time in epoch milliseconds: ages and starts are measured against it. */
  now: number
  rows: readonly Row[]
  /** Why the latest read failed; the prices before it are kept. */
  error: Error | null
  /** Run of the failed request; null for prices only. */
  failedRun: string | null
  isFetching: boolean
  /** Whether probabilities that a run has paid for are still being read. */
  isJoining: boolean
  refetch(): void
}

/**
 * Joins the boards of several runs: prices of the latest one, and the probability of a prop from the first board
 * that has one.
 */
export function joinBoards(boards: readonly { data: OddsBoard; readAt: number }[]) {
  const [first, ...others] = boards.toSorted((a, b) => b.readAt - a.readAt).map(({ data }) => data)
  const elsewhere = new Map<string, ShownChance>()
  for (const { props } of others)
    for (const { id, shown } of props) if (shown && !elsewhere.has(id)) elsewhere.set(id, shown)
  return {
    data: first ?? null,
    shownOf: ({ id, shown }: OddsProp): ShownChance | null => shown ?? elsewhere.get(id) ?? null,
  }
}

/**
 * The odds board of a sport and day, read again every half minute while the page is visible. Each live run requests it with the
 * probabilities of its market; runs that ended keep those that they have.
 * @param runs of markets of the sport
 * @param options with the browser's time, by which runs end
 */
export function useBoard(
  shell: ShellApi,
  { day, sport }: Pick<View, 'day' | 'sport'>,
  runs: readonly BoardRun[],
  options: Omit<RowOptions, 'shownOf'>,
): Board {
  const { removal, chosen } = options
  const queryClient = useQueryClient()
  const isLive = ({ expiresAt }: BoardRun) => Date.parse(expiresAt) > options.now
  const requests = [
    { runId: null, enabled: !runs.some(isLive) },
    ...runs.map((run) => ({ runId: run.runId, enabled: isLive(run) })),
  ]
  const results = useQueries({
    queries: requests.map(({ runId, enabled }) => ({
      ...oddsOptions(shell.api, { day, sport, runId, stat: null }),
      enabled,
      refetchInterval: refreshInterval,
      refetchOnReconnect: true,
      // A new run shows the prices that are known until its answer arrives.
      placeholderData: () =>
        queryClient.getQueryData<OddsBoard>(oddsKey({ day, sport, runId: null, stat: null })),
    })),
  })
  const boards = results.map(({ data, dataUpdatedAt }) => ({ data, readAt: dataUpdatedAt }))
  const stamps = boards.map(({ readAt }) => readAt).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the results change in identity with each render
  const { data, shownOf } = useMemo(
    () => joinBoards(boards.flatMap((board) => (board.data ? [{ ...board, data: board.data }] : []))),
    [stamps, day, sport, runs],
  )
  const now = options.now + (data?.ahead ?? 0)
  const [readRows] = useState(createRowReader)
  const rows = useMemo(
    () => (data ? readRows(data, { removal, chosen, now, shownOf }) : []),
    [data, readRows, removal, chosen, now, shownOf],
  )
  const failed = results.findIndex(({ error }, at) => error && requests[at]?.enabled)
  return {
    data,
    now,
    rows,
    error: results[failed]?.error ?? null,
    failedRun: requests[failed]?.runId ?? null,
    isFetching: results.some(({ isFetching }) => isFetching),
    isJoining: results.some(
      ({ isPlaceholderData, failureCount }, at) =>
        requests[at]?.enabled && requests[at].runId !== null && isPlaceholderData && failureCount === 0,
    ),
    refetch: () => {
      for (const [at, result] of results.entries()) if (requests[at]?.enabled) void result.refetch()
    },
  }
}
