import * as z from 'zod'

/** A bucket, and optionally the folder in it that a CDN serves. */
const BUCKET_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[A-Za-z0-9][\w-]{0,60}){0,6})\/?$/
/**
 * A release has at most 20 MB, and a store always keeps ten of them; this leaves room for their compressed
 * variants.
 */
const DEFAULT_REMOTE_MB = 2_000

const bucketUrl = z.string().transform((text, context) => {
  const [, bucket, folder] = BUCKET_URL.exec(text) ?? []
  if (bucket !== undefined && folder !== undefined) return { bucket, prefix: folder.slice(1) }
  context.addIssue({ code: 'custom', message: 'must be s3://bucket or s3://bucket/folder, without a login' })
  return z.NEVER
})

/** Storage of release files: a local folder, or object storage with an S3 API. */
export const bundleVariables = {
  BUNDLES_DIR: z.string().min(1).optional(),
  /** `s3://bucket/folder`; used instead of the local folder. */
  BUNDLES_URL: bucketUrl.optional(),
  /** Endpoint of an S3-compatible storage; Amazon S3 if not set. */
  BUNDLES_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address' })
    .refine((url) => !new URL(url).username, 'must have no login: it goes into BUNDLES_S3_KEY_ID')
    .optional(),
  BUNDLES_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be a region such as us-east-1, or auto')
    .default('us-east-1'),
  /**
   * Without a key the client uses the default credential chain of the AWS SDK, such as the role of the
   * machine.
   */
  BUNDLES_S3_KEY_ID: z.string().min(1).optional(),
  BUNDLES_S3_SECRET: z.string().min(1).optional(),
  /** Whether the bucket is in the path instead of the host name. Default: on if an endpoint is set. */
  BUNDLES_S3_PATH_STYLE: z.enum(['on', 'off']).optional(),
  /** The packed kit for remotes of other repositories, which `/api/remote-kit.tgz` serves. */
  REMOTE_KIT: z.string().min(1).optional(),
  /** Maximum size of all stored releases of one remote, in MB of 1,000,000 bytes. */
  BUNDLES_MAX_REMOTE_MB: z.coerce.number().int().min(1).max(1_000_000).default(DEFAULT_REMOTE_MB),
}

export type BundleEnv = z.infer<z.ZodObject<typeof bundleVariables>>

/**
 * Checks the variables of the bundle store against each other. `refuse` is called for each variable that is
 * wrong.
 */
export function checkBundleVariables(
  env: BundleEnv,
  refuse: (variable: keyof BundleEnv, message: string) => void,
): void {
  if (!env.BUNDLES_DIR && !env.BUNDLES_URL) refuse('BUNDLES_DIR', 'is needed, or BUNDLES_URL for a bucket')
  if (Boolean(env.BUNDLES_S3_KEY_ID) !== Boolean(env.BUNDLES_S3_SECRET))
    refuse(
      env.BUNDLES_S3_KEY_ID ? 'BUNDLES_S3_SECRET' : 'BUNDLES_S3_KEY_ID',
      'is needed where the other half of the key is set',
    )
  if (env.BUNDLES_S3_ENDPOINT && !env.BUNDLES_URL)
    refuse('BUNDLES_URL', 'is needed where BUNDLES_S3_ENDPOINT is set: it names the bucket')
}

/**
 * Reads the variables of the bundle store only, for commands that need no others, such as a local deploy.
 * @throws Error naming each bad variable, never a value
 */
export function readBundleVariables(source: Record<string, string | undefined>): BundleEnv {
  const nonEmpty = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const schema = z
    .object(bundleVariables)
    .superRefine((env, context) =>
      checkBundleVariables(env, (variable, message) =>
        context.addIssue({ code: 'custom', path: [variable], message }),
      ),
    )
  const result = schema.safeParse(nonEmpty)
  if (result.success) return result.data
  throw new Error(result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'))
}
