import type { Logger } from '@propsight/shared/client'
import {
  type Contribution,
  contributionSchema,
  type ExtensionRequest,
  type RegistryEntry,
  type RemoteModule,
  type RenderedExtension,
  type ShellApi,
  SLOTS,
} from '@propsight/shared/contracts'
import { developerQuery } from '../../state/override-api.ts'
import { brokenReleases, chooseRelease, markBroken } from '../choose-release.ts'
import { loadLog } from '../load-log.ts'
import { loadedRelease, loadRelease, recordCrash } from '../load-release.ts'
import { remoteRetries } from '../preload-remote.ts'
import type { RegistryStore } from '../registry-store.ts'
import { releaseKey } from '../release-records.ts'
import { toRemoteError } from '../remote-error.ts'
import { ExtensionInstance } from './extension-instance.ts'
import { SlotInstance, type SlotPart } from './slot-instance.ts'

/** Instances mounted in one task. The others follow in later tasks, so that a long list does not block input. */
const MAX_MOUNTS_PER_TASK = 20
/** Upper bound on the wait for an idle browser before a remote is loaded for its extensions, ms. */
const IDLE_TIMEOUT_MS = 2_000
/** Delay for Safari, which has no `requestIdleCallback`, ms. */
const PAUSE_MS = 300

const whenIdle = (run: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: IDLE_TIMEOUT_MS })
  else setTimeout(run, PAUSE_MS)
}

/**
 * Renders extensions: components that one remote offers to the shell and to other remotes. The release is chosen,
 * loaded, verified and replaced as that of a panel (load-release.ts): each release loads once, when the browser is
 * idle, however many instances a screen shows; a failed release is replaced by its fallback; a swap, a rollback and a
 * retirement mount other code or none. An instance that fails is not shown, and its consumer shows a fallback.
 */
export class ExtensionHost {
  readonly #shell: ShellApi
  readonly #registry: RegistryStore
  readonly #log: Logger
  readonly #instances = new Set<ExtensionInstance>()
  /** By release key. A failed release is not requested again before Retry. */
  readonly #loads = new Map<string, 'loading' | 'failed'>()
  /** Extensions that threw, as `name@version/extension`: not mounted again. */
  readonly #crashed = new Set<string>()
  #mountsInTask = 0
  readonly #slots = new Set<SlotInstance>()
  /** What this visitor gets in each slot; null if it must be read again. A list has the same slot in every row. */
  #parts: Map<string, SlotPart[]> | null = null

  constructor(shell: ShellApi, registry: RegistryStore, log: Logger) {
    // An extension gets no extensions, so that two of them cannot render each other without end.
    const { renderExtension: _, ...ownShell } = shell
    this.#shell = ownShell
    this.#registry = registry
    this.#log = log
    for (const changed of [registry, brokenReleases, loadLog]) changed.subscribe(() => this.#settleAll())
    for (const changed of [registry, brokenReleases, shell.session, shell.profile])
      changed.subscribe(() => this.#settleSlots())
    remoteRetries.subscribe(() => this.#retry())
    addEventListener('online', () => this.#retry())
  }

  /** Implements `renderExtension` of the shell. */
  render(element: HTMLElement, request: ExtensionRequest): RenderedExtension<object> {
    return request.isSlot ? this.#renderSlot(element, request) : this.#renderExtension(element, request)
  }

  #renderSlot(element: HTMLElement, request: ExtensionRequest): RenderedExtension<object> {
    const slot = new SlotInstance(element, request, (...part) => this.#renderExtension(...part))
    this.#slots.add(slot)
    slot.settle(this.#partsOf(slot.name))
    return {
      update: (next) => {
        slot.update(next)
        slot.settle(this.#partsOf(slot.name))
      },
      unmount: () => {
        this.#slots.delete(slot)
        slot.end()
      },
    }
  }

  #renderExtension(element: HTMLElement, request: ExtensionRequest): RenderedExtension<object> {
    const instance = new ExtensionInstance(element, request, this.#log)
    this.#instances.add(instance)
    this.#settle(instance)
    return {
      update: (next) => {
        if (!instance.update(next)) this.#settle(instance)
      },
      unmount: () => {
        this.#instances.delete(instance)
        instance.end()
      },
    }
  }

  /** Counts a mount. @returns false if the task is full: the instance is mounted in a later one */
  #mayMount(): boolean {
    if (this.#mountsInTask === 0)
      setTimeout(() => {
        const isFull = this.#mountsInTask >= MAX_MOUNTS_PER_TASK
        this.#mountsInTask = 0
        if (isFull) this.#settleAll()
      })
    if (this.#mountsInTask >= MAX_MOUNTS_PER_TASK) return false
    this.#mountsInTask += 1
    return true
  }

  #mount(entry: RegistryEntry, release: RegistryEntry, module: RemoteModule, instance: ExtensionInstance) {
    const { extension } = instance
    const offers = module.extensions ?? {}
    const offered = Object.hasOwn(offers, extension) ? offers[extension] : undefined
    const crashKey = `${releaseKey(release)}/${extension}`
    const props = offered && !this.#crashed.has(crashKey) ? instance.readProps(offered) : null
    if (!offered || !props) return instance.hide()
    if (!this.#mayMount()) return
    instance.mount(release, offered, props, this.#shell, (error) => {
      this.#crashed.add(crashKey)
      instance.unmount()
      recordCrash(release, toRemoteError(error, 'render'), fallbackOf(entry, release))
      void markBroken(entry, release)
    })
  }

  #load(entry: RegistryEntry, release: RegistryEntry, instance: ExtensionInstance) {
    const key = releaseKey(release)
    const load = this.#loads.get(key)
    // Code of a developer's machine loads only after the user is known, in its own panel (OverrideGate).
    if (entry.override || load === 'failed') return instance.hide()
    if (load === 'loading') return
    this.#loads.set(key, 'loading')
    whenIdle(() => {
      // The screen may be gone by now.
      if (![...this.#instances].some(({ remote }) => remote === entry.name))
        return void this.#loads.delete(key)
      loadRelease(release, fallbackOf(entry, release)).then(
        () => this.#loads.delete(key),
        () => {
          this.#loads.set(key, 'failed')
          void markBroken(entry, release)
          this.#settleAll()
        },
      )
    })
  }

  /** Renders the chosen release in an instance, loads it first, or hides the instance. */
  #settle(instance: ExtensionInstance) {
    const { registry: shown } = this.#registry.get()
    const entry = shown?.remotes.find(({ name }) => name === instance.remote)
    const release = entry && chooseRelease(entry)
    if (release && instance.release === releaseKey(release)) return
    instance.unmount()
    if (!entry || !release) return instance.hide()
    const module = loadedRelease(release)
    if (module) this.#mount(entry, release, module, instance)
    else this.#load(entry, release, instance)
  }

  /** The contributions to a slot whose conditions the visitor meets, in their order. */
  #partsOf(slot: string): readonly SlotPart[] {
    this.#parts ??= this.#readParts()
    return this.#parts.get(slot) ?? []
  }

  #readParts(): Map<string, SlotPart[]> {
    const remotes = this.#registry.get().registry?.remotes ?? []
    const contributions = remotes
      .flatMap((entry) => {
        const release = chooseRelease(entry)
        return listContributions(release)
          .filter(({ when }) => !when.flag || release.config?.[when.flag] === true)
          .map((own) => ({ ...own, name: `${entry.name}/${own.extension}` }))
      })
      .filter(({ when }) => this.#meets(when))
      .sort((a, b) => a.order - b.order || (a.name < b.name ? -1 : 1))
    return Map.groupBy(contributions, ({ slot }) => slot)
  }

  #meets({ plan, role }: Contribution['when']): boolean {
    const { session, profile, queryClient } = this.#shell
    const own = profile.get()?.plan
    if (plan && !(own && plan.includes(own))) return false
    const user = session.get()
    if (!role) return true
    if (!user || role === 'user') return user !== null
    const query = developerQuery(this.#shell, user.id)
    const isDeveloper = queryClient.getQueryData<boolean>(query.queryKey)
    if (isDeveloper === undefined)
      queryClient.fetchQuery(query).then(
        () => this.#settleSlots(),
        () => this.#log('slots: whether the user is a developer is not known'),
      )
    return isDeveloper ?? false
  }

  #settleSlots(): void {
    this.#parts = null
    for (const slot of this.#slots) slot.settle(this.#partsOf(slot.name))
  }

  #settleAll(): void {
    for (const instance of this.#instances) this.#settle(instance)
  }

  #retry(): void {
    this.#loads.clear()
    this.#crashed.clear()
    this.#settleAll()
  }
}

const fallbackOf = (entry: RegistryEntry, release: RegistryEntry): string | undefined =>
  release === entry ? undefined : entry.version

const given: Readonly<Partial<Record<string, number>>> = SLOTS

/** What a release contributes. Skips entries that this shell does not know, such as those with a later condition. */
const listContributions = ({ placement }: RegistryEntry): Contribution[] =>
  (placement.slots ?? []).flatMap((candidate) => {
    const { data } = contributionSchema.safeParse(candidate)
    // The checks of a deploy compare the versions of slots that remotes declare.
    return data && data.props === (given[data.slot] ?? data.props) ? [data] : []
  })
