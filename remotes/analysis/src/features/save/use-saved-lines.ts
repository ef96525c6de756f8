import { deletePick, savePick } from '@propsight/shared/client'
import type { Line, Pick, ShellApi, TeamWeather } from '@propsight/shared/contracts'
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { RankedLine } from '../../state/ranked-line.ts'
import { shownRunAtom } from '../../state/run.ts'
import { useReadable, useShell } from '../../state/shell.tsx'
import { buildPick } from './build-pick.ts'
import { lineIdentity, pickIdentity } from './line-identity.ts'
import { listSavedLines, type SavedLine, savedLinesKey } from './saved-lines.ts'

/** Writes picks: on screen at once, taken back when the server refuses. */
function createSaver(shell: ShellApi, userId: string) {
  const key = savedLinesKey(userId)
  const underWay = new Set<string>()
  const lines = (): SavedLine[] => shell.queryClient.getQueryData<SavedLine[]>(key) ?? []
  const show = (next: SavedLine[]) => shell.queryClient.setQueryData(key, next)
  const without = (identity: string) => lines().filter((line) => line.identity !== identity)

  async function write(
    identity: string,
    optimistic: SavedLine[],
    call: () => Promise<void>,
  ): Promise<boolean> {
    const before = lines().find((line) => line.identity === identity)
    underWay.add(identity)
    // A list read before this write would put the old state back on screen.
    await shell.queryClient.cancelQueries({ queryKey: key })
    show(optimistic)
    try {
      await call()
      return true
    } catch {
      show(before ? [...without(identity), before] : without(identity))
      return false
    } finally {
      underWay.delete(identity)
      void shell.queryClient.invalidateQueries({ queryKey: ['picks'] })
    }
  }

  async function save(pick: Pick): Promise<void> {
    const identity = pickIdentity(pick)
    if (underWay.has(identity)) return
    const saved = { id: pick.id, identity }
    if (await write(identity, [...without(identity), saved], () => savePick(shell.supabase, pick))) {
      const action = { label: 'Undo', run: () => void remove(saved) }
      shell.notify({ message: 'Pick saved', tone: 'good', action })
    } else {
      const action = { label: 'Retry', run: () => void save(pick) }
      shell.notify({ message: 'Failed to save pick', tone: 'low', action })
    }
  }

  async function remove(saved: SavedLine, pick?: Pick): Promise<void> {
    const { id, identity } = saved
    if (underWay.has(identity)) return
    if (await write(identity, without(identity), () => deletePick(shell.supabase, id))) {
      if (pick) {
        const action = { label: 'Undo', run: () => void save({ ...pick, id }) }
        shell.notify({ message: 'Pick removed', action })
      }
    } else {
      const action = { label: 'Retry', run: () => void remove(saved, pick) }
      shell.notify({ message: 'Failed to delete pick', tone: 'low', action })
    }
  }

  return { save, remove, lines, busy: () => underWay.size > 0 }
}

export interface SavedLines {
  has(card: RankedLine): boolean
  /** Stays the same function while picks come and go. */
  toggle: (card: RankedLine) => void
}

interface SavedWith {
  /** Games that the rates look back. */
  window: number
  /** Of a line's game, where it is known. */
  weather(line: Line): TeamWeather | null
}

/** Which cards are saved, also after a reload, and the one thing to do about it. */
export function useSavedLines(around: SavedWith): SavedLines {
  const shell = useShell()
  const { window, weather } = around
  const { advice, request } = useAtomValue(shownRunAtom)
  const userId = useReadable(shell.session)?.id ?? ''
  const { data } = useQuery({
    queryKey: savedLinesKey(userId),
    queryFn: () => listSavedLines(shell.supabase, userId),
    enabled: userId !== '',
  })
  const [saver] = useState(() => createSaver(shell, userId))
  useEffect(() => shell.registerUnsavedWork(saver.busy), [shell, saver])
  const identities = useMemo(() => new Set(data?.map((line) => line.identity)), [data])
  const toggle = useCallback(
    (card: RankedLine) => {
      const pick = buildPick(card, {
        window,
        source: shell.dataSource.get().kind,
        now: new Date(),
        feature: request?.feature ?? 'quick',
        weather: weather(card.line),
        advice: advice?.recommendations.find(({ id }) => id === card.id) ?? null,
      })
      const saved = saver.lines().find((line) => line.identity === lineIdentity(card.line))
      if (saved) void saver.remove(saved, pick ?? undefined)
      else if (pick) void saver.save(pick)
    },
    [saver, shell, window, weather, advice, request],
  )
  return { has: (card) => identities.has(lineIdentity(card.line)), toggle }
}
