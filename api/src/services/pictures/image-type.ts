import type { IMAGE_TYPES } from '@propsight/shared/contracts'

type ImageType = (typeof IMAGE_TYPES)[number]

const SIGNATURES: readonly [type: ImageType, at: number, bytes: Buffer][] = [
  ['image/jpeg', 0, Buffer.from([0xff, 0xd8, 0xff])],
  ['image/png', 0, Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  ['image/webp', 8, Buffer.from('WEBP', 'latin1')],
]
const RIFF = Buffer.from('RIFF', 'latin1')

const hasAt = (bytes: Buffer, at: number, expected: Buffer) =>
  bytes.subarray(at, at + expected.length).equals(expected)

/**
 * The type of a file by its first bytes, independent of its name and headers; null for a type that is not
 * accepted.
 */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  const type = SIGNATURES.find(([, at, expected]) => hasAt(bytes, at, expected))?.[0] ?? null
  return type === 'image/webp' && !hasAt(bytes, 0, RIFF) ? null : type
}

const PNG_FIRST_CHUNK = 8
const PNG_CHUNK_OVERHEAD = 12

/** Whether a PNG is animated: it has the APNG chunk `acTL` before its first pixels. */
export function isAnimatedPng(bytes: Buffer): boolean {
  let at = PNG_FIRST_CHUNK
  while (at + PNG_CHUNK_OVERHEAD <= bytes.length) {
    const name = bytes.toString('latin1', at + 4, at + 8)
    if (name === 'acTL') return true
    if (name === 'IDAT' || name === 'IEND') return false
    at += bytes.readUInt32BE(at) + PNG_CHUNK_OVERHEAD
  }
  return false
}
