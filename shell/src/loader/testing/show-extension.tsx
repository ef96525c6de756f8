import { createWritableValue, Extension } from '@propsight/shared/client'
import {
  defineExtension,
  type OfferedExtension,
  type Profile,
  type Registry,
  type RegistryEntry,
  type SessionUser,
  type ShellApi,
} from '@propsight/shared/contracts'
import * as z from '@propsight/shared/schema'
import { QueryClient } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { beforeEach, expect, vi } from 'vitest'
import { ExtensionHost } from '../extensions/extension-host.ts'
import { loadLog } from '../load-log.ts'
import { createRegistryStore } from '../registry-store.ts'
import { containerOf } from './federation-host.ts'
import { makeRegistry } from './make-entry.ts'
import { startRemoteHost } from './show-remote.tsx'

export const schema = z.strictObject({ text: z.string() })
export type Props = z.infer<typeof schema>

/** An extension without React that writes its text, and the calls that it got. */
export function plainMark(prefix = '') {
  const calls: string[] = []
  const extension = defineExtension<Props>({
    props: schema,
    mount(element, props, shell) {
      calls.push(`mount ${props.text}`)
      expect(shell.renderExtension).toBeUndefined()
      element.textContent = prefix + props.text
      return {
        update(next) {
          calls.push(`update ${next.text}`)
          element.textContent = prefix + next.text
        },
        unmount: () => calls.push('unmount'),
      }
    },
  })
  return { calls, extension }
}

export const offering = (mark: OfferedExtension, name = 'alpha') =>
  containerOf({ default: { contract: '1.0', name, Root: () => null, extensions: { mark } } })

/** The visitor. */
export const account = {
  session: createWritableValue<SessionUser | null>(null),
  profile: createWritableValue<Profile | null>(null),
  isDeveloper: false,
}

/** What the registry answers. A test changes it and reloads the store. */
export const server: Registry = makeRegistry([])
export const log = vi.fn()

/** A host with a registry of these remotes. */
export async function start(...remotes: RegistryEntry[]) {
  server.remotes = remotes
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) =>
    String(address) === '/api/remotes' ? Response.json(server) : Promise.reject(new TypeError('offline')),
  )
  const page = document.implementation.createHTMLDocument()
  const store = createRegistryStore({
    page,
    elementId: 'none',
    address: '/api/remotes',
    storage: () => sessionStorage,
  })
  await store.reload()
  const developers = { data: account.isDeveloper ? [{}] : [], error: null }
  const supabase = { from: () => ({ select: () => ({ eq: () => ({ limit: async () => developers }) }) }) }
  const { session, profile } = account
  const ownShell = { navigate: vi.fn(), api: {}, session, profile, supabase, queryClient: new QueryClient() }
  const host = new ExtensionHost(ownShell as unknown as ShellApi, store, log)
  const shell = { renderExtension: (...call: Parameters<ExtensionHost['render']>) => host.render(...call) }
  return {
    store,
    shell,
    mark: (text: unknown, key?: string, name = 'alpha/mark', ownShell = shell) => (
      <Extension
        key={key}
        shell={ownShell}
        name={name}
        props={{ text }}
        fallback={<i>plain {`${text}`}</i>}
      />
    ),
  }
}
export const fallback = (text: string) => screen.queryByText(`plain ${text}`)
export const failures = () => loadLog.get().filter(({ state }) => state === 'failed')

/** Starts the host of remotes for the tests of a file. Call it once, at the top. */
export function startExtensionHost(): void {
  startRemoteHost()
  beforeEach(() => {
    log.mockReset()
    account.session.set(null)
    account.profile.set(null)
    account.isDeveloper = false
  })
}
