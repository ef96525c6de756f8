import type { SupabaseClient } from '@supabase/supabase-js'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { DataSource } from './data-source.ts'
import type { Profile } from './profile.ts'

/**
 * Version of the contract between the shell and its remotes, `major.minor`.
 * Additions raise the minor; anything a remote built earlier would trip over raises the major.
 */
export const CONTRACT_VERSION = '1.1'

/** A value that lives in the shell: read it now, or be told when it changes. Fits `useSyncExternalStore`. */
export interface Readable<T> {
  get(): T
  /** @returns the function that ends the subscription */
  subscribe(onChange: () => void): () => void
}

export interface SessionUser {
  id: string
  email: string
}

export interface ShellLocation {
  /** Lowercased path without a trailing slash, always beginning with `/`. */
  path: string
  /** Query string with its leading `?`, or the empty string. */
  search: string
}

export interface ToastAction {
  label: string
  run(): void
}

export interface Toast {
  message: string
  tone?: 'info' | 'good' | 'low'
  /** An Undo, a Retry: the one thing to do about the event. */
  action?: ToastAction
}

export interface ApiRequest {
  method?: 'GET' | 'POST'
  query?: Record<string, string | number | boolean | undefined>
  /** Sent as JSON; a `FormData` as the form that it is (from contract 1.1). */
  body?: unknown
  signal?: AbortSignal
  /** Milliseconds until the call fails with CONNECTION_ERROR; 300,000 unless told. */
  timeoutMs?: number
}

/** The product's server, with the session's token already inside. Every failure is an `ApiError`. */
export interface ApiClient {
  /** The parsed JSON body of a 2xx answer; parse it with a schema before you trust it. */
  json(path: string, request?: ApiRequest): Promise<unknown>
  /** One value per line of an `application/x-ndjson` answer, as the lines arrive. */
  stream(path: string, request?: ApiRequest): AsyncIterable<unknown>
}

/** All that a remote gets from its host. Nothing else is shared but React and TanStack Query. */
export interface ShellApi {
  contract: string
  session: Readable<SessionUser | null>
  profile: Readable<Profile | null>
  /** Spendable credits of the signed-in user, null while unknown. */
  credits: Readable<number | null>
  location: Readable<ShellLocation>
  dataSource: Readable<DataSource>
  supabase: SupabaseClient
  queryClient: QueryClient
  api: ApiClient
  navigate(to: string, options?: { replace?: boolean }): void
  /** Opens a remote that is placed as an overlay (`weather`), above whatever is on screen. */
  openOverlay(name: string): void
  notify(toast: Toast): void
  /** Read the profile (and its credits) again, after something changed it on the server. */
  refreshProfile(): Promise<void>
  /** While any check answers true, a new release of the remote is not swapped in. @returns unregister */
  registerUnsavedWork(hasUnsavedWork: () => boolean): () => void
}

export interface RemoteProps {
  shell: ShellApi
}

/** What a remote exposes as `./remote`, and nothing else. */
export interface RemoteModule {
  contract: string
  name: string
  Root: ComponentType<RemoteProps>
}

/** Identity with a type: a remote's entry reads as a declaration. */
export const defineRemote = (remote: RemoteModule): RemoteModule => remote

const parseVersion = (version: string): [major: number, minor: number] | null => {
  const match = /^(\d{1,4})\.(\d{1,4})(?:\.\d{1,4})?$/.exec(version)
  return match ? [Number(match[1]), Number(match[2])] : null
}

/**
 * Whether a host that speaks `host` can run a remote built against `wanted`:
 * the same major, and the host's minor at least the remote's. Malformed versions are never accepted.
 */
export function contractAccepts(host: string, wanted: string): boolean {
  const [hostVersion, wantedVersion] = [parseVersion(host), parseVersion(wanted)]
  if (!hostVersion || !wantedVersion) return false
  return hostVersion[0] === wantedVersion[0] && hostVersion[1] >= wantedVersion[1]
}
