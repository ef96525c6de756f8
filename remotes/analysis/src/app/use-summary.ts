import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import { ageText, countText, leagueDaysText, numberText } from '../state/format.ts'
import { gameDays } from '../state/game-key.ts'
import { shownRunAtom, totalLines } from '../state/run.ts'
import { useReadable, useShell } from '../state/shell.tsx'

const TICK_MS = 30_000

function useNow(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** Day, games, lines and age of the board: 'Friday, July 18 ET · 14 games · 296 lines · read 2 min ago'. */
export function useSummary(): string {
  const { today } = useReadable(useShell().dataSource)
  const run = useAtomValue(shownRunAtom)
  const { lines } = run
  const now = useNow()
  if (!lines) return leagueDaysText([], today)
  const games = new Set(lines.players.flatMap(({ gameId, gameTime, team }) => gameId ?? gameTime ?? team))
    .size
  const [loaded, total] = [lines.players.length, totalLines(run)]
  const age = ageText(lines.readAt, Math.max(now, Date.parse(lines.readAt)))
  const read = age && `${lines.stale ? 'the book is away, last read' : 'read'} ${age}`
  const skipped = lines.skipped > 0 && `${countText(lines.skipped, 'line')} unreadable`
  return [
    leagueDaysText(gameDays(lines.players, today), today),
    countText(games, 'game'),
    loaded < total ? `${numberText(loaded)} of ${countText(total, 'line')}` : countText(loaded, 'line'),
    skipped,
    read,
  ]
    .filter(Boolean)
    .join(' · ')
}
