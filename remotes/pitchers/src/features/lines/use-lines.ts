import type { ApiClient } from '@propsight/shared/contracts'
import { PITCHER_STATS, type PitcherStat } from '@propsight/shared/domain'
import { useEffect, useState } from 'react'
import { backOffMs, pause } from '../../config/retry-delay.ts'
import { failureOf } from '../../state/failure.ts'
import { CATEGORIES, type Lines, type StatLines } from '../../state/lines.ts'
import { fetchLines } from './fetch-lines.ts'
import { keepLines, readKeptLines } from './kept-lines.ts'

const UNREAD: StatLines = { map: null, readAt: null, failure: null }
/** Failures counted at the start of the back-off: a request that failed has already made four retries. */
const TIRED = 5

const keptOf = (source: string, date: string, stat: PitcherStat): StatLines => {
  const kept = readKeptLines(source, date, CATEGORIES[stat], Date.now())
  return kept ? { ...kept, failure: null } : UNREAD
}

const keptLines = (source: string, date: string): Lines => ({
  strikeouts: keptOf(source, date, 'strikeouts'),
  'hits-allowed': keptOf(source, date, 'hits-allowed'),
})

/** Reads the lines of one market and retries until it succeeds or the signal is aborted. */
async function readOn(
  api: ApiClient,
  stat: PitcherStat,
  signal: AbortSignal,
  tell: (change: Partial<StatLines>) => void,
): Promise<StatLines['map']> {
  for (let failures = 0; !signal.aborted; failures += 1) {
    try {
      const map = await fetchLines(api, CATEGORIES[stat][1], signal)
      tell({ map, readAt: new Date().toISOString(), failure: null })
      return map
    } catch (error) {
      if (signal.aborted) return null
      tell({ failure: failureOf(error) })
      await pause(backOffMs(TIRED + failures), signal).catch(() => {})
    }
  }
  return null
}

/**
 * The goblin lines of both markets of one day, stored in this browser for up to twelve hours or read from the
 * book.
 * @returns the lines, and `again`, which reads them again at once and keeps the known lines until then
 */
export function useLines(api: ApiClient, source: string, date: string) {
  const [lines, setLines] = useState(() => keptLines(source, date))
  const [tries, setTries] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    const kept = keptLines(source, date)
    for (const stat of PITCHER_STATS) {
      if (tries === 0 && kept[stat].map) continue
      const tell = (change: Partial<StatLines>) => {
        if (leaving.signal.aborted) return
        setLines((known) => ({ ...known, [stat]: { ...known[stat], ...change } }))
      }
      void readOn(api, stat, leaving.signal, tell).then((map) => {
        // Lines are removed when a game starts. An empty board is not stored, so the next visit requests it
        // again.
        if (map && Object.keys(map).length > 0) keepLines(source, date, CATEGORIES[stat], map, Date.now())
      })
    }
    return () => leaving.abort()
  }, [api, source, date, tries])
  return { lines, again: () => setTries(tries + 1) }
}
