import { IMAGE_MAX_BYTES, IMAGE_TYPES, IMAGE_ERRORS } from '@propsight/shared/contracts'

/** Accepted MIME types, including the variant `image/jpg` that some systems use. */
const TAKEN: ReadonlySet<string> = new Set([...IMAGE_TYPES, 'image/jpg'])

/**
 * Checks a file before the upload: present, size, type (N5). The server repeats the checks on the content.
 * @returns the specified error message, or null for a valid file
 */
export function pictureProblem(file: File | null): string | null {
  if (!file) return IMAGE_ERRORS.missing
  if (file.size > IMAGE_MAX_BYTES) return IMAGE_ERRORS.tooLarge
  if (!TAKEN.has(file.type.toLowerCase())) return IMAGE_ERRORS.wrongType
  return null
}
