import type { SupabaseClient } from '@supabase/supabase-js'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Profile } from './accounts/profile.ts'
import type { DataSource } from './page-config.ts'

/**
 * Version of the contract between the shell and its remotes, `major.minor`.
 * Additions raise the minor; changes that break existing remotes raise the major.
 */
export const CONTRACT_VERSION = '1.3'

/** An observable value of the shell, compatible with `useSyncExternalStore`. */
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
  /** The action offered with the message, such as Undo or Retry. */
  action?: ToastAction
}

export interface ApiRequest {
  method?: 'GET' | 'POST'
  query?: Record<string, string | number | boolean | undefined>
  /** Sent as JSON; a `FormData` is sent as multipart (since contract 1.1). */
  body?: unknown
  signal?: AbortSignal
  /** Milliseconds until the call fails with CONNECTION_ERROR; 300,000 by default. */
  timeoutMs?: number
}

/** Client of the product's API; it sends the session's token. Every failure is an `ApiError`. */
export interface ApiClient {
  /** Returns the JSON body of a 2xx response. Validate it with a schema before use. */
  json(path: string, request?: ApiRequest): Promise<unknown>
  /** Yields one value per line of an `application/x-ndjson` response, as the lines arrive. */
  stream(path: string, request?: ApiRequest): AsyncIterable<unknown>
}

/**
 * The interface that a remote receives from its host. Besides it, only the shared packages (F3) are common.
 */
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
  /** Opens a remote with an overlay placement (`weather`) above the current screen. */
  openOverlay(name: string): void
  notify(toast: Toast): void
  /** Reloads the profile and its credits after a change on the server. */
  refreshProfile(): Promise<void>
  /** While a check returns true, the remote is not replaced by a new release. @returns unregister */
  registerUnsavedWork(hasUnsavedWork: () => boolean): () => void
}

export interface RemoteProps {
  shell: ShellApi
}

/** The module that a remote exposes as `./remote`. */
export interface RemoteModule {
  contract: string
  name: string
  Root: ComponentType<RemoteProps>
}

/** Identity function that checks the type of a remote's entry module. */
export const defineRemote = (remote: RemoteModule): RemoteModule => remote

const parseVersion = (version: string): [major: number, minor: number] | null => {
  const match = /^(\d{1,4})\.(\d{1,4})(?:\.\d{1,4})?$/.exec(version)
  return match ? [Number(match[1]), Number(match[2])] : null
}

/**
 * Returns whether a host with contract version `host` can run a remote built against `required`: the majors
 * are equal and the host's minor is not lower. Malformed versions are refused.
 */
export function acceptsContract(host: string, required: string): boolean {
  const hostVersion = parseVersion(host)
  const requiredVersion = parseVersion(required)
  if (!hostVersion || !requiredVersion) return false
  return hostVersion[0] === requiredVersion[0] && hostVersion[1] >= requiredVersion[1]
}
