import { extractStatsResponse, IMAGE_ERRORS, IMAGE_MAX_BYTES } from '@propsight/shared/contracts'
import { describe, expect, it } from 'vitest'
import { RUN, scriptedImage, serveExtractStats } from '../services/pictures/testing/serve-extract-stats.ts'
import { testEnv } from '../testing/test-env.ts'

const formOf = (...parts: [field: string, value: string | Blob, name?: string][]) => {
  const form = new FormData()
  for (const [field, value, name] of parts) {
    if (typeof value === 'string') form.append(field, value)
    else form.append(field, value, name)
  }
  return form
}
const picture = new Blob([scriptedImage('x')], { type: 'image/png' })

describe('N5: a successful extraction', () => {
  it('returns players, image size and reader, with no-store', async () => {
    const page = await serveExtractStats()
    const { status, body, headers } = await page.send(scriptedImage('x'))
    expect(status).toBe(200)
    expect(extractStatsResponse.parse(body).data).toMatchObject({
      players: [{ name: 'Ian Happ', line: 1.5, doubts: [] }],
      weather: null,
      image: { width: 20, height: 10 },
      reader: 'tesseract',
    })
    expect(headers.get('cache-control')).toBe('no-store')
    expect(page.script.ledger).toEqual(['captured'])
  })

  it('keeps the file name, the type header and the content out of the log', async () => {
    const page = await serveExtractStats()
    await page.send(scriptedImage('x marks-the-spot'), 'my-secret-name.png', 'image/x-secret-type')
    await page.send(scriptedImage('fail marks-the-spot'), 'my-secret-name.png')
    expect(page.logged.length).toBeGreaterThan(0)
    expect(page.logged.join('')).not.toMatch(/secret|marks-the-spot|Happ/)
  })
})

describe('N5: the upload checks', () => {
  it("answer 'No file selected' when the image field has no file", async () => {
    const page = await serveExtractStats()
    const nothing = [
      formOf(['other', 'x']),
      formOf(['image', 'text and no file']),
      // What a browser sends for a file input that was left empty.
      formOf(['image', new Blob([]), '']),
      formOf(['file', picture, 'a.png']),
    ]
    for (const form of nothing) {
      const { status, body } = await page.upload(form)
      expect([status, body.message]).toEqual([400, 'No file selected'])
    }
    expect(await page.raw(Buffer.alloc(0), {})).toBe(400)
    expect(IMAGE_ERRORS.missing).toBe('No file selected')
  })

  it('refuse a second image and any other field', async () => {
    const page = await serveExtractStats()
    for (const form of [
      formOf(['image', picture, 'a.png'], ['image', picture, 'b.png']),
      formOf(['image', picture, 'a.png'], ['other', 'x']),
      formOf(['other', picture, 'a.png'], ['image', picture, 'b.png']),
    ]) {
      const { status, body } = await page.upload(form)
      expect([status, body.message]).toEqual([
        400,
        "Send one picture, in the field 'image', and nothing else",
      ])
    }
  })

  it('accept 10 MB and refuse one byte more, whatever the content', async () => {
    const page = await serveExtractStats()
    const most = Buffer.alloc(IMAGE_MAX_BYTES)
    scriptedImage('x').copy(most)
    expect((await page.send(most)).status).toBe(200)
    expect(page.script.ledger).toEqual(['captured'])
    for (const bytes of [Buffer.concat([most, Buffer.alloc(1)]), Buffer.alloc(IMAGE_MAX_BYTES + 1)]) {
      const { status, body } = await page.send(bytes)
      expect([status, body.message, body.code]).toEqual([
        413,
        'File size must be less than 10MB',
        'PAYLOAD_TOO_LARGE',
      ])
    }
    expect(IMAGE_MAX_BYTES).toBe(10 * 1024 * 1024)
    expect(page.script.ledger).toEqual(['captured'])
  })

  it('refuse an upload of 60 MB without keeping it in memory', async () => {
    const page = await serveExtractStats()
    const huge = Buffer.alloc(60 * 1024 * 1024)
    const before = process.memoryUsage().arrayBuffers
    const boundary = 'cut'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), huge, Buffer.from(`\r\n--${boundary}--\r\n`)])
    const headers = {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'transfer-encoding': 'chunked',
    }
    expect(await page.raw(body, headers)).toBe(413)
    // The body that this test itself holds is 60 MB.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(60e6 + 3 * IMAGE_MAX_BYTES)
  })

  it('determine the type from the content, not from the name or the header', async () => {
    const page = await serveExtractStats()
    for (const bytes of [
      Buffer.from('%PDF-1.7 renamed'),
      Buffer.from('GIF89a renamed'),
      Buffer.from('PK\x03\x04 renamed'),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('\0\0\0\x18ftypheic'),
      Buffer.from('RIFF1234WAVE'),
      Buffer.alloc(0),
    ]) {
      const { status, body } = await page.send(bytes, 'cards.jpg', 'image/jpeg')
      expect([status, body.message, body.code]).toEqual([
        415,
        'File must be a JPEG, PNG, or WebP image',
        'UNSUPPORTED_MEDIA_TYPE',
      ])
    }
    expect(page.script.ledger).toEqual([])
    const { status } = await page.send(scriptedImage('x'), 'cards.pdf', 'application/pdf')
    expect(status).toBe(200)
  })

  it('refuse request bodies that are not a valid form', async () => {
    const page = await serveExtractStats()
    expect(await page.raw(Buffer.from('{}'), { 'content-type': 'application/json' })).toBe(415)
    expect(await page.raw(Buffer.from('x'), { 'content-type': 'multipart/form-data; boundary=' })).toBe(400)
    expect(await page.raw(Buffer.from('x'), { 'content-type': 'multipart/form-data; boundary=b' })).toBe(400)
  })
})

describe('N5: the run of an extraction', () => {
  it('must be live, owned by the user, of the feature with images, and for baseball', async () => {
    const page = await serveExtractStats()
    const form = () => formOf(['image', picture, 'a.png'])
    const refusals = [
      ['/api/extract-stats/mlb', 403, 'Start an analysis to see its lines.'],
      [
        `/api/extract-stats/mlb?runId=${crypto.randomUUID()}`,
        403,
        'This analysis has ended. Start a new one.',
      ],
      ['/api/extract-stats/mlb?runId=1', 400, undefined],
      [`/api/extract-stats/nfl?runId=${RUN}`, 404, 'NFL is not open yet: only MLB can be analyzed.'],
    ] as const
    for (const [path, expected, message] of refusals) {
      const { status, body } = await page.upload(form(), path)
      expect(status, path).toBe(expected)
      if (message) expect(body.message).toBe(message)
    }
    expect((await page.upload(form(), `/api/extract-stats/MLB?runId=${RUN}`)).status).toBe(200)
    expect((await page.upload(form(), undefined, { headers: {} })).status).toBe(401)

    const quick = await serveExtractStats({ feature: 'quick' })
    expect((await quick.send(scriptedImage('x'))).status).toBe(403)
  })

  it('is charged when the rows are delivered, and reads its picture again at no cost', async () => {
    const page = await serveExtractStats()
    const first = await page.send(scriptedImage('x'))
    const again = await page.send(scriptedImage('x'), 'other-name.png')
    expect([first.status, again.status]).toEqual([200, 200])
    expect(again.body).toEqual(first.body)
    expect(page.script.ledger).toEqual(['captured'])
    expect(page.script.run.picture).toMatch(/^[0-9a-f]{64}$/)
    expect([...page.script.run.covers]).toEqual(['["ian happ","Total Bases"]'])
  })

  it('delivers no rows when it was released meanwhile', async () => {
    const page = await serveExtractStats()
    page.script.state = 'taken away'
    const late = await page.send(scriptedImage('x'))
    expect([late.status, late.body.code, late.body.data]).toEqual([403, 'RUN_REQUIRED', undefined])
  })

  it('keeps its hold when the outcome of its charge is unknown, and the same picture may be sent again', async () => {
    const page = await serveExtractStats()
    page.script.state = 'database lost'
    const { status, body, headers } = await page.send(scriptedImage('x'))
    expect([status, body.code, body.data]).toEqual([503, 'OUTCOME_UNKNOWN', undefined])
    expect(headers.get('retry-after')).toBe('5')
    page.script.state = 'held'
    expect((await page.send(scriptedImage('x'))).status).toBe(200)
    expect(page.script.ledger).toEqual(['captured'])
  })

  it("is released when no player is found: 'Failed to extract player data from image'", async () => {
    const page = await serveExtractStats()
    const { status, body } = await page.send(scriptedImage('nobody'))
    expect([status, body.message]).toEqual([422, 'Failed to extract player data from image'])
    expect(page.script.ledger).toEqual(['released: no picture was read'])
  })

  it('is released when the reader fails, which is answered with 500', async () => {
    for (const script of ['fail', 'crash']) {
      const page = await serveExtractStats()
      const { status, body } = await page.send(scriptedImage(script))
      expect([status, body.message]).toEqual([500, 'Failed to extract player data from image'])
      expect(page.script.ledger).toEqual(['released: no picture was read'])
    }
  }, 120_000)

  it('is released when an image takes too much time', async () => {
    const page = await serveExtractStats({ answerMs: 1_000 })
    const { status, body } = await page.send(scriptedImage('hang'))
    const words = 'The image takes too long to read. Crop it to the cards and try again.'
    expect([status, body.message]).toEqual([422, words])
    expect(page.script.ledger).toEqual(['released: no picture was read'])
  })

  it('stays held for another image when an image is refused', async () => {
    const page = await serveExtractStats()
    const { status, body } = await page.send(scriptedImage('animated'))
    expect([status, body.message]).toEqual([
      415,
      'The image is animated. Choose a still picture, such as a screenshot.',
    ])
    expect(page.script.ledger).toEqual([])
    expect((await page.send(scriptedImage('x'))).status).toBe(200)
  })

  it('stays held when its client disconnects, and the reader is free again', async () => {
    const page = await serveExtractStats({ answerMs: 60_000 })
    const controller = new AbortController()
    const aborted = page.upload(formOf(['image', new Blob([scriptedImage('hang')]), 'a.png']), undefined, {
      headers: { authorization: `Bearer ${page.token}` },
      signal: controller.signal,
    })
    const next = page.send(scriptedImage('x'))
    controller.abort()
    await expect(aborted).rejects.toThrow()
    expect((await next).status).toBe(200)
    expect(page.script.ledger).toEqual(['captured'])
  })
})

describe('N5: the extraction limits', () => {
  it('allow six uploads a minute', async () => {
    const page = await serveExtractStats({ env: testEnv({ RATE_LIMITS: 'on' }) })
    const statuses: number[] = []
    for (let count = 0; count < 7; count += 1) statuses.push((await page.send(scriptedImage('x'))).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429])
  })

  it('answer 503 with Retry-After when too many images are being read', async () => {
    const page = await serveExtractStats({ answerMs: 500 })
    const answers = await Promise.all(Array.from({ length: 6 }, () => page.send(scriptedImage('hang'))))
    const busy = answers.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThanOrEqual(2)
    expect(Number(busy[0]?.headers.get('retry-after'))).toBeGreaterThanOrEqual(5)
    expect(busy[0]?.body.message).toContain('Too many pictures are being read right now.')
  })
})
