import type { ReactElement } from 'react'

/** One state of a component, as it stands on the page. */
export interface CatalogueState {
  label: string
  /** Shown as if the pointer were over it, or the keyboard had reached it. */
  force?: 'hover' | 'focus'
  /** Takes the whole viewport (dialogs, toasts): shown in a frame of its own, so many pixels high. */
  frame?: number
  /** As wide as its place instead of as wide as it is. */
  wide?: boolean
  Show: () => ReactElement
}

/** One component with all of its states. */
export interface CatalogueEntry {
  name: string
  /** When to take it, in a sentence. */
  note: string
  /** What of shared/src/ui this entry shows, by its exported names. */
  shows: readonly string[]
  states: readonly CatalogueState[]
}

/** Part of addresses on the page: 'Confirm dialog' and 'Busy' give 'confirm-dialog', 'busy'. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, '-')
    .replaceAll(/^-|-$/g, '')
