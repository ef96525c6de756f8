import { type PickStore, PicksError, pickStoreOf, useShell } from '@propsight/shared/client'
import type { Line, Pick, PickRow, ShellApi } from '@propsight/shared/contracts'
import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { RankedLine } from '../../state/ranked-line.ts'

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

const lineIdentity = (line: Line): string =>
  key([line.name, line.team, line.statType, line.line, line.oddsType, line.gameId])

const pickIdentity = (pick: Pick): string =>
  key([
    pick.playerName,
    pick.team,
    pick.statType,
    pick.bettingAnalysis.bettingLine,
    pick.oddsType,
    pick.gameId,
  ])

/** Saves and removes picks with a notification. The store reverts what the server refuses. */
class PickSaver {
  readonly #shell: ShellApi
  readonly store: PickStore
  readonly #busyLines = new Set<string>()
  #shownFailure: string | null = null

  constructor(shell: ShellApi) {
    this.#shell = shell
    this.store = pickStoreOf(shell)
  }

  readonly busy = (): boolean => this.#busyLines.size > 0

  /** Shows each failure once while there are changes that only this device has. */
  readonly showFailure = (): void => {
    const { failure, unsent } = this.store.get()
    if (failure !== null && failure !== this.#shownFailure && unsent > 0)
      this.#shell.notify({ message: `Changes are saved on this device. ${failure}`, tone: 'low' })
    this.#shownFailure = failure
  }

  /** Runs one write, unless the line has one already. A failed one is shown with Retry. */
  async #write(identity: string, failure: string, work: () => Promise<void>): Promise<void> {
    if (this.#busyLines.has(identity)) return
    this.#busyLines.add(identity)
    try {
      await work()
    } catch (error) {
      // Other errors than those of the store come from loading the builder.
      const message = error instanceof PicksError ? error.message : failure
      const action = { label: 'Retry', run: () => void this.#write(identity, failure, work) }
      this.#shell.notify({ message, tone: 'low', action })
    } finally {
      this.#busyLines.delete(identity)
    }
  }

  /** Shows the message, extended by the reason if the server is known to be unreachable. */
  #notify(message: string, tone: 'good' | 'info', undo: () => Promise<void>): void {
    const { failure, unsent } = this.store.get()
    const text = failure === null || unsent === 0 ? message : `${message} on this device. ${failure}`
    this.#shell.notify({ message: text, tone, action: { label: 'Undo', run: () => void undo() } })
  }

  findSaved(identity: string): PickRow | undefined {
    return this.store.get().rows.find(({ pick }) => pick !== null && pickIdentity(pick) === identity)
  }

  /** Saves the pick of a line, unless it is saved. @param build returns null for a line that cannot be saved */
  save(identity: string, build: () => Promise<Pick | null>): Promise<void> {
    return this.#write(identity, 'Failed to save pick', async () => {
      const pick = await build()
      if (!pick || this.findSaved(identity)) return
      await this.store.add(pick)
      this.#notify('Pick saved', 'good', () => this.remove(pick.id, identity, false))
    })
  }

  remove(id: string, identity: string, hasUndo = true): Promise<void> {
    return this.#write(identity, 'Failed to delete pick', async () => {
      const rows = await this.store.remove(id)
      if (hasUndo) this.#notify('Pick removed', 'info', () => this.#restore(rows, identity))
    })
  }

  #restore(rows: readonly PickRow[], identity: string): Promise<void> {
    return this.#write(identity, 'Failed to save pick', () => this.store.restore(rows))
  }
}

const savers = new WeakMap<ShellApi, PickSaver>()

/** Returns the saver of a shell, which the board and the detail view share. */
function saverOf(shell: ShellApi): PickSaver {
  const saver = savers.get(shell) ?? new PickSaver(shell)
  savers.set(shell, saver)
  return saver
}

export interface SavedLines {
  has(card: RankedLine): boolean
  /** Saves or removes the card. Stable across changes of the saved picks. */
  toggle: (card: RankedLine) => void
}

/**
 * The saved state of the cards, which survives a reload, and the action that toggles it.
 * @param build builds the pick of a card; null for a card that cannot be saved
 */
export function useSavedLines(build: (card: RankedLine) => Promise<Pick | null>): SavedLines {
  const shell = useShell()
  const saver = saverOf(shell)
  const { store } = saver
  const { rows } = useSyncExternalStore(store.subscribe, store.get)
  useEffect(() => shell.registerUnsavedWork(() => saver.busy() && 'swap'), [shell, saver])
  useEffect(() => store.subscribe(saver.showFailure), [store, saver])
  const identities = useMemo(
    () => new Set(rows.flatMap(({ pick }) => (pick ? [pickIdentity(pick)] : []))),
    [rows],
  )
  const toggle = useCallback(
    (card: RankedLine) => {
      const identity = lineIdentity(card.line)
      const saved = saver.findSaved(identity)
      void (saved ? saver.remove(saved.id, identity) : saver.save(identity, () => build(card)))
    },
    [saver, build],
  )
  return { has: (card) => identities.has(lineIdentity(card.line)), toggle }
}
