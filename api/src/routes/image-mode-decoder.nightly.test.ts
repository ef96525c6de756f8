import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blank } from '../services/pictures/testing/fixture-images.ts'
import { scriptedImage, serveExtractStats } from '../services/pictures/testing/serve-extract-stats.ts'

describe('N5: the extract-stats route with the real decoder', () => {
  it('answers 422 for a blank and for a damaged image, each with its own message', async () => {
    const page = await serveExtractStats({ real: true, answerMs: 20_000 })
    const empty = await page.send(await blank(300, 200).png().toBuffer())
    expect([empty.status, empty.body.message]).toEqual([422, 'Failed to extract player data from image'])
    const again = await serveExtractStats({ real: true, answerMs: 20_000 })
    const damaged = await again.send(scriptedImage('nothing that a decoder knows'))
    expect([damaged.status, damaged.body.message]).toEqual([
      422,
      'The image is damaged or incomplete. Choose another one.',
    ])
  })

  it('never answers 5xx for random bytes after a valid file header', async () => {
    const heads = ['ffd8ffe0', '89504e470d0a1a0a0000000d49484452', '524946460000000057454250', '']
    const file = fc
      .tuple(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 2_000 }))
      .map(([head, rest]) => Buffer.concat([Buffer.from(head, 'hex'), rest]))
    const intact = await blank(60, 40, '#fff').png().toBuffer()
    const damagedFile = fc
      .tuple(fc.nat(intact.length - 1), fc.nat(255))
      .map(([at, value]) =>
        Buffer.concat([intact.subarray(0, at), Buffer.from([value]), intact.subarray(at + 1)]),
      )
    const page = await serveExtractStats({ real: true, endless: true, answerMs: 20_000 })
    let decoded = 0
    await fc.assert(
      fc.asyncProperty(fc.oneof(file, damagedFile), async (bytes) => {
        const { status } = await page.send(bytes)
        expect([413, 415, 422]).toContain(status)
        if (status === 422) decoded += 1
      }),
      { numRuns: 80 },
    )
    // The decoder processed some of them.
    expect(decoded).toBeGreaterThan(10)
  }, 60_000)

  it('never answers 5xx for random request bodies', async () => {
    const page = await serveExtractStats({ endless: true })
    const piece = fc.oneof(
      fc.constantFrom(
        '--b\r\n',
        '--b--\r\n',
        '\r\n\r\n',
        'content-disposition: form-data; name="image"; filename="a.png"\r\n',
        'content-disposition: form-data; name="image"\r\n',
        'content-disposition: form-data; name="__proto__"; filename="../../a"\r\n',
        'content-type: image/png\r\n',
        'content-transfer-encoding: base64\r\n',
      ),
      fc.string({ maxLength: 30, unit: 'binary' }),
    )
    const type = fc.constantFrom(
      'multipart/form-data; boundary=b',
      'multipart/form-data',
      'multipart/mixed; boundary=b',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), type, async (pieces, contentType) => {
        const status = await page.raw(Buffer.from(pieces.join(''), 'latin1'), { 'content-type': contentType })
        expect([400, 413, 415]).toContain(status)
      }),
      { numRuns: 150 },
    )
  }, 60_000)
})
