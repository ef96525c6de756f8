import { pickStoreOf } from '@propsight/shared/client'
import type { Line, Pick, PickRow, PlayerDetail, ShellApi, TeamWeather } from '@propsight/shared/contracts'
import { useIdle } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { RankedLine } from '../../state/ranked-line.ts'
import { playerDetailKey, shownRunAtom } from '../../state/run.ts'
import { useShell } from '../../state/shell.tsx'

/**
 * The fields by which a saved pick and a line of the board are the same bet. The book's ids change from day
 * to day.
 */
type Identified = readonly [
  name: string,
  team: string,
  stat: string,
  line: number,
  odds: string,
  game: string | null,
]

const key = (parts: Identified): string => JSON.stringify(parts)

export const lineIdentity = (line: Line): string =>
  key([line.name, line.team, line.statType, line.line, line.oddsType, line.gameId])

export type SavedParts = {
  [Part in 'playerName' | 'team' | 'statType' | 'oddsType' | 'gameId']: Pick[Part]
} & { bettingAnalysis: { bettingLine: number } }

export const pickIdentity = (pick: SavedParts): string =>
  key([
    pick.playerName,
    pick.team,
    pick.statType,
    pick.bettingAnalysis.bettingLine,
    pick.oddsType,
    pick.gameId,
  ])

/** Loaded on demand: its data of parks and clubs is needed for saving a pick, not for the board. */
const loadBuilder = () => import('./build-pick.ts')
const preloadBuilder = () => void loadBuilder().catch(() => undefined)

/**
 * Saves and removes picks with a notification. Updates are optimistic: the store reverts what the server
 * rejects.
 */
function createSaver(shell: ShellApi) {
  const store = pickStoreOf(shell)
  const busyLines = new Set<string>()
  const savedAs = (identity: string): PickRow | undefined =>
    store.get().rows.find(({ pick }) => pick !== null && pickIdentity(pick) === identity)

  /** Runs one write and marks its line as busy. @returns the result, or null if the write failed */
  async function runWrite<T>(identity: string, work: () => Promise<T>): Promise<T | null> {
    busyLines.add(identity)
    try {
      return await work()
    } catch {
      return null
    } finally {
      busyLines.delete(identity)
      void shell.queryClient.invalidateQueries({ queryKey: ['picks'] })
    }
  }

  /** The message, extended by the reason if the change is stored on this device only. */
  const noticeText = (message: string) => {
    const { failure, unsent } = store.get()
    return failure === null || unsent === 0 ? message : `${message} on this device. ${failure}`
  }

  async function save(pick: Pick): Promise<void> {
    const identity = pickIdentity(pick)
    // A second click may arrive before the pick of the first one is stored.
    if (busyLines.has(identity) || savedAs(identity)) return
    const added = await runWrite(identity, () => store.add(pick).then(() => true))
    if (added !== null) {
      const action = { label: 'Undo', run: () => void remove(pick.id, identity) }
      shell.notify({ message: noticeText('Pick saved'), tone: 'good', action })
    } else {
      const action = { label: 'Retry', run: () => void save(pick) }
      shell.notify({ message: store.get().error ?? 'Failed to save pick', tone: 'low', action })
    }
  }

  async function remove(id: string, identity: string, undo = false): Promise<void> {
    if (busyLines.has(identity)) return
    const rows = await runWrite(identity, () => store.remove(id))
    if (rows === null) {
      const action = { label: 'Retry', run: () => void remove(id, identity, undo) }
      shell.notify({ message: store.get().error ?? 'Failed to delete pick', tone: 'low', action })
    } else if (undo) {
      const action = { label: 'Undo', run: () => void restore(rows, identity) }
      shell.notify({ message: noticeText('Pick removed'), action })
    }
  }

  async function restore(rows: PickRow[], identity: string): Promise<void> {
    const restored = await runWrite(identity, () => store.restore(rows).then(() => true))
    if (restored !== null) return
    const action = { label: 'Retry', run: () => void restore(rows, identity) }
    shell.notify({ message: store.get().error ?? 'Failed to save pick', tone: 'low', action })
  }

  return { store, save, remove, savedAs, busy: () => busyLines.size > 0 }
}

export interface SavedLines {
  has(card: RankedLine): boolean
  /** Saves or removes the card. Stable across changes of the saved picks. */
  toggle: (card: RankedLine) => void
}

interface SavedLinesOptions {
  /** Number of games that the hit rates cover. */
  window: number
  /** Returns the weather of a line's game; null if unknown. */
  weather(line: Line): TeamWeather | null
}

/** The saved state of the cards, which survives a reload, and the action that toggles it. */
export function useSavedLines(options: SavedLinesOptions): SavedLines {
  const shell = useShell()
  const { window, weather } = options
  const { advice, request, runId } = useAtomValue(shownRunAtom)
  const [saver] = useState(() => createSaver(shell))
  const { rows } = useSyncExternalStore(saver.store.subscribe, saver.store.get)
  useIdle(preloadBuilder)
  useEffect(() => shell.registerUnsavedWork(saver.busy), [shell, saver])
  const identities = useMemo(
    () => new Set(rows.flatMap(({ pick }) => (pick ? [pickIdentity(pick)] : []))),
    [rows],
  )
  const toggle = useCallback(
    (card: RankedLine) => {
      const identity = lineIdentity(card.line)
      const saved = saver.savedAs(identity)
      if (saved) {
        void saver.remove(saved.id, identity, true)
        return
      }
      const context = {
        window,
        source: shell.dataSource.get().kind,
        now: new Date(),
        feature: request?.feature ?? 'quick',
        weather: weather(card.line),
        advice: advice?.recommendations.find(({ id }) => id === card.id) ?? null,
        detail: shell.queryClient.getQueryData<PlayerDetail>(playerDetailKey(runId, card)) ?? null,
      }
      const save = () =>
        loadBuilder().then(
          ({ buildPick }) => {
            const pick = buildPick(card, context)
            if (pick) void saver.save(pick)
          },
          () => {
            const action = { label: 'Retry', run: () => void save() }
            shell.notify({ message: 'Failed to save pick', tone: 'low', action })
          },
        )
      void save()
    },
    [saver, shell, window, weather, advice, request, runId],
  )
  return { has: (card) => identities.has(lineIdentity(card.line)), toggle }
}
