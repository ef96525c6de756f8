import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyConfig, type BusboyFileStream } from '@fastify/busboy'
import { IMAGE_ERRORS, IMAGE_MAX_BYTES } from '@propsight/shared/contracts'
import PQueue from 'p-queue'
import { yieldRounds } from '../../platform/concurrency/event-loop.ts'
import { badRequest, HttpError } from '../../platform/errors.ts'
import { imageTypeOf } from './reading.ts'

const IMAGE_FIELD = 'image'
const MAX_PARTS = 8
/** Allowance for boundaries, part headers and further fields. */
const MAX_FORM_BYTES = 64 * 1024
/**
 * Uploads are read round-robin, one chunk each. Ten parallel uploads would otherwise starve the event loop and
 * delay every other request.
 */
const chunks = new PQueue({ concurrency: 1 })
/** Rounds of the event loop left to other work per chunk. A call of the data service takes some dozens of them. */
const ROUNDS_PER_CHUNK = 6
/** Maximum size of the whole request. */
const MAX_UPLOAD_BYTES = IMAGE_MAX_BYTES + MAX_FORM_BYTES

const missing = () => badRequest(IMAGE_ERRORS.missing)
const tooLarge = () => new HttpError(413, 'PAYLOAD_TOO_LARGE', IMAGE_ERRORS.tooLarge)
const unreadable = () => badRequest('The body is not multipart/form-data that can be read')
const brokenOff = () => badRequest('The upload was broken off')
const oneOnly = () => badRequest(`Send one picture, in the field '${IMAGE_FIELD}', and nothing else`)

/** @throws HttpError 400 for an invalid boundary */
function createParser(req: IncomingMessage, contentType: string): InstanceType<typeof Busboy> {
  const options: BusboyConfig = {
    headers: { ...req.headers, 'content-type': contentType },
    limits: { fieldSize: MAX_FORM_BYTES, parts: MAX_PARTS, headerPairs: 20, headerSize: 4_096 },
  }
  try {
    return new Busboy(options)
  } catch {
    throw unreadable()
  }
}

/** Collects the image up to the size limit, and counts all other parts. */
function collectImage() {
  const chunks: Buffer[] = []
  let images = 0
  let others = 0
  let size = 0
  return {
    other: () => {
      others += 1
    },
    file(field: string | undefined, name: string | undefined, stream: BusboyFileStream, cut: () => void) {
      // If no file was chosen, a form sends a part without file name and content.
      const isImage = field === IMAGE_FIELD
      let seen = 0
      stream.on('data', (chunk: Buffer) => {
        if (seen === 0 && isImage) images += 1
        seen += chunk.length
        if (!isImage || images > 1) return
        size += chunk.length
        if (size > IMAGE_MAX_BYTES) cut()
        else chunks.push(chunk)
      })
      stream.on('end', () => {
        if (!isImage) others += 1
        else if (seen === 0 && name) images += 1
      })
    },
    finish(): Buffer {
      if (images === 0) throw missing()
      if (images + others > 1) throw oneOnly()
      const image = Buffer.concat(chunks)
      if (!imageTypeOf(image)) throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', IMAGE_ERRORS.wrongType)
      return image
    },
  }
}

function receive(req: IncomingMessage, contentType: string): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const parser = createParser(req, contentType)
  const image = collectImage()
  let over = false
  const fail = (error: unknown) => {
    over = true
    reject(error)
  }
  let received = 0
  req.on('data', (chunk: Buffer) => {
    req.pause()
    void chunks.add(() => {
      req.resume()
      return yieldRounds(ROUNDS_PER_CHUNK)
    })
    received += chunk.length
    if (received > MAX_UPLOAD_BYTES) fail(tooLarge())
    // After a refusal the rest of the body is read and dropped.
    if (!over) parser.write(chunk)
  })
  req.once('end', () => {
    if (!over) parser.end()
  })
  req.once('close', () => {
    if (!req.complete) fail(brokenOff())
  })
  parser.on('field', image.other)
  parser.on('file', (field: string | undefined, stream: BusboyFileStream, name: string | undefined) => {
    stream.on('error', fail)
    image.file(field, name, stream, () => fail(tooLarge()))
  })
  parser.once('partsLimit', () => fail(oneOnly()))
  parser.once('error', () => fail(unreadable()))
  parser.once('finish', () => {
    try {
      resolve(image.finish())
    } catch (error) {
      fail(error)
    }
  })
  return promise
}

/**
 * Reads the image of a multipart request into memory. Checks in the order of row N5: the image is present, it
 * has at most 10 MB (checked while it arrives), and its first bytes are of an accepted type.
 * @throws HttpError 400 for a missing image or invalid body, 413 above the limit, 415 for another type
 */
export async function receiveImage(ctx: {
  req: IncomingMessage
  request: { is(type: string): string | false | null; length?: number | undefined }
}): Promise<Buffer> {
  const { req, request } = ctx
  const contentType = req.headers['content-type'] ?? ''
  const announced = request.length
  if (contentType === '' || announced === 0) throw missing()
  if (!request.is('multipart/form-data') || !/boundary=/i.test(contentType))
    throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the picture as multipart/form-data')
  if ((announced ?? 0) > MAX_UPLOAD_BYTES) throw tooLarge()
  // A request that was destroyed before this point emits no further events.
  if (req.destroyed) throw brokenOff()
  return receive(req, contentType)
}
