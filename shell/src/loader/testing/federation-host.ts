import {
  createInstance,
  init,
  type ModuleFederation,
  type ModuleFederationRuntimePlugin,
} from '@module-federation/enhanced/runtime'
import type { RemoteModule, RemoteProps } from '@propsight/shared/contracts'
import { type ReactNode, version } from 'react'

type CreateScript = NonNullable<ModuleFederationRuntimePlugin['createScript']>
/** Data about a registered remote that the federation runtime passes to its plugins. */
export type RemoteInfo = NonNullable<Parameters<CreateScript>[0]['remoteInfo']>
/** The container that a remote's entry declares as its global: `init` and `get`. */
export type Container = Parameters<ModuleFederation['initRawContainer']>[2]
/** The packages that a host passes to `init` of a container. */
export type ShareScope = Parameters<Container['init']>[0]

/** Runs a remote's entry: resolves to its container, or rejects when the script does not load. */
export type RunEntry = (remote: RemoteInfo) => Promise<Container>

/**
 * Starts the federation runtime as the build of the shell does, with React as a shared package. A plugin
 * serves the entries of remotes from memory: it creates the script element, and declares the container as its
 * global.
 */
export function startHost(runEntry: RunEntry): ModuleFederation {
  return init({
    name: 'shell',
    remotes: [],
    shared: { react: sharedReact },
    shareStrategy: 'loaded-first',
    plugins: [{ name: 'entries-from-memory', createScript: createScriptWith(runEntry) }],
  })
}

const sharedReact = {
  version,
  get: async () => () => import('react'),
  shareConfig: { singleton: true, requiredVersion: false as const },
}

const createScriptWith =
  (runEntry: RunEntry): CreateScript =>
  ({ url, remoteInfo }) => {
    if (!remoteInfo) return
    const script = Object.assign(document.createElement('script'), { src: url })
    runEntry(remoteInfo).then(
      (container) => {
        Reflect.set(globalThis, remoteInfo.entryGlobalName, container)
        script.dispatchEvent(new Event('load'))
      },
      () => script.dispatchEvent(new Event('error')),
    )
    return script
  }

/** A container without a federation runtime of its own, as webpack builds it. */
export const containerOf = (exposed: unknown): Container => ({
  init() {},
  get: () => async () => exposed,
})

/** The module that a remote exposes as `./remote`. */
export const remoteOf = (
  name: string,
  Root: (props: RemoteProps) => ReactNode,
  contract = '1.0',
): { default: RemoteModule } => ({ default: { contract, name, Root } })

/**
 * A container with its own federation instance, as the federation plugin builds it: it joins the share scope
 * of its host, adds its packages, and uses React from the scope.
 * @param packages further shared packages or versions that it adds and does not use
 */
export function federatedContainer(
  globalName: string,
  exposed: unknown,
  packages: NonNullable<Parameters<typeof createInstance>[0]['shared']> = {},
): Container {
  const instance = createInstance({
    name: globalName,
    remotes: [],
    shared: { ...packages, react: [sharedReact, ...[packages.react ?? []].flat()] },
    shareStrategy: 'loaded-first',
  })
  return {
    async init(shareScope) {
      instance.initShareScopeMap('default', shareScope)
      await Promise.all(instance.initializeSharing('default'))
      await instance.loadShare('react')
    },
    get: () => async () => exposed,
  }
}
