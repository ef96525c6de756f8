import { readResponse, useShell } from '@propsight/shared/client'
import { type PlayerDetail, playerDetailResponse } from '@propsight/shared/contracts'
import { sportOfMarket } from '@propsight/shared/domain'
import { ageText } from '@propsight/shared/format'
import { Banner, Button } from '@propsight/shared/ui'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { type LineOfPlayer, playerDetailKey, requestedGame } from '../../state/run.ts'
import styles from './detail.module.css'
import type { PlayerDetailProps } from './detail-props.ts'

/** Cache time, at least the lifetime of a run: reopening a player sends no request. */
const CACHE_MS = 3_600_000

/** The query of a player's detail data (starter, averages, factors). */
export interface DetailQuery {
  data: PlayerDetail | null
  /** Whether the first request is in flight. */
  loading: boolean
  /** Whether the request is paused because the browser is offline. */
  offline: boolean
  error: Error | null
  /** Sends the request again; existing data stays until the response arrives. */
  retry(): void
}

type DetailTarget = Pick<PlayerDetailProps, 'runId' | 'card'>

const BAD_REQUEST = 400

/**
 * Sends a request about a line that names its game. An API of before this field answers 400; then the request is about the
 * player's next game.
 */
export async function requestForGame<T>(
  card: LineOfPlayer,
  send: (gamePk: number | undefined) => Promise<T>,
): Promise<T> {
  const gamePk = requestedGame(card)
  try {
    return await send(gamePk)
  } catch (error) {
    const isUnknownField = error instanceof Error && 'status' in error && error.status === BAD_REQUEST
    if (gamePk === undefined || card.record.otherGames || !isUnknownField) throw error
    return send(undefined)
  }
}

/** Requests the detail data once per run, player and game, and caches it for the lifetime of the run. */
export function useDetailQuery({ runId, card }: DetailTarget): DetailQuery {
  const { api } = useShell()
  const { name, team, group } = card.record
  const { data, error, fetchStatus, isPending, refetch } = useQuery({
    queryKey: playerDetailKey(runId, card),
    queryFn: async ({ signal }) => {
      const answer = await requestForGame(card, (gamePk) => {
        const body = { runId, player: { name, team, group }, gamePk }
        return api.json('/api/player-detail', { method: 'POST', body, signal })
      })
      return readResponse(playerDetailResponse, answer).value
    },
    enabled: runId !== null && sportOfMarket(card.line.statType) === 'MLB',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: CACHE_MS,
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

const STILL_WORKS = 'Games, chart and probability still work. No credit was used.'
/** Error codes of a run that is over: a repeated request would be rejected again. */
const RUN_OVER_CODES = new Set(['RUN_REQUIRED', 'CHARGE_FAILED'])

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')
const requestOf = (error: Error): string =>
  'requestId' in error && typeof error.requestId === 'string' ? ` Request ${error.requestId}.` : ''

const NoticeBanner = ({
  title,
  text,
  retry,
}: {
  title: string
  text: string
  retry?: (() => void) | undefined
}) => (
  <div className={styles.notice}>
    <Banner
      tone="mid"
      icon="warning"
      title={title}
      action={
        retry && (
          <Button variant="bare" onClick={retry}>
            Retry
          </Button>
        )
      }
    >
      {text}
    </Banner>
  </div>
)

/**
 * Notice when the detail data is missing or stale: the missing parts, the parts that still work, and Retry.
 */
export function DetailNotice({ details, hasRun }: { details: DetailQuery; hasRun: boolean }) {
  const { data, error, offline, retry } = details
  if (!hasRun) {
    return (
      <NoticeBanner
        title="Pitcher, averages and reasons are missing."
        text={`This board’s analysis has ended. Analyze again to load them. ${STILL_WORKS}`}
      />
    )
  }
  if (offline && !data) {
    return (
      <NoticeBanner
        title="You are offline."
        text={`Pitcher, averages and reasons load when you are back. ${STILL_WORKS}`}
        retry={retry}
      />
    )
  }
  if (error && !data) {
    const over = RUN_OVER_CODES.has(codeOf(error))
    return (
      <NoticeBanner
        title="Pitcher, averages and reasons could not be loaded."
        text={`${error.message}${over ? ' Analyze again to load them.' : ''} ${STILL_WORKS}${requestOf(error)}`}
        retry={over ? undefined : retry}
      />
    )
  }
  if (!data?.stale) return null
  const age = ageText(data.readAt, Math.max(Date.now(), Date.parse(data.readAt)))
  return (
    <NoticeBanner
      title="This data may be out of date."
      text={`The league’s data cannot be reached${age ? `, last read ${age}` : ''}.`}
      retry={retry}
    />
  )
}
