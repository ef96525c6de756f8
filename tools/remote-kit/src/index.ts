import type { RemoteProps, ShellApi } from '@propsight/shared/contracts'
import { type ComponentType, createElement, useEffect, useRef } from 'react'

/** The contract between the shell and a remote. */
export {
  type ApiError,
  Extension,
  type ExtensionProps,
  Slot,
  type SlotComponentProps,
  useConfig,
} from '@propsight/shared/client'
export type {
  ApiClient,
  ApiRequest,
  ConfigOf,
  DeclaredSlotProps,
  ExtensionDefinition,
  ExtensionRequest,
  Readable,
  RemoteModule,
  RemoteProps,
  RenderedExtension,
  SessionUser,
  ShellApi,
  ShellLocation,
  SlotLine,
  SlotName,
  SlotProps,
  Toast,
} from '@propsight/shared/contracts'
export { defineContribution, defineExtension, defineRemote } from '@propsight/shared/contracts'

/**
 * Creates the Root of a remote that is not written with React, such as one of Svelte, Vue or web components.
 * @param mount fills the element, and returns what empties it again
 */
export function defineRoot(
  mount: (element: HTMLElement, shell: ShellApi) => () => void,
): ComponentType<RemoteProps> {
  return function Root({ shell }) {
    const place = useRef<HTMLDivElement>(null)
    useEffect(() => (place.current ? mount(place.current, shell) : undefined), [shell])
    return createElement('div', { ref: place })
  }
}
