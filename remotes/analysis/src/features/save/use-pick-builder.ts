import { useShell } from '@propsight/shared/client'
import type { Line, Pick, PlayerDetail, TeamWeather } from '@propsight/shared/contracts'
import { useIdle } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import { useCallback } from 'react'
import type { RankedLine } from '../../state/ranked-line.ts'
import { playerDetailKey, shownRunAtom } from '../../state/run.ts'
import { ownBooksAtom } from '../../state/settings.ts'

/** Loaded on demand: its data of parks and clubs is needed for saving a pick, not for the board. */
const loadBuilder = () => import('./build-pick.ts')
const preloadBuilder = () => void loadBuilder().catch(() => undefined)

/**
 * Returns a function that builds the pick of a card from the shown run; null for a card that cannot be saved.
 * @param window number of games that the hit rates cover
 * @param weather returns the weather of a line's game; null if unknown
 */
export function usePickBuilder(
  window: number,
  weather: (line: Line) => TeamWeather | null,
): (card: RankedLine) => Promise<Pick | null> {
  const shell = useShell()
  const { advice, request, runId } = useAtomValue(shownRunAtom)
  const books = useAtomValue(ownBooksAtom)
  useIdle(preloadBuilder)
  return useCallback(
    async (card) => {
      const { buildPick } = await loadBuilder()
      return buildPick(card, {
        window,
        source: shell.dataSource.get().kind,
        now: new Date(),
        feature: request?.feature ?? 'quick',
        books,
        weather: weather(card.line),
        advice: advice?.recommendations.find(({ id }) => id === card.id) ?? null,
        detail: shell.queryClient.getQueryData<PlayerDetail>(playerDetailKey(runId, card)) ?? null,
      })
    },
    [shell, window, weather, advice, request, runId, books],
  )
}
