import {
  createInstance,
  init,
  type ModuleFederation,
  type ModuleFederationRuntimePlugin,
} from '@module-federation/enhanced/runtime'
import type { RemoteModule, RemoteProps } from '@propsight/shared/contracts'
import { type ReactNode, version } from 'react'

type CreateScript = NonNullable<ModuleFederationRuntimePlugin['createScript']>
/** What the federation runtime tells its plugins about a registered remote. */
export type RemoteInfo = NonNullable<Parameters<CreateScript>[0]['remoteInfo']>
/** What the entry of a remote declares as its global: `init` and `get`. */
export type Container = Parameters<ModuleFederation['initRawContainer']>[2]
/** The packages that a host passes to `init` of a container. */
export type ShareScope = Parameters<Container['init']>[0]

/** Runs a remote's entry: returns its container, or rejects where the script does not load. */
export type RunEntry = (remote: RemoteInfo) => Promise<Container>

/**
 * Starts the federation runtime as the build of the shell does, with React as a shared package. A plugin serves the
 * entries of remotes from memory: it creates the script element, and declares the container as its global.
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

/** What a remote exposes as `./remote`. */
export const remoteOf = (
  name: string,
  Root: (props: RemoteProps) => ReactNode,
  contract = '1.0',
): { default: RemoteModule } => ({ default: { contract, name, Root } })

/**
 * A container with a federation instance of its own, as the federation plugin builds it: it joins the share scope of
 * its host, adds its own packages, and takes React from there.
 * @param packages further shared packages or versions that it brings and does not use
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
