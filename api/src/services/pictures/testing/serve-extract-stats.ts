import { request } from 'node:http'
import { IMAGE_CATEGORY } from '@propsight/shared/contracts'
import { pino } from 'pino'
import { onTestFinished } from 'vitest'
import type { Deps } from '../../../server/build-deps.ts'
import type { Upstream } from '../../../sources/upstream.ts'
import { emptyUpstream, fakeDeps } from '../../../testing/fake-deps.ts'
import { type ScriptedRun, scriptRun } from '../../../testing/script-run.ts'
import { signToken } from '../../../testing/test-env.ts'
import { serveApp } from '../../../testing/with-app.ts'
import { createExtractor } from '../extractor.ts'

export const RUN = '7d3f3c0e-3b0a-4a57-9d43-1f1f0f4b5c6d'
const scripted = new URL('./scripted-child.ts', import.meta.url)

/** An "image" that starts like a PNG and contains a script for the scripted child process. */
export const scriptedImage = (script: string): Buffer<ArrayBuffer> =>
  Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.from(script)])

const read = <T>(value: T) => ({ value, readAt: '2026-07-15T16:00:00.000Z', ageSeconds: 0, stale: false })

/** A league with one club and one player, and two players of the same name without a club. */
export const smallLeague: Upstream = {
  ...emptyUpstream,
  stats: {
    ...emptyUpstream.stats,
    players: async () =>
      read([
        {
          id: 1,
          fullName: 'Ian Happ',
          currentTeam: { id: 112 },
          primaryPosition: { code: '7', abbreviation: 'LF' },
        },
        { id: 2, fullName: 'Max Lee', primaryPosition: { code: '7', abbreviation: 'LF' } },
        { id: 3, fullName: 'Max Lee', primaryPosition: { code: '8', abbreviation: 'CF' } },
      ]),
    teams: async () => read([{ id: 112, name: 'Chicago Cubs', abbreviation: 'CHC' }]),
  },
}

export interface ExtractStatsServer {
  url: string
  token: string
  script: ScriptedRun
  logged: string[]
  /** Posts a form with the id of the run. */
  upload(
    form: FormData,
    path?: string,
    more?: RequestInit,
  ): Promise<{ status: number; body: Body; headers: Headers }>
  /** Posts a form with one image. */
  send(image: Uint8Array, name?: string, type?: string): ReturnType<ExtractStatsServer['upload']>
  /** Posts a raw body and returns the status. */
  raw(body: Buffer, headers: Record<string, string>): Promise<number>
}
interface Body {
  error?: string
  message?: string
  code?: string
  success?: boolean
  data?: {
    players: { name: string; readName?: string; doubts: { field: string; reason: string }[] }[]
    reader: string
  }
}

/**
 * Serves the extract-stats route with a valid run, a small league, and a scripted reader or the real one.
 * @param real uses the real reader
 * @param endless every request finds the run held and without a picture
 */
export async function serveExtractStats({
  feature = 'image',
  real = false,
  endless = false,
  answerMs = 10_000,
  ...changes
}: {
  feature?: string
  real?: boolean
  endless?: boolean
  answerMs?: number
} & Partial<Deps> = {}): Promise<ExtractStatsServer> {
  const logged: string[] = []
  const extractor = createExtractor({ workers: 1, answerMs, ...(real ? {} : { child: scripted }) })
  const others = fakeDeps().repositories
  const script = scriptRun(RUN, 'held', { feature, category: IMAGE_CATEGORY })
  const deps = fakeDeps({
    extractor,
    upstream: smallLeague,
    log: pino({ level: 'debug' }, { write: (line) => logged.push(line) }),
    repositories: {
      ...others,
      runs: {
        ...script.runs,
        live: (id, userId) => {
          if (endless) {
            script.state = 'held'
            script.run = { ...script.run, picture: null }
          }
          return script.runs.live(id, userId)
        },
      },
    },
    ...changes,
  })
  const app = await serveApp(deps)
  onTestFinished(async () => {
    extractor.close()
    await app.close()
  })
  const token = await signToken()
  const path = `/api/extract-stats/mlb?runId=${RUN}`
  const upload: ExtractStatsServer['upload'] = async (form, to = path, more = {}) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(app.url + to, { method: 'POST', headers, body: form, ...more })
    return { status: answer.status, body: (await answer.json()) as Body, headers: answer.headers }
  }
  return {
    url: app.url,
    token,
    script,
    logged,
    upload,
    send: (image, name = 'cards.png', type = 'image/png') => {
      const form = new FormData()
      form.append('image', new Blob([Buffer.from(image)], { type }), name)
      return upload(form)
    },
    raw: (body, headers) =>
      new Promise((resolve, reject) => {
        const call = request(
          app.url + path,
          {
            method: 'POST',
            headers: { authorization: `Bearer ${token}`, ...headers },
            signal: AbortSignal.timeout(15_000),
          },
          (response) => {
            response.resume()
            response.on('end', () => resolve(response.statusCode ?? 0))
          },
        )
        call.on('error', reject)
        call.end(body)
      }),
  }
}
