import { MAX_SYNCED_PICKS, type Pick, type PickRow, syncPicksResponse } from '../../contracts/picks/pick.ts'
import { readAnswer } from '../../contracts/read-answer.ts'
import type { ShellApi } from '../../contracts/remote-contract.ts'
import { PICK_SYNC_DELAY_MS } from '../../domain/picks.ts'
import { ANONYMOUS, type DeviceOutbox } from './device-outbox.ts'
import { isSyncDue, newRows, type OutboxEvent, queuedRows } from './outbox.ts'
import { describeFailure, isRefusal, messageOf } from './pick-store-state.ts'
import { cleanUpPicks, deletePicks, type FailureText, listPicks, saveRows } from './server-picks.ts'

/** The parts of the shell that the pick store uses. */
export type PickShell = globalThis.Pick<ShellApi, 'session' | 'supabase' | 'api' | 'queryClient'>

/** Key and scope of the mutations of all pick stores in this page. */
const MUTATIONS = 'my-picks'
const LOCK = 'propsight:sync-picks'

/** Runs work in one tab at a time, if the browser supports locks; the next tab then finds nothing left to send. */
const withLock = <T>(work: () => Promise<T>): Promise<T> =>
  globalThis.navigator?.locks ? navigator.locks.request(LOCK, work) : work()

/**
 * Sends the outbox to the server. New picks are sent by the sync call only: the full list, about two seconds after the
 * number of picks changed (P4). Removals, replacements and restored picks go to the table, at once and again with each
 * refresh, because the sync call deletes and replaces nothing.
 */
export class PickSync {
  readonly #shell: PickShell
  readonly #outbox: DeviceOutbox
  #timer: ReturnType<typeof setTimeout> | undefined
  /** After a failed sync no timer is set until a retry succeeds or the list changes again. */
  #hasFailed = false
  #reading: Promise<void> | null = null

  constructor(shell: PickShell, outbox: DeviceOutbox) {
    this.#shell = shell
    this.#outbox = outbox
  }

  /**
   * Runs a call to the server as a mutation in one scope: TanStack Query runs the calls of all pick stores
   * of this page one after another, so that they reach the server in the order of the user's actions.
   * Without a network the call fails at once and the change stays on the device.
   */
  #enqueue<T>(mutationFn: () => Promise<T>): Promise<T> {
    const { queryClient } = this.#shell
    const options = { mutationKey: [MUTATIONS], scope: { id: MUTATIONS }, networkMode: 'always' } as const
    return queryClient
      .getMutationCache()
      .build(queryClient, { ...options, mutationFn })
      .execute(undefined)
  }

  busy(): boolean {
    return this.#shell.queryClient.isMutating({ mutationKey: [MUTATIONS] }) > 0
  }

  /** Applies an answer of the server. Queries about picks, their results among them, read again. */
  #applyAnswer(event: OutboxEvent, owner: string): void {
    this.#outbox.apply(event, owner)
    void this.#shell.queryClient.invalidateQueries({ queryKey: ['picks'] })
  }

  #confirm(ids: readonly string[], sentAt: number, owner: string): void {
    this.#applyAnswer({ type: 'sent', ids, sentAt, at: this.#outbox.nextTimestamp() }, owner)
  }

  async #saveRows(rows: readonly PickRow[], sentAt: number, owner: string, message?: FailureText) {
    await saveRows(this.#shell.supabase, rows, owner, message)
    const ids = rows.map(({ id }) => id)
    this.#confirm(ids, sentAt, owner)
  }

  /** Saves rows of several operations. A refused row must not keep the others from the server. */
  async #saveEach(rows: readonly PickRow[], sentAt: number, owner: string, message?: FailureText) {
    try {
      await this.#saveRows(rows, sentAt, owner, message)
    } catch (error) {
      if (rows.length === 1 || !isRefusal(error)) throw error
      for (const row of rows) {
        await this.#saveRows([row], sentAt, owner).catch((failure: unknown) => {
          if (!isRefusal(failure)) throw failure
        })
      }
      throw error
    }
  }

  /** Sends the queued removals and rows to the table. @param at one operation; all if absent */
  async #sendToTable(owner: string, at?: number, message?: FailureText): Promise<void> {
    const { removals, rows } = queuedRows(this.#outbox.read(owner), at)
    const sentAt = this.#outbox.nextTimestamp()
    if (removals.length > 0) {
      await deletePicks(this.#shell.supabase, removals, owner, message)
      this.#confirm(removals, sentAt, owner)
    }
    if (rows.length === 0) return
    if (at === undefined) await this.#saveEach(rows, sentAt, owner)
    else await this.#saveRows(rows, sentAt, owner, message)
  }

  /**
   * Sends the full list if the sync call is due, and applies the answer. Picks that the call neither added nor found
   * deleted go to the table in the same turn. If that fails they stay new, so that the next call can find them deleted.
   * @param only the operation whose picks go to the table; all if absent
   */
  async #sendList(owner: string, only?: number, message?: FailureText): Promise<void> {
    const outbox = this.#outbox.read(owner)
    if (!this.#outbox.isCurrent(owner) || !isSyncDue(outbox)) return
    const { entries, changed } = outbox
    const sentAt = this.#outbox.nextTimestamp()
    const picks = entries
      .filter(({ row }) => Date.parse(row.expires_at) > Date.now())
      .map(({ row }) => row.pick)
      .filter((pick): pick is Pick => pick !== null)
      .slice(0, MAX_SYNCED_PICKS)
    const body = await this.#shell.api.json('/api/sync-picks', { method: 'POST', body: { picks } })
    const answer = readAnswer(syncPicksResponse, body).value
    const sent = picks.map(({ id }) => id)
    const at = this.#outbox.nextTimestamp()
    this.#applyAnswer({ type: 'synced', answer, changed, sentAt, at }, owner)
    const left = newRows(this.#outbox.read(owner), only).filter(({ id }) => sent.includes(id))
    if (left.length > 0) await this.#saveEach(left, this.#outbox.nextTimestamp(), owner, message)
  }

  /**
   * Sends the operation `at` in the order of the user's actions, as far as it does not wait for the sync call.
   * @param isUrgent whether it must not wait, because storage does not have it
   * @throws PicksError of the table, ApiError of the sync call
   */
  async send(owner: string, at: number, isUrgent: boolean, message: FailureText): Promise<void> {
    const outbox = this.#outbox.read()
    const { removals, rows } = queuedRows(outbox, at)
    // A removal need not wait for the sync call, which can fail.
    const needsList = isUrgent && newRows(outbox, at).length > 0
    if (!needsList && removals.length + rows.length === 0) return
    await this.#enqueue(async () => {
      if (needsList) await this.#sendList(owner, at, message)
      await this.#sendToTable(owner, at, message)
    })
  }

  async #read(owner: string): Promise<void> {
    const outbox = this.#outbox
    let failure: string | null = null
    await this.#sendToTable(owner).catch((error: unknown) => {
      failure = describeFailure(error)
    })
    const requestedAt = outbox.nextTimestamp()
    try {
      const rows = await listPicks(this.#shell.supabase, new Date(), owner)
      if (outbox.owner !== owner) return
      outbox.apply({ type: 'listed', rows, requestedAt }, owner)
      const syncFailure = this.#hasFailed ? outbox.state.get().failure : null
      outbox.show({ phase: 'ready', where: 'server', failure: failure ?? syncFailure, error: null })
    } catch (error) {
      if (outbox.owner !== owner) return
      // The error of a failed write has priority, because that write is not on the server.
      const previous = outbox.state.get()
      const writeFailure = failure ?? (this.#hasFailed || previous.unsent > 0 ? previous.failure : null)
      outbox.show({
        phase: outbox.storageOf().exists ? 'ready' : 'error',
        where: 'device',
        failure: writeFailure ?? messageOf(error, 'Failed to fetch picks'),
        error: 'Failed to fetch picks',
      })
    }
  }

  /** Shows the anonymous list, which exists in storage only. */
  #readAnonymous(): void {
    let error: string | null = null
    try {
      this.#outbox.area().getItem(ANONYMOUS)
    } catch {
      error = 'Storage not available'
    }
    const phase = error === null || this.#outbox.storageOf().exists ? 'ready' : 'error'
    this.#outbox.show({ phase, where: 'device', failure: null, error })
  }

  /** Removes expired picks from this device. @returns their number */
  #removeExpired(owner = this.#outbox.owner): number {
    const expired = this.#outbox
      .read(owner)
      .entries.filter(({ row }) => Date.parse(row.expires_at) <= Date.now())
      .map(({ row }) => row.id)
    if (expired.length > 0) this.#outbox.apply({ type: 'drop', ids: expired }, owner)
    return expired.length
  }

  /**
   * Moves picks that were saved without a session to the signed-in user (P1). They are removed from the
   * anonymous outbox only after they are stored in the user's. If the page closes in between, the move is
   * repeated; ids prevent duplicates.
   */
  #adoptAnonymousPicks(): void {
    this.#removeExpired(ANONYMOUS)
    const anonymous = this.#outbox.read(ANONYMOUS).entries.map(({ row }) => row)
    if (anonymous.length === 0) return
    const { entries, removed } = this.#outbox.read()
    const existingIds = new Set([...entries.map(({ row }) => row.id), ...removed.map(({ id }) => id)])
    const rows = anonymous
      .filter(({ id }) => !existingIds.has(id))
      .map((row) => ({ ...row, user_id: this.#outbox.owner }))
    const isMoved =
      rows.length === 0 || this.#outbox.apply({ type: 'add', rows, at: this.#outbox.nextTimestamp() })
    if (isMoved) this.#outbox.apply({ type: 'drop', ids: anonymous.map(({ id }) => id) }, ANONYMOUS)
  }

  #stopTimer(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  async #sync(): Promise<void> {
    this.#stopTimer()
    const outbox = this.#outbox
    if (!outbox.isSignedIn) return
    const { owner } = outbox
    try {
      await this.#enqueue(() => withLock(() => this.#sendList(owner)))
      this.#hasFailed = false
      const { removals, rows } = queuedRows(outbox.read())
      if (outbox.state.get().failure !== null || removals.length + rows.length > 0) await this.refresh()
    } catch (error) {
      this.#hasFailed = true
      if (outbox.owner === owner) outbox.show({ failure: describeFailure(error) })
    }
  }

  /** Schedules the sync call. Called when the number of picks has changed. */
  schedule(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#sync(), PICK_SYNC_DELAY_MS)
  }

  #isDue(): boolean {
    return this.#outbox.isSignedIn && isSyncDue(this.#outbox.read())
  }

  /** Schedules a sync of operations that another tab or an earlier page left, unless a sync has failed already. */
  resume(): void {
    if (!this.#hasFailed && this.#timer === undefined && this.#isDue()) this.schedule()
  }

  /** Sends the list now if a sync is scheduled: a hidden page may be frozen before its timer runs. */
  flush(): void {
    if (this.#timer !== undefined) void this.#sync()
  }

  /** Reads the list again; concurrent calls share one read. Never rejects: the state contains the failure. */
  refresh(): Promise<void> {
    const outbox = this.#outbox
    this.#removeExpired()
    if (!outbox.isSignedIn) {
      this.#readAnonymous()
      return Promise.resolve()
    }
    this.#adoptAnonymousPicks()
    // Show the local copy while the request is pending.
    if (outbox.state.get().phase === 'loading' && outbox.storageOf().exists) outbox.show({ phase: 'ready' })
    this.resume()
    const { owner } = outbox
    // The shell clears the mutations at sign-in: a read that still waited in the queue then never ends.
    if (this.#reading === null || !this.busy()) {
      this.#reading = this.#enqueue(() => this.#read(owner)).finally(() => {
        this.#reading = null
      })
    }
    return this.#reading
  }

  /** Sends the list now if a pick waits for the sync call. Never rejects. */
  async sendNow(): Promise<void> {
    if (this.#isDue()) await this.#sync()
  }

  /** Reads the list and sends all operations now: after a reconnection, a failure, or on the user's request. */
  async retry(): Promise<void> {
    await this.refresh()
    await this.sendNow()
  }

  /** Removes expired picks on this device and on the server. @returns their number */
  async cleanUp(): Promise<number> {
    const removedHere = this.#removeExpired()
    if (!this.#outbox.isSignedIn) return removedHere
    // Expired picks are never listed, so a failed cleanup on the server has no visible effect.
    const removedOnServer = await cleanUpPicks(this.#shell.supabase).catch(() => 0)
    return Math.max(removedHere, removedOnServer)
  }

  /** Forgets the sync of the previous user. */
  reset(): void {
    this.#stopTimer()
    this.#hasFailed = false
  }
}
