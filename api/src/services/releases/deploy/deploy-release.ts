import { setTimeout as pause } from 'node:timers/promises'
import type { CheckReport, DeployResponse, Release, Rollout } from '@propsight/shared/contracts'
import type { Logger } from 'pino'
import type { ApiEnv } from '../../../platform/config/env.ts'
import { HttpError, toHttpError } from '../../../platform/errors.ts'
import type { RolloutsRepository } from '../../../repositories/releases.ts'
import type { ReleaseCatalogue } from '../catalogue/catalogue.ts'
import type { Previews } from '../previews.ts'
import type { BundleStore } from '../store/bundle-store.ts'
import {
  BundleConflict,
  busyError,
  type Claim,
  hashFiles,
  type ReleaseFiles,
  type ReleaseId,
  sealSourceMaps,
} from '../store/release-files.ts'
import type { CollectFacts } from './collect-facts.ts'
import type { Examine } from './examine-release.ts'
import type { Upload } from './read-upload.ts'

export interface CleaningPorts {
  readonly repositories: {
    readonly rollouts: Pick<
      RolloutsRepository,
      'all' | 'beginRemoval' | 'endUpload' | 'expectedBundles' | 'markRemovable' | 'purgeLoads'
    >
  }
  readonly bundles: Pick<BundleStore, 'delete' | 'list' | 'removeHidden'>
  readonly log: Logger
}

const HOUR_MS = 3_600_000
/**
 * The newest ten releases of a remote are kept at any age, and every release for 30 days after it was last
 * served.
 */
const KEPT_RELEASES = 10
const KEPT_DAYS = 30

/** After this time another process may work on the version. */
const REMOVAL_SECONDS = 120

/**
 * Removes the files of a release, unless it is published or being uploaded.
 * @returns whether the files were removed
 */
async function removeFiles({ repositories, bundles }: CleaningPorts, release: ReleaseId): Promise<boolean> {
  const { beginRemoval, endUpload } = repositories.rollouts
  const until = Date.now() + REMOVAL_SECONDS * 1_000
  const lock = await beginRemoval(release.name, release.version, REMOVAL_SECONDS)
  if (lock === null) return false
  await bundles.delete(release, { until }).finally(() => endUpload(lock))
  return true
}

/**
 * Removes stored files of a remote that are neither published nor being uploaded: the rest of an upload that
 * failed before its release was published.
 * @param before only files stored before this time
 */
export async function removeLeftovers(deps: CleaningPorts, name: string, before = new Date()): Promise<void> {
  const { repositories, bundles, log } = deps
  const stored = (await bundles.list(name)).filter(({ storedAt }) => storedAt <= before)
  if (stored.length === 0) return
  // Read after the store was listed: every upload is registered before its files are stored.
  const expected = new Set(await repositories.rollouts.expectedBundles(name))
  for (const { version } of stored) {
    if (expected.has(version) || !(await removeFiles(deps, { name, version }))) continue
    log.info({ remote: name, version }, 'the files of an unpublished release were removed')
  }
}

/**
 * Removes old releases and unused files from the store, and deletes old load reports. Idempotent, also
 * when several instances run it at once.
 */
export async function cleanStore(deps: CleaningPorts): Promise<void> {
  const { repositories, bundles, log } = deps
  for (const release of await repositories.rollouts.markRemovable(KEPT_RELEASES, KEPT_DAYS)) {
    if (await removeFiles(deps, release)) log.info(release, 'the files of an old release were removed')
  }
  const anHourAgo = new Date(Date.now() - HOUR_MS)
  // Names unknown to this database may belong to another database that shares the store: keep their files.
  const known = new Set((await repositories.rollouts.all()).map(({ rollout }) => rollout.name))
  const stored = new Set((await bundles.list()).map(({ name }) => name))
  for (const name of stored) if (known.has(name)) await removeLeftovers(deps, name, anHourAgo)
  await bundles.removeHidden(anHourAgo)
  await repositories.rollouts.purgeLoads(KEPT_DAYS)
}

const BYTES_PER_MB = 1_000_000

/**
 * Refuses a release when its remote has used its share of the store, so that no deploy token can fill the
 * disk. The limit is not exact: concurrent uploads and the compressed variants of this one count from the
 * next upload on.
 * @param maxMb limit for all stored releases of the remote, in MB of 1,000,000 bytes
 * @throws HttpError 413 with the used size
 */
export async function checkStoreQuota(
  bundles: Pick<BundleStore, 'list' | 'files'>,
  release: ReleaseId,
  { files, maxMb }: { files: ReleaseFiles; maxMb: number },
): Promise<void> {
  const used = (await bundles.list(release.name)).reduce((sum, { size }) => sum + size, 0)
  let added = 0
  for (const bytes of files.values()) added += bytes.length
  if (used + added <= maxMb * BYTES_PER_MB) return
  // A release that is already stored needs no further space.
  if ((await bundles.files(release)).length > 0) return
  const inMb = (bytes: number) => `${(bytes / BYTES_PER_MB).toFixed(1)} MB`
  throw new HttpError(
    413,
    'PAYLOAD_TOO_LARGE',
    `The stored releases of ${release.name} take ${inMb(used)} of ${maxMb} MB, and this one has ${inMb(added)}. ` +
      'Releases go 30 days after they were last served; the operator may allow more with BUNDLES_MAX_REMOTE_MB',
  )
}

/** Storing takes seconds. After this time another process may work on the version. */
const UPLOAD_SECONDS = 300
/** How long a deploy waits for other work on its version, and the random pause before it asks again. */
const MAX_WAIT_MS = 60_000
const RETRY_PAUSE_MS = { least: 100, more: 400 }

/** Validity of the preview link of a deploy. */
const PREVIEW_DAYS = 7

export interface DeployPorts extends CleaningPorts {
  readonly env: Pick<ApiEnv, 'BUNDLES_MAX_REMOTE_MB' | 'SUPABASE_SECRET_KEY'>
  readonly repositories: CleaningPorts['repositories'] & {
    readonly rollouts: Pick<RolloutsRepository, 'beginUpload' | 'endUpload' | 'publish'>
  }
  readonly bundles: BundleStore
  readonly releases: Pick<ReleaseCatalogue, 'invalidate'>
  readonly previews: Pick<Previews, 'createLink'>
  readonly examine: Examine
  collectFacts: CollectFacts
}
export interface Deploy extends Upload {
  name: string
  actor: string
  /** Id of the deploy token; null for the admin key. */
  token: string | null
}
/** The second check, after storing the files, failed because of a release that went live in the meantime. */
class SupersededRelease extends Error {
  readonly report: CheckReport

  constructor(report: CheckReport) {
    super('this release conflicts with a release that went live in the meantime')
    this.report = report
  }
}

/** Checks a release against what is live now. */
async function examine(deps: DeployPorts, { name, body, files }: Deploy) {
  const { declaration, version, preload } = body
  const facts = await deps.collectFacts({ name, version })
  const { host, others, kept, values } = facts
  const examined = await deps.examine({
    declaration,
    version,
    files,
    preload,
    host,
    others,
    kept,
    values,
  })
  return { ...examined, facts }
}

/** A registered upload: the lock of its version. */
interface RegisteredUpload extends Claim {
  id: string
}

/** Locks the version in the bundle store. @throws HttpError 409 after a minute of other work on it */
async function beginUpload(deps: DeployPorts, deploy: Deploy): Promise<RegisteredUpload> {
  const { name, body, actor, files } = deploy
  const { version } = body
  const content = hashFiles(files)
  const deadline = Date.now() + MAX_WAIT_MS
  do {
    const until = Date.now() + UPLOAD_SECONDS * 1_000
    const upload = await deps.repositories.rollouts.beginUpload({
      name,
      version,
      actor,
      seconds: UPLOAD_SECONDS,
      content,
    })
    if (upload) return { id: upload.id, isPublished: upload.published, until }
    await pause(RETRY_PAUSE_MS.least + Math.random() * RETRY_PAUSE_MS.more)
  } while (Date.now() < deadline)
  throw busyError({ name, version })
}

/** Stores the files, then publishes the release. */
async function storeAndPublish(
  deps: DeployPorts,
  release: Release,
  { deploy, upload, facts }: { deploy: Deploy; upload: RegisteredUpload; facts: unknown },
): Promise<Rollout> {
  const { repositories, bundles } = deps
  const { body, files, actor, token } = deploy
  await bundles.put(release, sealSourceMaps(deps.env, files), upload)
  if (JSON.stringify(await deps.collectFacts(release)) !== JSON.stringify(facts)) {
    const { report } = await examine(deps, deploy)
    if (!report.ok) throw new SupersededRelease(report)
  }
  const { channel, percent, audience, message, generation } = body
  return repositories.rollouts.publish(release, {
    channel,
    percent,
    audience,
    actor,
    message,
    generation,
    upload: upload.id,
    token,
    needsProof: true,
  })
}

async function publish(deps: DeployPorts, release: Release, deploy: Deploy, facts: unknown) {
  const { repositories, log } = deps
  const { name, version } = release
  await removeLeftovers(deps, name)
  await checkStoreQuota(deps.bundles, release, {
    files: deploy.files,
    maxMb: deps.env.BUNDLES_MAX_REMOTE_MB,
  })
  const upload = await beginUpload(deps, deploy)
  try {
    const rollout = await toHttpError(storeAndPublish(deps, release, { deploy, facts, upload }))
    return { rollout, published: !upload.isPublished }
  } catch (error) {
    // If this cleanup fails, the next deploy or the sweep removes the files.
    await repositories.rollouts
      .endUpload(upload.id)
      .then(() => removeLeftovers(deps, name))
      .catch((cause: unknown) =>
        log.warn({ err: cause, remote: name, version }, 'the files of a failed upload could not be removed'),
      )
    if (error instanceof BundleConflict) throw new HttpError(409, 'CONFLICT', error.message)
    throw error
  }
}

/**
 * Checks a release, stores its files and publishes it, in this order, so that a failure does not affect
 * visitors. A release that no browser has loaded becomes a canary: its code is never run here. Nothing is published on
 * a dry run or after a failed check; the report names the findings.
 * @throws HttpError 401 if the token was revoked in the meantime, 409 if this version exists with other
 *   content or a concurrent change conflicts, 413 if the remote has used its share of the store, 503 if the
 *   store cannot be written
 */
export async function deployRelease(deps: DeployPorts, deploy: Deploy): Promise<DeployResponse> {
  const { name, body } = deploy
  const { release, report, facts } = await examine(deps, deploy)
  const answer: DeployResponse = {
    name,
    version: body.version,
    published: false,
    rollout: null,
    preview: null,
    report,
  }
  if (!release || !report.ok || body.dryRun) return answer
  try {
    const done = await publish(deps, release, deploy, facts)
    deps.releases.invalidate()
    // Runs in the background.
    cleanStore(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'the store was not cleaned'))
    return { ...answer, ...done, preview: deps.previews.createLink(release, PREVIEW_DAYS) }
  } catch (error) {
    if (error instanceof SupersededRelease) return { ...answer, report: error.report }
    throw error
  }
}
