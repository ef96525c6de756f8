import type { SupabaseClient } from '@supabase/supabase-js'
import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import type { SportCode } from '../domain/sports/stat-type.ts'
import type { Profile } from './accounts/profile.ts'
import type { DataSource } from './page-config.ts'

/**
 * Version of the contract between the shell and its remotes, `major.minor`.
 * Additions raise the minor; changes that break existing remotes raise the major.
 */
export const CONTRACT_VERSION = '1.6'

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

/** A rendered extension. */
export interface RenderedExtension<Props> {
  update(props: Props): void
  unmount(): void
}

export interface ExtensionRequest {
  /** `remote/extension`, such as `weather/mark`; for a slot its name, such as `header/menu`. */
  name: string
  /** Renders everything that remotes contribute to a slot (since contract 1.5). */
  isSlot?: boolean
  /** Values that JSON can represent. */
  props: object
  /**
   * Called with true once it is shown, and with false when it cannot be shown, or not any more: it failed, its remote
   * is down, retired or does not offer it. The consumer then shows something else. It may still be shown later. Never
   * called after `unmount`.
   */
  onShown(isShown: boolean): void
}

/**
 * What loses unsaved work: true if leaving the screen loses it; 'reload' if the remote keeps it while the page is open;
 * 'swap' if it also survives a reload, such as a request in progress. False without any.
 */
export type UnsavedWork = boolean | 'reload' | 'swap'

export type ConfigValue = boolean | number | string

/**
 * The configuration that a declaration describes: `ConfigOf<typeof import('../remote.json')>`. The default of a value
 * has its type.
 */
export type ConfigOf<Declaration> = Declaration extends { config: infer Declared }
  ? { readonly [Key in keyof Declared]: Declared[Key] extends { default: infer Value } ? Value : never }
  : Readonly<Record<string, ConfigValue>>

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
  /**
   * The values of `config` in `remote.json` for this visitor (since contract 1.6). They may change at any time, without
   * a remount. Without a declared configuration it is empty.
   */
  config: Readable<Readonly<Record<string, ConfigValue>>>
  supabase: SupabaseClient
  queryClient: QueryClient
  api: ApiClient
  navigate(to: string, options?: { replace?: boolean }): void
  /** Opens a remote with an overlay placement (`weather`) above the current screen. */
  openOverlay(name: string): void
  notify(toast: Toast): void
  /** Reloads the profile and its credits after a change on the server. */
  refreshProfile(): Promise<void>
  /**
   * While a check returns something else than false, the remote is not replaced by a new release. Before work is lost
   * otherwise, by a link, Back, a reload or closing the page, the user is asked. @returns unregister
   */
  registerUnsavedWork(hasUnsavedWork: () => UnsavedWork): () => void
  /**
   * Renders a component that a remote offers into an empty element (since contract 1.4; absent in older shells, and
   * in the shell that extensions get). Never throws: an extension that fails is not shown. React code uses
   * `Extension`.
   */
  renderExtension?(element: HTMLElement, request: ExtensionRequest): RenderedExtension<object>
}

export interface RemoteProps {
  shell: ShellApi
}

/** The part of a schema that the shell uses: Standard Schema 1, as zod, valibot and others implement it. */
export interface PropsSchema<Props> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    validate(value: unknown): PropsResult<Props> | Promise<PropsResult<Props>>
  }
}
type PropsResult<Props> =
  | { readonly value: Props; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] }

/**
 * An extension: a component that a remote offers to the shell and to other remotes, under the name
 * `remote/extension`. The shell checks props with the schema before the code of the extension gets them.
 */
export type ExtensionDefinition<Props> = {
  /** Must validate synchronously. */
  props: PropsSchema<Props>
} & (
  | { Component(props: Props & RemoteProps): ReactNode }
  | {
      /** Renders into an element that belongs to this instance, without React. */
      mount(element: HTMLElement, props: Props, shell: ShellApi): RenderedExtension<Props>
    }
)

/** An extension without the type of its props, which its schema checks. */
export interface OfferedExtension {
  props: PropsSchema<object>
  Component?(props: never): ReactNode
  mount?(element: HTMLElement, props: never, shell: ShellApi): RenderedExtension<never>
}

/** Identity function that checks the type of an extension. */
export const defineExtension = <Props extends object>(
  extension: ExtensionDefinition<Props>,
): OfferedExtension => extension

/** A line that a screen shows. */
export interface SlotLine {
  sport: SportCode
  player: string
  /** The league's id of the player; null where it is unknown. */
  personId: number | null
  /** The market, as in the Dashboard's menu. */
  stat: string
  line: number
  side: 'OVER' | 'UNDER'
  /** The league's game number; null where it is unknown. */
  gamePk: number | null
}

/** What each slot gives to the components in it. An optional property may be added; for any other change see `SLOTS`. */
export interface SlotProps {
  /** Inline, in an opened row of a board: about the side that the row offers. */
  'analysis/line-actions': SlotLine
  /** Inline, in the facts of an opened row and of the detail view; without a side where there is no call. */
  'analysis/player-panel': Omit<SlotLine, 'side'> & {
    side: 'OVER' | 'UNDER' | null
    /** Club code and start (ISO 8601) of the game; null where they are unknown. */
    homeTeam: string | null
    gameTime: string | null
  }
  /** Inline, at the end of a saved pick. */
  'picks/card-footer': SlotLine & { pickId: string }
  /** A section of the first screen of the Dashboard. */
  'dashboard/today': Record<never, never>
  /** Links and actions in the menu of small screens. */
  'header/menu': Record<never, never>
}
export type SlotName = keyof SlotProps

/**
 * What each slot gives that a remote declares. Empty here: `propsight types` writes the declarations of an installation
 * into a project, which merges them into this interface.
 */
// biome-ignore lint/suspicious/noEmptyInterface: a type alias could not be merged
export interface DeclaredSlotProps {}

/** Name of a slot that a remote declares. Its props are those of the declaration. */
export type DeclaredSlot = `${string}/${string}`
export type PropsOfSlot<Name extends SlotName | DeclaredSlot> = Name extends keyof (SlotProps &
  DeclaredSlotProps)
  ? (SlotProps & DeclaredSlotProps)[Name]
  : Record<string, unknown>

const ANY_PROPS = {
  '~standard': { version: 1, vendor: 'propsight', validate: (value: unknown) => ({ value }) },
}

type WithoutSchema<Definition> = Definition extends unknown ? Omit<Definition, 'props'> : never

/**
 * Identity function that checks the type of a component for a slot. The props are those of the slot, so it needs no
 * schema of its own. Export it as one of `extensions`.
 */
export const defineContribution = <Name extends SlotName | DeclaredSlot>(
  _slot: Name,
  component: WithoutSchema<ExtensionDefinition<PropsOfSlot<Name>>>,
): OfferedExtension => ({ ...component, props: ANY_PROPS as OfferedExtension['props'] })

/** The module that a remote exposes as `./remote`. */
export interface RemoteModule {
  contract: string
  name: string
  Root: ComponentType<RemoteProps>
  /** The components that it offers, by the names in remote.json. Shells before contract 1.4 ignore them. */
  extensions?: Readonly<Record<string, OfferedExtension>>
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
