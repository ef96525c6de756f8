import type { IncomingMessage } from 'node:http'
import { Busboy, type BusboyConfig, type BusboyFileStream } from '@fastify/busboy'
import {
  type DeployBody,
  deployBody,
  MAX_RELEASE_BYTES,
  MAX_RELEASE_FILES,
} from '@propsight/shared/contracts'
import { integrityOf } from '@propsight/shared/release'
import { badRequest, HttpError } from '../../../platform/errors.ts'
import { parseAs } from '../../../platform/parse.ts'
import { pathIn } from '../store/release-files.ts'

const DEPLOY_PART = 'deploy'
const MAX_DEPLOY_PART_BYTES = 512_000
const MAX_HEADER_BYTES = 4_096
/** Files of a release plus the part `deploy`, boundaries and part headers. */
export const MAX_UPLOAD_BYTES = MAX_RELEASE_BYTES + MAX_DEPLOY_PART_BYTES + MAX_RELEASE_FILES * 1_024

export interface Upload {
  body: DeployBody
  files: Map<string, Uint8Array>
}

const tooLarge = () =>
  new HttpError(
    413,
    'PAYLOAD_TOO_LARGE',
    `A release has at most ${MAX_RELEASE_FILES} files and ${MAX_RELEASE_BYTES / 1e6} MB`,
  )

function readDeployPart(name: string, text: string): DeployBody {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw badRequest(`The part '${DEPLOY_PART}' is not JSON`)
  }
  const body = parseAs(deployBody, json)
  if (body.files.reduce((sum, { size }) => sum + size, 0) > MAX_RELEASE_BYTES) throw tooLarge()
  for (const { path } of body.files) {
    try {
      pathIn({ name, version: body.version }, path)
    } catch {
      throw badRequest(`'${path.slice(0, 200)}' is not a plain path that a release may hold`)
    }
  }
  if (new Set(body.files.map(({ path }) => path)).size !== body.files.length)
    throw badRequest('A path is listed twice')
  return body
}

/** Collects the parts of an upload. Keeps only files listed in `deploy`, up to the listed size. */
function collectParts(name: string) {
  let body: DeployBody | null = null
  const sizes = new Map<string, number>()
  const chunks = new Map<string, Buffer[]>()
  return {
    deploy(text: string, truncated: boolean) {
      if (body) throw badRequest(`There are two parts '${DEPLOY_PART}'`)
      if (truncated) throw tooLarge()
      body = readDeployPart(name, text)
      for (const { path, size } of body.files) sizes.set(path, size)
    },
    file(path: string, stream: BusboyFileStream, fail: (error: unknown) => void) {
      if (!body) throw badRequest(`The part '${DEPLOY_PART}' comes first`)
      const size = sizes.get(path)
      if (size === undefined) throw badRequest(`'${path.slice(0, 200)}' is not listed in '${DEPLOY_PART}'`)
      if (chunks.has(path)) throw badRequest(`${path} was sent twice`)
      const own: Buffer[] = []
      chunks.set(path, own)
      let received = 0
      stream.on('data', (chunk: Buffer) => {
        received += chunk.length
        if (received > size) fail(badRequest(`${path} is longer than its ${size} bytes`))
        else own.push(chunk)
      })
    },
    finish(): Upload {
      if (!body) throw badRequest(`There is no part '${DEPLOY_PART}'`)
      const missing = body.files.find(({ path }) => !chunks.has(path))
      if (missing) throw badRequest(`${missing.path} is listed and was not sent`)
      const files = [...chunks].map(([path, own]) => [path, Buffer.concat(own)] as const)
      return { body, files: new Map(files) }
    },
  }
}

const unreadable = () => badRequest('The body is not multipart/form-data that can be read')
const brokenOff = () => badRequest('The upload was broken off')

/** @throws HttpError 400 for an invalid boundary */
function createParser(req: IncomingMessage, contentType: string): InstanceType<typeof Busboy> {
  const options: BusboyConfig = {
    headers: { ...req.headers, 'content-type': contentType },
    isPartAFile: (field) => field !== DEPLOY_PART,
    limits: {
      fieldSize: MAX_DEPLOY_PART_BYTES,
      fields: 2,
      files: MAX_RELEASE_FILES,
      parts: MAX_RELEASE_FILES + 2,
      headerPairs: 20,
      headerSize: MAX_HEADER_BYTES,
    },
  }
  try {
    return new Busboy(options)
  } catch {
    throw unreadable()
  }
}

function receive(req: IncomingMessage, contentType: string, name: string): Promise<Upload> {
  const { promise, resolve, reject } = Promise.withResolvers<Upload>()
  const parts = collectParts(name)
  const parser = createParser(req, contentType)
  const fail = (error: unknown) => {
    req.unpipe(parser)
    reject(error)
  }
  const guarded =
    <A extends unknown[]>(work: (...args: A) => void) =>
    (...args: A) => {
      try {
        work(...args)
      } catch (error) {
        fail(error)
      }
    }
  let received = 0
  req.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received > MAX_UPLOAD_BYTES) fail(tooLarge())
  })
  req.once('close', () => {
    if (!req.complete) fail(brokenOff())
  })
  parser.on(
    'field',
    guarded((field: string, value: string, _short: boolean, truncated: boolean) => {
      if (field === DEPLOY_PART) parts.deploy(value, truncated)
    }),
  )
  parser.on('file', (path: string | undefined, stream: BusboyFileStream) => {
    stream.on('error', fail)
    guarded(() => parts.file(path ?? '', stream, fail))()
  })
  for (const event of ['filesLimit', 'partsLimit', 'fieldsLimit'] as const)
    parser.once(event, () => fail(tooLarge()))
  parser.once('error', () => fail(unreadable()))
  parser.once(
    'finish',
    guarded(() => resolve(parts.finish())),
  )
  req.pipe(parser)
  return promise
}

/**
 * Reads the release in a request into memory. The body has the part `deploy` first, and then exactly the
 * files that it lists, each with the listed size and hash. The name of a file part is its path.
 * @param name the remote of the release
 * @throws HttpError 400 for an invalid upload, 413 as soon as it exceeds a limit, 415 for another content
 *   type
 */
export async function readUpload(
  ctx: {
    req: IncomingMessage
    request: { is(type: string): string | false | null; length?: number | undefined }
  },
  name: string,
): Promise<Upload> {
  const contentType = ctx.req.headers['content-type'] ?? ''
  if (!ctx.request.is('multipart/form-data') || !/boundary=/i.test(contentType))
    throw new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send the release as multipart/form-data')
  if ((ctx.request.length ?? 0) > MAX_UPLOAD_BYTES) throw tooLarge()
  // A request that was destroyed before this point emits no further events.
  if (ctx.req.destroyed) throw brokenOff()
  const upload = await receive(ctx.req, contentType, name)
  for (const { path, size, integrity } of upload.body.files) {
    const bytes = upload.files.get(path)
    if (bytes?.length !== size || (await integrityOf(bytes)) !== integrity)
      throw badRequest(`${path} did not arrive as it was announced: its size or its hash differs`)
  }
  return upload
}
