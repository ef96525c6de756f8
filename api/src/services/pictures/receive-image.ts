import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyConfig, type BusboyFileStream } from '@fastify/busboy'
import { IMAGE_MAX_BYTES, IMAGE_WORDS } from '@propsight/shared/contracts'
import { createTrickle } from '../../platform/concurrency/trickle.ts'
import { badRequest, HttpError } from '../../platform/errors.ts'
import { imageTypeOf } from './image-type.ts'

const IMAGE_FIELD = 'image'
const MAX_PARTS = 8
/** Boundaries, headers of parts and whatever else a form may carry. */
const MAX_FORM_BYTES = 64 * 1024
/** Of all uploads: none of them holds up a short call. */
const trickle = createTrickle()
/** What a request may have in all. */
const MAX_UPLOAD_BYTES = IMAGE_MAX_BYTES + MAX_FORM_BYTES

const missing = () => badRequest(IMAGE_WORDS.missing)
const tooLarge = () => new HttpError(413, 'PAYLOAD_TOO_LARGE', IMAGE_WORDS.tooLarge)
const unreadable = () => badRequest('The body is no multipart/form-data that can be read')
const brokenOff = () => badRequest('The upload was broken off')
const oneOnly = () => badRequest(`Send one picture, in the field '${IMAGE_FIELD}', and nothing else`)

/** @throws HttpError 400 for a boundary that is none */
function parserOf(req: IncomingMessage, contentType: string): InstanceType<typeof Busboy> {
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

/** Keeps the image's bytes, as many as are allowed, and of everything else only that it was there. */
function collectImage() {
  const chunks: Buffer[] = []
  let [images, others, size] = [0, 0, 0]
  return {
    other: () => {
      others += 1
    },
    file(field: string | undefined, name: string | undefined, stream: BusboyFileStream, cut: () => void) {
      // A form sends a part without a name and without bytes where nothing was chosen.
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
      if (!imageTypeOf(image)) throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', IMAGE_WORDS.wrongType)
      return image
    },
  }
}

function receive(req: IncomingMessage, contentType: string): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const parser = parserOf(req, contentType)
  const image = collectImage()
  let over = false
  const fail = (error: unknown) => {
    over = true
    reject(error)
  }
  let received = 0
  trickle(req, (chunk) => {
    received += chunk.length
    if (received > MAX_UPLOAD_BYTES) fail(tooLarge())
    // What comes after a refusal is let pass and kept by nobody.
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
 * The picture of a multipart request, in memory and at most 10 MB of it, checked in the order of specification 2 §5:
 * that there is one, its size (as soon as one byte too many has arrived), its type by its bytes.
 * @throws HttpError 400, 413, 415
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
  // Who left before it is read tells so no more.
  if (req.destroyed) throw brokenOff()
  return receive(req, contentType)
}
