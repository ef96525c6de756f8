import { CONTRACT_VERSION, type Readable, type ShellApi } from '@propsight/shared/contracts'
import type { SupabaseClient } from '@supabase/supabase-js'
import type { Atom, createStore } from 'jotai'
import type { ExtensionHost } from '../loader/extensions/extension-host.ts'
import { registryStore } from '../loader/use-registry.ts'
import { layerAtom } from '../state/layer.ts'
import { refreshProfile } from '../state/profile.ts'
import type { Services } from '../state/services.ts'
import { creditsAtom, profileAtom, userAtom } from '../state/session.ts'
import { showToast } from '../state/toasts.ts'
import { registerUnsavedWork } from '../state/unsaved-work.ts'

/** Wraps an atom of the shell for remotes, so that the contract does not depend on jotai. */
export const toReadable = <T>(store: ReturnType<typeof createStore>, of: Atom<T>): Readable<T> => ({
  get: () => store.get(of),
  subscribe: (onChange) => store.sub(of, onChange),
})

const constant = <T>(value: T): Readable<T> => ({ get: () => value, subscribe: () => () => {} })

const isOverlay = (name: string): boolean =>
  registryStore()
    .get()
    .registry?.remotes.some((entry) => entry.name === name && entry.placement.mount === 'overlay') ?? false

/** An object with one property replaced. Functions keep the original `this`, on which their private state is. */
const replaceProperty = <T extends object>(target: T, property: keyof T, value: () => unknown): T =>
  new Proxy(target, {
    get(_, key) {
      if (key === property) return value()
      const found: unknown = Reflect.get(target, key)
      return typeof found === 'function' ? found.bind(target) : found
    },
  })

const refuseSignOut = () => Promise.reject(new Error('Only the shell signs out'))
/** The data service for remotes. Only the shell ends the session, because its caches and other tabs end with it. */
const withoutSignOut = (supabase: SupabaseClient): SupabaseClient =>
  replaceProperty(supabase, 'auth', () => replaceProperty(supabase.auth, 'signOut', () => refuseSignOut))

/** The API that every remote receives. One stable object per page load, so that it never causes a render. */
export function createShellApi(services: Services): ShellApi {
  const { store, location, supabase, queryClient, api, config, log } = services
  let host: Promise<ExtensionHost> | null = null
  const shell: ShellApi = {
    contract: CONTRACT_VERSION,
    session: toReadable(store, userAtom),
    profile: toReadable(store, profileAtom),
    credits: toReadable(store, creditsAtom),
    location,
    // Constant per page load: the server sets the data source when it renders the page.
    dataSource: constant(config.dataSource),
    // Each remote gets its own (`containShell`).
    config: constant({}),
    supabase: withoutSignOut(supabase),
    queryClient,
    api,
    navigate: (to, options) => location.navigate(to, options),
    openOverlay: (name) => {
      if (isOverlay(name)) store.set(layerAtom, { kind: 'overlay', name })
      else showToast(store, { message: 'This part is not available right now.', tone: 'low' })
    },
    notify: (toast) => showToast(store, toast),
    refreshProfile: () => refreshProfile(services),
    registerUnsavedWork,
    renderExtension(element, request) {
      host ??= import('../loader/extensions/extension-host.ts').then(
        ({ ExtensionHost }) => new ExtensionHost(shell, registryStore(), log),
      )
      const loading = host
      let isUnmounted = false
      const rendering = loading.then(
        (loaded) => loaded.render(element, request),
        () => {
          // The code did not load. The next extension requests it again.
          if (host === loading) host = null
          if (!isUnmounted) request.onShown(false)
        },
      )
      return {
        update: (props) => void rendering.then((rendered) => rendered?.update(props)),
        unmount() {
          isUnmounted = true
          void rendering.then((rendered) => rendered?.unmount())
        },
      }
    },
  }
  return shell
}
