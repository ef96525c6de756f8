import type { ApiClient } from '@propsight/shared/contracts'
import { PITCHER_STATS, type PitcherStat } from '@propsight/shared/domain'
import { useEffect, useState } from 'react'
import { backOffMs, pause } from '../../config/pause.ts'
import { failureOf } from '../../state/failure.ts'
import { CATEGORIES, type Lines, type StatLines } from '../../state/lines.ts'
import { fetchLines } from './fetch-lines.ts'
import { keepLines, readKeptLines } from './kept-lines.ts'

const UNREAD: StatLines = { map: null, readAt: null, failure: null }
/** After four retries the book is left alone for longer. */
const TIRED = 5

const keptOf = (source: string, date: string, stat: PitcherStat): StatLines => {
  const kept = readKeptLines(source, date, CATEGORIES[stat], Date.now())
  return kept ? { ...kept, failure: null } : UNREAD
}

const keptLines = (source: string, date: string): Lines => ({
  strikeouts: keptOf(source, date, 'strikeouts'),
  'hits-allowed': keptOf(source, date, 'hits-allowed'),
})

/** Reads one stat's lines, and goes on trying until they are there. */
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
 * The goblin lines of both stats of one day, from this browser's twelve hours or from the book.
 * @returns the lines, and how to ask the book again at once: what is known is shown until it answers
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
        // In the evening most games have begun and their lines are gone: an empty board is not worth keeping.
        if (map && Object.keys(map).length > 0) keepLines(source, date, CATEGORIES[stat], map, Date.now())
      })
    }
    return () => leaving.abort()
  }, [api, source, date, tries])
  return { lines, again: () => setTries(tries + 1) }
}
