import { atom } from 'jotai'

export type LegalText = 'privacy' | 'terms' | 'disclaimer' | 'accessibility'

/** The open dialog or overlay. Only one is open at a time. */
export type Layer =
  | { kind: 'legal'; text: LegalText }
  /** `part`: the part that is shown first. */
  | { kind: 'account'; part?: 'alerts' }
  | { kind: 'notifications' }
  | { kind: 'menu' }
  | { kind: 'contact' }
  | { kind: 'palette' }
  | { kind: 'overlay'; name: string }
  /** Confirmation of an override. With `url` null the dialog also asks for the address. */
  | { kind: 'override'; name: string; url: string | null }

export const layerAtom = atom<Layer | null>(null)
