import { atom } from 'jotai'

export type LegalText = 'privacy' | 'terms' | 'disclaimer' | 'accessibility'

/** What lies above the page. One thing at a time. */
export type Layer =
  | { kind: 'legal'; text: LegalText }
  | { kind: 'account' }
  | { kind: 'notifications' }
  | { kind: 'menu' }
  | { kind: 'contact' }
  | { kind: 'overlay'; name: string }
  /** Asks before a developer's own machine stands in for a remote; without a url it asks for that too. */
  | { kind: 'override'; name: string; url: string | null }

export const layerAtom = atom<Layer | null>(null)
