import type { Logger } from '@propsight/shared/client'
import type {
  ExtensionRequest,
  OfferedExtension,
  RegistryEntry,
  RemoteModule,
  RenderedExtension,
  ShellApi,
} from '@propsight/shared/contracts'
import { recordPageError } from '../../state/page-errors.ts'
import { brokenReleases, chooseRelease, markBroken } from '../choose-release.ts'
import { containShell } from '../contained-shell.ts'
import { loadLog, recordShown } from '../load-log.ts'
import { loadedRelease, loadRelease, loadTrace, recordCrash } from '../load-release.ts'
import { remoteRetries } from '../preload-remote.ts'
import type { RegistryStore } from '../registry-store.ts'
import { recordMounted, releaseKey } from '../release-records.ts'
import { toRemoteError } from '../remote-error.ts'
import { checkProps, mountExtension } from './mount-extension.ts'

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

interface Mounted {
  /** The release that is rendered, `name@version`. */
  release: string
  /** Renders the props of the instance. */
  update(): void
  end(): void
}

interface Instance {
  element: HTMLElement
  remote: string
  extension: string
  props: object
  onShown: ExtensionRequest['onShown']
  mounted: Mounted | null
}

export interface ExtensionHost {
  /** Implements `renderExtension` of the shell. */
  render(element: HTMLElement, request: ExtensionRequest): RenderedExtension<object>
}

/**
 * Renders extensions: components that one remote offers to the shell and to other remotes. The release is chosen,
 * loaded, verified and replaced as that of a panel (load-release.ts): each release loads once, when the browser is
 * idle, however many instances a screen shows; a failed release is replaced by its fallback; a swap, a rollback and a
 * retirement mount other code or none. An instance that fails is not shown, and its consumer shows a fallback.
 */
export function createExtensionHost(shell: ShellApi, registry: RegistryStore, log: Logger): ExtensionHost {
  const instances = new Set<Instance>()
  /** Releases that load. */
  const requested = new Set<string>()
  /** Releases that did not load: not requested again before Retry. */
  const failed = new Set<string>()
  /** Extensions that threw, as `name@version/extension`: not mounted again. */
  const crashed = new Set<string>()
  // An extension gets no extensions, so that two of them cannot render each other without end.
  const { renderExtension: _, ...ownShell } = shell

  let mountsInTask = 0
  const mayMount = (): boolean => {
    if (mountsInTask === 0)
      setTimeout(() => {
        const isFull = mountsInTask >= MAX_MOUNTS_PER_TASK
        mountsInTask = 0
        if (isFull) settleAll()
      })
    if (mountsInTask >= MAX_MOUNTS_PER_TASK) return false
    mountsInTask += 1
    return true
  }

  const unmount = (instance: Instance) => {
    const { mounted } = instance
    if (!mounted) return
    instance.mounted = null
    mounted.end()
    instance.onShown(false)
  }

  const crash = (entry: RegistryEntry, release: RegistryEntry, instance: Instance, cause: unknown) => {
    crashed.add(`${releaseKey(release)}/${instance.extension}`)
    unmount(instance)
    recordCrash(release, toRemoteError(cause, 'render'), fallbackOf(entry, release))
    void markBroken(entry, release)
  }

  /** Checked props; null if the schema refuses them: a mistake of the consumer, so it is not a failure of the release. */
  const readProps = (offered: OfferedExtension, { remote, extension, props }: Instance): object | null => {
    try {
      return checkProps(offered, props)
    } catch (error) {
      log(`${remote}/${extension}: ${error}`)
      return null
    }
  }

  const mount = (entry: RegistryEntry, release: RegistryEntry, module: RemoteModule, instance: Instance) => {
    const { element, extension } = instance
    const key = releaseKey(release)
    const offers = module.extensions ?? {}
    const offered = Object.hasOwn(offers, extension) ? offers[extension] : undefined
    if (!offered || crashed.has(`${key}/${extension}`)) return instance.onShown(false)
    const props = readProps(offered, instance)
    if (!props) return instance.onShown(false)
    if (!mayMount()) return
    let isActive = true
    const isMounted = () => isActive
    const contained = containShell(ownShell, isMounted, () => loadTrace(release))
    const onError = (error: unknown) => {
      if (isActive) crash(entry, release, instance, error)
    }
    const onShown = () => {
      if (!isActive) return
      recordShown(release)
      instance.onShown(true)
    }
    // An element of its own, because code of a replaced release may still write to it.
    const own = document.createElement('span')
    element.replaceChildren(own)
    const forgetMounted = recordMounted(key)
    let rendered: RenderedExtension<object> | null = null
    instance.mounted = {
      release: key,
      update() {
        const next = readProps(offered, instance)
        if (!next) return unmount(instance)
        try {
          rendered?.update(next)
        } catch (error) {
          onError(error)
        }
      },
      end() {
        isActive = false
        try {
          rendered?.unmount()
        } catch (error) {
          recordPageError('error', error)
        }
        own.remove()
        forgetMounted()
      },
    }
    try {
      rendered = mountExtension(offered, own, props, contained.shell, { onShown, onError })
    } catch (error) {
      onError(error)
    }
  }

  const load = (entry: RegistryEntry, release: RegistryEntry, instance: Instance) => {
    const key = releaseKey(release)
    // Code of a developer's machine loads only after the user is known, in its own panel (OverrideGate).
    if (entry.override || failed.has(key)) return instance.onShown(false)
    if (requested.has(key)) return
    requested.add(key)
    whenIdle(() => {
      // The screen may be gone by now.
      if (![...instances].some(({ remote }) => remote === entry.name)) return void requested.delete(key)
      loadRelease(release, fallbackOf(entry, release)).then(
        () => requested.delete(key),
        () => {
          failed.add(key)
          void markBroken(entry, release)
          settleAll()
        },
      )
    })
  }

  const settle = (instance: Instance) => {
    const { registry: shown } = registry.get()
    const entry = shown?.remotes.find(({ name }) => name === instance.remote)
    const release = entry && chooseRelease(entry)
    if (instance.mounted && release && instance.mounted.release === releaseKey(release)) return
    unmount(instance)
    if (!entry || !release) return instance.onShown(false)
    const module = loadedRelease(release)
    if (module) mount(entry, release, module, instance)
    else load(entry, release, instance)
  }
  const settleAll = () => {
    for (const instance of instances) settle(instance)
  }

  const retry = () => {
    requested.clear()
    failed.clear()
    crashed.clear()
    settleAll()
  }
  registry.subscribe(settleAll)
  brokenReleases.subscribe(settleAll)
  loadLog.subscribe(settleAll)
  remoteRetries.subscribe(retry)
  addEventListener('online', retry)

  return {
    render(element, { name, props, onShown }) {
      const [remote = '', extension = ''] = name.split('/')
      const instance: Instance = { element, remote, extension, props, onShown, mounted: null }
      instances.add(instance)
      settle(instance)
      return {
        update(next) {
          if (JSON.stringify(next) === JSON.stringify(instance.props)) return
          instance.props = next
          if (instance.mounted) instance.mounted.update()
          else settle(instance)
        },
        unmount() {
          instances.delete(instance)
          instance.onShown = () => {}
          unmount(instance)
        },
      }
    },
  }
}

const fallbackOf = (entry: RegistryEntry, release: RegistryEntry): string | undefined =>
  release === entry ? undefined : entry.version
