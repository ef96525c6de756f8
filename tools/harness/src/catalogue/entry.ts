import type { ReactElement } from 'react'

/** One state of a component as shown on the page. */
export interface CatalogueState {
  label: string
  /** Show the state as if hovered by the pointer or focused by the keyboard. */
  force?: 'hover' | 'focus'
  /** For components that need the whole viewport (dialogs, toasts): height of a separate frame in pixels. */
  frame?: number
  /** Use the available width instead of the component's own width. */
  wide?: boolean
  Show: () => ReactElement
}

/** One component with all its states. */
export interface CatalogueEntry {
  name: string
  /** When to use it, in one sentence. */
  note: string
  /** Names of the exports of shared/src/ui that this entry shows. */
  shows: readonly string[]
  states: readonly CatalogueState[]
}

/** Returns the form of a name that is used in URLs: 'Confirm dialog' becomes 'confirm-dialog'. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '')
