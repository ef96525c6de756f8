import type { IncomingMessage } from 'node:http'
import { PassThrough } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { receiveImage } from './receive-image.ts'
import { scriptedImage } from './testing/serve-extract-stats.ts'

const BOUNDARY = 'cut'
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="image"; filename="a.png"\r\n\r\n`
const TAIL = `\r\n--${BOUNDARY}--\r\n`
const CHUNKS = 20

/** An upload whose body is written by the test. */
function startUpload() {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
  const body = new PassThrough({ highWaterMark: 1 })
  const req = Object.assign(body, { headers, complete: true }) as unknown as IncomingMessage
  const image = receiveImage({ req, request: { is: () => 'multipart/form-data' } })
  return { body, image }
}

async function upload(): Promise<Buffer> {
  const { body, image } = startUpload()
  body.write(HEAD)
  body.write(scriptedImage('x'))
  for (let count = 0; count < CHUNKS; count += 1) body.write('y')
  body.end(TAIL)
  return image
}

it('uploads leave rounds of the event loop to other requests between any two chunks', async () => {
  let rounds = 0
  let uploading = true
  const countRounds = async () => {
    while (uploading) {
      await setImmediate()
      rounds += 1
    }
  }
  const counting = countRounds()
  const images = await Promise.all(Array.from({ length: 5 }, upload))
  uploading = false
  await counting
  for (const image of images) expect(image).toHaveLength(scriptedImage('x').length + CHUNKS)
  expect(rounds).toBeGreaterThan(5 * CHUNKS * 4)
})

it('an upload that sends nothing does not block another upload', async () => {
  const { body, image } = startUpload()
  body.write(HEAD)
  expect(await upload()).toHaveLength(scriptedImage('x').length + CHUNKS)
  body.write(scriptedImage('x'))
  body.end(TAIL)
  expect(await image).toEqual(scriptedImage('x'))
})
