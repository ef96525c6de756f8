import { readResponse, useShell } from '@propsight/shared/client'
import {
  type FreeSamples,
  freeSamplesResponse,
  type Slate,
  type SlateGame,
  slateResponse,
} from '@propsight/shared/contracts'
import type { SportCode } from '@propsight/shared/domain'
import { clockText, dateText, weekdayClockText } from '@propsight/shared/format'
import { useQuery } from '@tanstack/react-query'

const FRESH_MS = 60_000
/** A part that cannot be read is asked for again after this time. */
const RETRY_MS = 5_000

/** Milliseconds until the slate is read again. */
const nextReadMs = (slate: Slate | undefined): number =>
  slate && (slate.games === null || slate.lines === null) ? RETRY_MS : FRESH_MS

const querySuffix = (sport: SportCode): string => (sport === 'MLB' ? '' : `?sport=${sport}`)

/** The day of a sport before any analysis; undefined until it is read, and where the API has none. */
export function useSlate(sport: SportCode): { slate: Slate | undefined; isLoading: boolean } {
  const shell = useShell()
  const { data, isLoading } = useQuery({
    queryKey: ['analysis', 'slate', sport],
    queryFn: async ({ signal }) =>
      readResponse(slateResponse, await shell.api.json(`/api/slate${querySuffix(sport)}`, { signal })).value,
    staleTime: RETRY_MS,
    retry: false,
    networkMode: 'always',
    refetchInterval: ({ state }) => nextReadMs(state.data),
  })
  return { slate: data, isLoading }
}

/** One line per market with its figures; undefined until they are read. @param enabled whether there are lines */
export function useFreeSamples(sport: SportCode, enabled: boolean): FreeSamples['samples'] | undefined {
  const shell = useShell()
  const { data, isError } = useQuery({
    queryKey: ['analysis', 'slate', sport, 'samples'],
    queryFn: async ({ signal }) => {
      const answer = await shell.api.json(`/api/slate/samples${querySuffix(sport)}`, { signal })
      return readResponse(freeSamplesResponse, answer).value.samples
    },
    enabled,
    staleTime: FRESH_MS,
    retry: false,
    refetchInterval: FRESH_MS,
  })
  return isError ? [] : data
}

/** Whether it is known that no line can be analyzed: the book cannot be reached, or has no open line. */
export const hasNothingToAnalyze = (slate: Slate | undefined): boolean =>
  slate !== undefined && (slate.lines === null || slate.lines.total === 0)

/** Noon of a league day, so that a start on another day of the user's zone is shown with its day. */
const noonOf = (day: string): number => Date.parse(`${day}T16:00:00Z`)

/**
 * State of a game: its start in the user's zone, 'Live 3–2', 'Final 5–3' 'Suspended 3–2' or 'Postponed'. Scores are away–home.
 * @param timeZone IANA name, for tests
 */
export function stateText(
  { status, suspended, score, gameTime, timeTbd }: SlateGame,
  day: string,
  timeZone?: string,
): string {
  const shownScore = score ? ` ${score.away}–${score.home}` : ''
  if (status === 'live') return `${suspended ? 'Suspended' : 'Live'}${shownScore}`
  if (status === 'final') return `Final${shownScore}`
  if (status === 'postponed') return 'Postponed'
  if (timeTbd) return 'Time TBD'
  const isToday = dateText(gameTime, timeZone) === dateText(noonOf(day), timeZone)
  // The weekday, because the date would not fit beside the clubs.
  return isToday ? clockText(gameTime, timeZone) : weekdayClockText(gameTime, timeZone)
}
