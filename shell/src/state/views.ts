import { atom } from 'jotai'

export type LegalText = 'privacy' | 'terms' | 'disclaimer' | 'accessibility'

/** What lies above the page. One thing at a time. */
export type Layer =
  | { kind: 'legal'; text: LegalText }
  | { kind: 'account' }
  | { kind: 'notifications' }
  | { kind: 'menu' }
  | { kind: 'overlay'; name: string }

export const layerAtom = atom<Layer | null>(null)
