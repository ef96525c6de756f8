import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** A blank image. The functions of this module build valid and malicious images for tests. */
export const blank = (width: number, height: number, background = '#123456'): Sharp =>
  sharp({ create: { width, height, channels: 3, background } })

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** One chunk of a PNG. */
export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const length = Buffer.alloc(4)
  const sum = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

const headOf = (width: number, height: number) => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // Bit depth 8, greyscale.
  head.set([8, 0], 8)
  return pngChunk('IHDR', head)
}

/** A greyscale PNG whose header states any size, with the given chunks before its compressed pixels. */
export const pngOf = (
  width: number,
  height: number,
  { pixels = Buffer.alloc((width + 1) * height), between = [] as Buffer[] } = {},
): Buffer =>
  Buffer.concat([
    SIGNATURE,
    headOf(width, height),
    ...between,
    pngChunk('IDAT', deflateSync(pixels)),
    pngChunk('IEND', Buffer.alloc(0)),
  ])

/** A PNG marked as an animation of two frames. */
export const animatedPng = (): Buffer =>
  pngOf(8, 8, { between: [pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))] })

/** A PNG whose compressed text chunk expands to the given number of bytes. */
export const pngWithTextBomb = (bytes: number): Buffer =>
  pngOf(8, 8, {
    between: [
      pngChunk(
        'zTXt',
        Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes))]),
      ),
    ],
  })
