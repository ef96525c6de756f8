import { IMAGE_MAX_BYTES, IMAGE_TYPES, IMAGE_WORDS } from '@propsight/shared/contracts'

/** The types that are taken, and the name that some systems give the first of them. */
const TAKEN: ReadonlySet<string> = new Set([...IMAGE_TYPES, 'image/jpg'])

/**
 * Why a file cannot be read, in the specified words and order: present, size, type (2 §5). The server checks the same
 * by the content; here nothing is sent or charged yet.
 */
export function pictureProblem(file: File | null): string | null {
  if (!file) return IMAGE_WORDS.missing
  if (file.size > IMAGE_MAX_BYTES) return IMAGE_WORDS.tooLarge
  if (!TAKEN.has(file.type.toLowerCase())) return IMAGE_WORDS.wrongType
  return null
}
