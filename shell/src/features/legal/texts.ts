import type { LegalText } from '../../state/layer.ts'
import type { LegalDocument } from './legal-document.ts'
import { ACCESSIBILITY } from './texts/accessibility.ts'
import { DISCLAIMER } from './texts/disclaimer.ts'
import { PRIVACY } from './texts/privacy.ts'
import { TERMS } from './texts/terms.ts'

/** Date of all four texts (S7). */
export const LEGAL_UPDATED = 'August 5, 2025'

export const LEGAL: Record<LegalText, LegalDocument> = {
  privacy: PRIVACY,
  terms: TERMS,
  disclaimer: DISCLAIMER,
  accessibility: ACCESSIBILITY,
}
