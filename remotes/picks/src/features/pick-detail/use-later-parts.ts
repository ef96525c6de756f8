import { pickWeather, readResponse } from '@propsight/shared/client'
import {
  type Pick,
  type PickRow,
  playerDetailResponse,
  type ShellApi,
  type TrackLeg,
  teamWeatherResponse,
  weatherKey,
} from '@propsight/shared/contracts'
import { FIELD_SPORTS, findStatType, type Sport, type SportCode } from '@propsight/shared/domain'
import * as z from '@propsight/shared/schema'
import { useQuery } from '@tanstack/react-query'

/** Weather is cached for an hour (W2). */
const WEATHER_MS = 3_600_000
const DETAIL_MS = 5 * 60_000
const ALL = 'All Stat Lines'
const OPTIONAL = { retry: false } as const

type LaterParts = Partial<globalThis.Pick<Pick, 'weather' | 'opposingPitcher' | 'batterVsPitcherHistory'>>

/** Team code of the home club; null if unknown. */
const homeClub = ({ homeAway, team, opponent }: Pick): string | null => {
  if (homeAway === null) return null
  return homeAway === 'HOME' ? team : opponent
}

async function readWeather(
  shell: ShellApi,
  sport: Sport,
  team: string,
  gameTime: string,
  signal: AbortSignal,
) {
  const path = `/api/weather/${encodeURIComponent(team)}`
  const sent = await shell.api.json(path, { query: { sport, gameTime }, signal })
  return readResponse(teamWeatherResponse, sent).value
}

const runsSchema = z.array(z.object({ id: z.uuid() }))

/** A live run that the user has paid for and that covers the market of a pick; null without one. */
async function findRun({ supabase }: ShellApi, { statType }: Pick, signal: AbortSignal) {
  const { data, error } = await supabase
    .from('runs')
    .select('id')
    .in('category', [statType, ALL])
    .eq('state', 'captured')
    .gt('expires_at', new Date().toISOString())
    .limit(1)
    .abortSignal(signal)
  if (error) throw error
  return readResponse(runsSchema, data).value[0]?.id ?? null
}

/** The player's detail view, by a run that is paid for; null without one. */
async function readDetail(shell: ShellApi, pick: Pick, gamePk: number | null, signal: AbortSignal) {
  const group = findStatType(pick.statType)?.group
  const runId = group && (await findRun(shell, pick, signal))
  if (!runId) return null
  const player = { name: pick.playerName, team: pick.team, group }
  const body = { runId, player, ...(gamePk !== null && { gamePk }) }
  const sent = await shell.api.json('/api/player-detail', { method: 'POST', body, signal })
  return readResponse(playerDetailResponse, sent).value
}

/**
 * Parts of a pick that were not known when it was saved, read while its game is ahead: the weather, and with a live run
 * of its market the opposing pitcher and the past meetings. Nothing is charged, and the saved pick stays as it is.
 */
export function useLaterParts(shell: ShellApi, { pick, id }: PickRow, leg: TrackLeg | undefined): LaterParts {
  const home = pick && homeClub(pick)
  const field = FIELD_SPORTS[pick?.sport as SportCode]
  const start = pick?.gameTime ?? ''
  // The server knows the league's time. In replay mode the season is over, and the server rejects every forecast request.
  const isPending = leg ? leg.status === 'pending' : Date.parse(start) > Date.now()
  const isAhead = isPending && start !== '' && shell.dataSource.get().kind !== 'replay'
  const { data: weather } = useQuery(
    {
      queryKey: weatherKey(field ?? 'baseball', home ?? '', start),
      queryFn: ({ signal }) => readWeather(shell, field ?? 'baseball', home ?? '', start, signal),
      enabled: isAhead && home !== null && field !== undefined && !pick?.weather,
      staleTime: WEATHER_MS,
      ...OPTIONAL,
    },
    shell.queryClient,
  )
  const isBatter = findStatType(pick?.statType ?? '')?.group === 'hitting'
  const { data: detail } = useQuery(
    {
      queryKey: ['picks', 'later', id],
      queryFn: ({ signal }) => (pick ? readDetail(shell, pick, leg?.game_pk ?? null, signal) : null),
      enabled: isAhead && isBatter && !(pick?.opposingPitcher && pick.batterVsPitcherHistory),
      staleTime: DETAIL_MS,
      ...OPTIONAL,
    },
    shell.queryClient,
  )
  const weatherNow = weather && pickWeather(weather)
  return {
    ...(!pick?.weather && weatherNow && { weather: weatherNow }),
    ...(!pick?.opposingPitcher && detail?.opposingPitcher && { opposingPitcher: detail.opposingPitcher }),
    ...(!pick?.batterVsPitcherHistory && detail?.vsPitcher && { batterVsPitcherHistory: detail.vsPitcher }),
  }
}
