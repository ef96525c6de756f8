import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Release, rolloutSchema } from '@propsight/shared/contracts'
import type { Secrets } from '@propsight/supabase/secrets'
import { seedDemo } from '@propsight/supabase/seed'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import * as z from 'zod'
import type { BundleStore } from '../../api/src/services/releases/store/bundle-store.ts'
import { openNamedBundleStore } from '../../api/src/services/releases/store/open-bundle-store.ts'
import type { Claim } from '../../api/src/services/releases/store/release-files.ts'
import { type App, findApps, readRelease } from '../federation/apps.ts'
import { type PutRelease, publishBuilds } from '../federation/publish.ts'

const UPLOAD_SECONDS = 300
const uploadSchema = z.object({ id: z.uuid(), published: z.boolean() }).nullable()

/** A registered upload. */
interface Upload extends Claim {
  id: string
}

/** Locks the versions of the builds in the bundle store before their files are stored. @returns the uploads by name */
async function registerUploads(
  admin: SupabaseClient,
  releases: readonly Release[],
  p_actor: string,
): Promise<Map<string, Upload>> {
  const until = Date.now() + UPLOAD_SECONDS * 1_000
  const register = async (release: Release): Promise<[string, Upload]> => {
    const { name, version } = release
    const { data, error } = await admin.rpc('begin_upload', {
      p_name: name,
      p_version: version,
      p_actor,
      p_seconds: UPLOAD_SECONDS,
      p_content: createHash('sha256').update(JSON.stringify(release.integrity)).digest('base64url'),
    })
    if (error) throw new Error(`registering the upload of ${name} ${version}: ${error.message}`)
    const upload = uploadSchema.parse(data)
    if (!upload)
      throw new Error(
        `${name} ${version} is being stored or removed by another process: start again in a minute`,
      )
    return [name, { id: upload.id, isPublished: upload.published, until }]
  }
  return new Map(await Promise.all(releases.map(register)))
}

/** Stores releases in a bucket, each with the claim of its registered upload. */
const putInto =
  (store: BundleStore, uploads: ReadonlyMap<string, Upload>): PutRelease =>
  async (release, files) => {
    const upload = uploads.get(release.name)
    if (!upload) throw new Error(`${release.name} was built again during its publication: start again`)
    return store.put(release, files, upload)
  }

/**
 * The note for a published build that is not live for all visitors, with the reason; null when it is live.
 */
export function notLiveReason({ name, version }: Pick<Release, 'name' | 'version'>, rollout: unknown) {
  const { live, canary, retired } = rolloutSchema.parse(rollout)
  if (version === live) return null
  if (retired) return `${name} stays retired; deploy it to bring it back`
  if (version === canary?.version) return `${name} ${version} stays a canary of ${canary.percent} %`
  return `${name} ${version} stays withdrawn, ${live} is live; deploy it to bring it back`
}

/**
 * Chooses the builds of a checkout that a project of several teams gets: those without a live release, those that are
 * live, whose files may be missing, and the named ones.
 * @param replace names of apps whose live release may be replaced
 * @param note called for each build that is left out, with the reason
 */
async function chooseApps(
  admin: SupabaseClient,
  apps: readonly App[],
  replace: readonly string[],
  note: (text: string) => void,
): Promise<App[]> {
  const { data, error } = await admin.rpc('rollouts')
  if (error) throw new Error(`reading the live releases: ${error.message}`)
  const rollouts = new Map(
    rolloutSchema
      .array()
      .parse(data)
      .map((rollout) => [rollout.name, rollout]),
  )
  return apps.filter(({ name, folder }) => {
    const live = rollouts.get(name)?.live ?? null
    const version = readRelease(join(folder, 'dist'))?.version
    if (live === null || live === version || replace.includes(name)) return true
    note(`${name} ${live} is live and stays; this checkout has ${version}: --app ${name} replaces it`)
    return false
  })
}

/**
 * Publishes the builds to the bundle store and to the releases table of a data service, in the same order as
 * a deploy: first the files, then the pointer.
 * @param home the state folder for the files, unless the environment names a bucket (BUNDLES_URL)
 * @param replace apps whose live release may be replaced; all without it
 * @param actor name in the audit log
 * @returns the published releases, the shell last
 */
export async function publishTo({
  url,
  secretKey,
  home,
  note,
  replace,
  actor = 'npm start',
  apps = findApps(),
}: {
  url: string
  secretKey: string
  home: string
  note: (text: string) => void
  replace?: readonly string[] | undefined
  actor?: string
  apps?: App[]
}): Promise<Release[]> {
  const admin = createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const chosen = replace ? await chooseApps(admin, apps, replace, note) : apps
  const builds = chosen.flatMap(({ folder }) => readRelease(join(folder, 'dist')) ?? [])
  const uploads = await registerUploads(admin, builds, actor)
  const logQuarantine = async (p_name: string, p_version: string | null, p_message: string) => {
    const { error } = await admin.rpc('log_quarantine', { p_name, p_version, p_message })
    if (error) note(`the quarantine of ${p_name} is not in the audit log: ${error.message}`)
  }
  const logged: Promise<void>[] = []
  const releases = await publishBuilds({
    bundlesDir: join(home, 'bundles'),
    apps: chosen,
    onDamage: ({ name, version }, damage) => {
      note(`quarantined: ${damage}`)
      logged.push(logQuarantine(name, version, damage))
    },
    put: process.env.BUNDLES_URL ? putInto(openNamedBundleStore(process.env), uploads) : undefined,
    publish: async (release: Release) => {
      const { data, error } = await admin.rpc('publish_release', {
        p_release: release,
        p_options: {
          actor,
          keepWithdrawn: !replace?.includes(release.name),
          upload: uploads.get(release.name)?.id,
        },
      })
      if (error) throw new Error(`publishing ${release.name} ${release.version}: ${error.message}`)
      const reason = notLiveReason(release, data)
      if (reason) note(reason)
    },
  })
  await Promise.all(logged)
  return releases
}

/**
 * Publishes the builds, and creates the demo account unless it exists.
 * @returns whether the demo account has another password than the printed one
 */
export async function publishAndSeed({
  url,
  home,
  secrets,
  hosted,
  sample,
  note,
}: {
  url: string
  home: string
  secrets: Secrets
  hosted: boolean
  /** Whether the data is the sample league; then the demo account gets the developer role. */
  sample: boolean
  note: (text: string) => void
}): Promise<boolean> {
  const publishing = publishTo({
    url: process.env.SUPABASE_URL ?? url,
    secretKey: process.env.SUPABASE_SECRET_KEY ?? secrets.secretKey,
    home,
    note,
    // A hosted project has releases of other checkouts.
    replace: hosted ? [] : undefined,
  })
  // A hosted project belongs to an operator and gets no demo account.
  const seeding = hosted
    ? false
    : seedDemo({
        url,
        publishableKey: secrets.publishableKey,
        secretKey: secrets.secretKey,
        demo: secrets.demo,
        developer: sample,
      })
  // The two are independent of each other.
  const [, isPasswordChanged] = await Promise.all([publishing, seeding])
  return isPasswordChanged
}
