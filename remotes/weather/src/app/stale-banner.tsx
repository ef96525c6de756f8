import type { GamesTodayAnswer } from '@propsight/shared/contracts'
import { Banner } from '@propsight/shared/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { countText } from '../state/format.ts'
import type { GameWeather } from '../state/queries.ts'

const timeOf = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const since = (iso: string): string => timeOf.format(Date.parse(iso))

interface OldBannerProps {
  games: UseQueryResult<GamesTodayAnswer>
  weathers: readonly GameWeather[]
}

/** Banner for stale data: names the part that could not be refreshed, and when it was read. */
export function OldBanner({ games, weathers }: OldBannerProps) {
  const old = weathers.flatMap(({ weather }) => (weather?.stale ? weather.readAt : [])).toSorted()
  const oldGames = games.data && (games.data.stale || games.isError) ? games.data.readAt : null
  const [oldest] = old
  if (!oldest && !oldGames) return null
  return (
    <Banner tone="mid" icon="offline" title="Shown as it was last read.">
      {oldGames && `The schedules are of ${since(oldGames)}. `}
      {oldest && `Weather of ${countText(old.length, 'game')} is of ${since(oldest)}. `}
      It is asked for again every half minute.
    </Banner>
  )
}
