import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { decodeImage } from './decode-image.ts'
import { ImageRefused } from './reading.ts'
import { animatedPng, blank, pngOf, pngWithTextBomb } from './testing/fixture-images.ts'

// The module leaves only three loaders to its process, which other test files share.
afterAll(() => sharp.unblock({ operation: ['VipsForeignLoad'] }))

const refused = (reason: ImageRefused['reason']) => new ImageRefused(reason)
const pixelAt = ({ data, width }: { data: Buffer; width: number }, x: number, y: number) => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
]
/** Left half red, right half blue. */
const twoHalves = () => {
  const data = Buffer.alloc(40 * 20 * 3)
  for (let at = 0; at < 40 * 20; at += 1) data.set(at % 40 < 20 ? [255, 0, 0] : [0, 0, 255], at * 3)
  return sharp(data, { raw: { width: 40, height: 20, channels: 3 } })
}

describe('N5: an image decoded for the reader', () => {
  it.each(['jpeg', 'png', 'webp'] as const)('%s: is raw RGB of the original size', async (format) => {
    const { size, raw } = await decodeImage(await blank(60, 40).toFormat(format, { quality: 100 }).toBuffer())
    expect(size).toEqual({ width: 60, height: 40 })
    expect([raw.width, raw.height, raw.data.length]).toEqual([60, 40, 60 * 40 * 3])
    for (const [at, value] of [0x12, 0x34, 0x56].entries())
      expect(Math.abs((pixelAt(raw, 30, 20)[at] ?? 0) - value)).toBeLessThan(4)
  })

  it.each([
    // For each EXIF orientation: a pixel of the left, red half after rotation.
    [3, { width: 40, height: 20 }, [35, 10]],
    [6, { width: 20, height: 40 }, [10, 5]],
    [8, { width: 20, height: 40 }, [10, 35]],
  ])('is rotated according to EXIF orientation %i', async (orientation, size, [x = 0, y = 0]) => {
    const upright = await decodeImage(await twoHalves().withMetadata({ orientation }).png().toBuffer())
    expect(upright.size).toEqual(size)
    expect(pixelAt(upright.raw, x, y)).toEqual([255, 0, 0])
  })

  it('has a black background for transparency and eight-bit RGB for other colour modes', async () => {
    const clear = await sharp({
      create: { width: 9, height: 9, channels: 4, background: { r: 255, g: 255, b: 255, alpha: 0 } },
    })
      .png()
      .toBuffer()
    expect(pixelAt((await decodeImage(clear)).raw, 4, 4)).toEqual([0, 0, 0])
    const others = await Promise.all([
      blank(9, 9, '#888').toColourspace('b-w').png().toBuffer(),
      blank(9, 9, '#888').toColourspace('rgb16').png().toBuffer(),
      blank(9, 9, '#888').toColourspace('cmyk').jpeg().toBuffer(),
      blank(9, 9, '#888').png({ palette: true }).toBuffer(),
    ])
    for (const bytes of others) {
      const { raw } = await decodeImage(bytes)
      expect(raw.data.length).toBe(9 * 9 * 3)
      for (const value of pixelAt(raw, 4, 4)) expect(Math.abs(value - 0x88)).toBeLessThan(16)
    }
  })

  it('keeps the pixels of a long screenshot and is scaled down when it is larger', async () => {
    const long = await decodeImage(pngOf(1_400, 8_000))
    expect([long.raw.width, long.raw.height]).toEqual([1_400, 8_000])
    const large = await decodeImage(pngOf(8_000, 6_000))
    expect(large.size).toEqual({ width: 8_000, height: 6_000 })
    expect([large.raw.width, large.raw.height]).toEqual([4_000, 3_000])
    const thin = await decodeImage(pngOf(2, 40_000))
    expect([thin.raw.width, thin.raw.height]).toEqual([1, 12_000])
  })

  it('is encoded for a model as a JPEG without metadata of at most 1,568 pixels', async () => {
    const sent = await blank(3_000, 1_000)
      .withExif({ IFD0: { Copyright: 'secret-marker' }, IFD3: { GPSLatitude: '1/1 2/1 3/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const picture = await (await decodeImage(sent)).encode()
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 523, height: 1_568 })
    expect((await sharp(picture).metadata()).exif).toBeUndefined()
    expect(picture.includes('secret-marker')).toBe(false)
  })
})

describe('N5: the image decoder', () => {
  it('refuses other file types, whatever they contain', async () => {
    const jpeg = await blank(9, 9).jpeg().toBuffer()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    for (const bytes of [
      await blank(9, 9).gif().toBuffer(),
      await blank(9, 9).tiff().toBuffer(),
      await blank(9, 9).avif().toBuffer(),
      svg,
      Buffer.concat([Buffer.from('%PDF-1.7\n'), jpeg]),
      Buffer.concat([Buffer.from('PK\x03\x04'), jpeg]),
      Buffer.alloc(0),
    ])
      await expect(decodeImage(bytes)).rejects.toThrow(refused('type'))
  })

  it('refuses other file types after the first bytes of an accepted type', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    const gif = await blank(9, 9).gif().toBuffer()
    for (const head of [
      [0xff, 0xd8, 0xff],
      [...pngOf(1, 1).subarray(0, 8)],
      [...Buffer.from('RIFF1234WEBP')],
    ])
      for (const rest of [svg, gif])
        await expect(decodeImage(Buffer.concat([Buffer.from(head), rest]))).rejects.toThrow(
          refused('damaged'),
        )
  })

  it('reads only the pixels of a file with trailing data', async () => {
    const zip = Buffer.from('PK\x03\x04 and the rest of an archive')
    const polyglot = Buffer.concat([await blank(9, 9).png().toBuffer(), zip])
    expect((await decodeImage(polyglot)).size).toEqual({ width: 9, height: 9 })
  })

  it('refuses animations', async () => {
    const frames = await Promise.all(['#fff', '#000'].map((colour) => blank(9, 9, colour).png().toBuffer()))
    const webp = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    await expect(decodeImage(webp)).rejects.toThrow(refused('animated'))
    await expect(decodeImage(animatedPng())).rejects.toThrow(refused('animated'))
  })

  it('refuses more than 50 million pixels based on the header alone', async () => {
    const tiny = Buffer.alloc(10)
    for (const [width, height] of [
      [7_072, 7_072],
      [60_000, 60_000],
      [2_000_000_000, 2_000_000_000],
    ] as const)
      await expect(decodeImage(pngOf(width, height, { pixels: tiny }))).rejects.toThrow(ImageRefused)
    await expect(decodeImage(pngOf(7_072, 7_072, { pixels: tiny }))).rejects.toThrow(refused('pixels'))
  })

  it.each(['jpeg', 'png', 'webp'] as const)('refuses a truncated %s', async (format) => {
    const noise = Buffer.from(Array.from({ length: 90 * 90 * 3 }, (_, at) => (at * 7_919) % 251))
    const bytes = await sharp(noise, { raw: { width: 90, height: 90, channels: 3 } })
      .toFormat(format)
      .toBuffer()
    for (const share of [0.1, 0.5, 0.9])
      await expect(decodeImage(bytes.subarray(0, Math.floor(bytes.length * share)))).rejects.toThrow(
        refused('damaged'),
      )
  })

  it('uses little memory for a text chunk that unpacks to 200 MB', async () => {
    const bomb = pngWithTextBomb(200_000_000)
    const before = process.memoryUsage().rss
    await decodeImage(bomb).catch((error: unknown) => expect(error).toEqual(refused('damaged')))
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  })
})
