import * as z from '@propsight/shared/schema'
import { regionCode } from '../accounts/account.ts'
import type { ConfigValue } from '../remote-contract.ts'
import {
  globalNameSchema,
  MANIFEST_FILE,
  placementSchema,
  relativeFileSchema,
  remoteNameSchema,
} from './registry.ts'
import { accountConditions, configKeySchema, slotNameSchema } from './slots.ts'

const MAX_TEXT_CHARS = 500
const text = z.string().max(MAX_TEXT_CHARS)

export const configValueSchema = z.union([z.boolean(), z.number(), text])

const description = z.string().max(200).optional()

/** One value of a configuration, in the words of JSON Schema. A boolean is a flag. */
const property = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('boolean'), default: z.boolean(), description }),
  z.strictObject({
    type: z.enum(['number', 'integer']),
    default: z.number(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    description,
  }),
  z.strictObject({
    type: z.literal('string'),
    default: text,
    enum: z.array(text).min(1).max(50).optional(),
    maxLength: z.int().min(0).max(MAX_TEXT_CHARS).optional(),
    description,
  }),
])
export type ConfigProperty = z.infer<typeof property>

const withValidDefault = property.refine(
  (declared) => describeMismatch(declared, declared.default) === null,
  'its default is not a valid value',
)

const MAX_PROPERTIES = 30
/** `config` of `remote.json`: the values that are changed without a deploy, each with its default. */
export const configDeclarationSchema = z
  .record(configKeySchema, withValidDefault)
  .refine((declared) => Object.keys(declared).length <= MAX_PROPERTIES, `at most ${MAX_PROPERTIES} values`)
export type ConfigDeclaration = z.infer<typeof configDeclarationSchema>

/** Says what a property accepts if it does not accept a value; null if it does. */
export function describeMismatch(property: ConfigProperty, value: ConfigValue): string | null {
  if (property.type === 'boolean') return typeof value === 'boolean' ? null : 'true or false'
  if (property.type === 'string') {
    const { enum: allowed, maxLength = MAX_TEXT_CHARS } = property
    if (allowed) return allowed.some((each) => each === value) ? null : `one of ${allowed.join(', ')}`
    return typeof value === 'string' && value.length <= maxLength
      ? null
      : `a text of at most ${maxLength} characters`
  }
  const { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = property
  const isNumber = typeof value === 'number' && (type === 'number' || Number.isInteger(value))
  if (isNumber && value >= minimum && value <= maximum) return null
  const limits = [
    property.minimum === undefined ? '' : ` from ${property.minimum}`,
    property.maximum === undefined ? '' : ` to ${property.maximum}`,
  ].join('')
  return `${type === 'integer' ? 'an integer' : 'a number'}${limits}`
}

/**
 * The configuration of a release: each declared value as it is set, or its default. A value that this release does not
 * accept is ignored, because an older or newer release declares it differently.
 */
export function resolveConfig(
  declared: ConfigDeclaration,
  values: ReadonlyMap<string, ConfigValue>,
): Record<string, ConfigValue> {
  return Object.fromEntries(
    Object.entries(declared).map(([key, property]) => {
      const value = values.get(key)
      return [
        key,
        value !== undefined && describeMismatch(property, value) === null ? value : property.default,
      ]
    }),
  )
}

export const cohortNameSchema = remoteNameSchema

/**
 * Visitors who get a canary or a value. All that is named must hold; without anything it is every visitor. The server
 * decides, so that browsers do not see the members of a cohort.
 */
export const audienceSchema = z.strictObject({
  ...accountConditions,
  /** Share of visitors, chosen by a hash that is constant for a visitor. */
  percent: z.number().min(0).max(100).optional(),
  /** ISO 3166: `US` includes `US-NJ`. Known only behind a proxy that sends it (`REGION_HEADER`). */
  region: z.array(regionCode).min(1).max(60).optional(),
  /** Named lists of accounts. */
  cohort: z.array(cohortNameSchema).min(1).max(20).optional(),
})
export type Audience = z.infer<typeof audienceSchema>

/** A stored value of a remote. */
export const configRowSchema = z.object({
  key: configKeySchema,
  value: configValueSchema,
  audience: audienceSchema,
})
export type ConfigRow = z.infer<typeof configRowSchema>

/** `GET /api/remotes/{name}/config` */
export const configResponse = z.object({
  name: remoteNameSchema,
  /** What the live release declares. */
  declared: configDeclarationSchema,
  /** What is set. Everything else has its default. */
  values: z.array(configRowSchema.extend({ updatedAt: z.string(), updatedBy: z.string() })),
})
export type ConfigResponse = z.infer<typeof configResponse>

/**
 * `POST /api/remotes/{name}/config`: sets a value for an audience; all other visitors get the default of their release.
 * The live and the canary release must declare and accept it. Null removes the value.
 */
export const configBody = z.strictObject({
  key: configKeySchema,
  value: configValueSchema.nullable(),
  audience: audienceSchema.default({}),
  message: z.string().max(500).default(''),
})

/** `GET /api/cohorts` */
export const cohortsResponse = z.object({
  cohorts: z.array(
    z.object({
      name: cohortNameSchema,
      members: z.array(z.object({ email: z.string(), addedAt: z.string() })),
    }),
  ),
})
/** `PUT` and `DELETE /api/cohorts/{name}`: adds or removes an account. Answers 204. */
export const cohortMemberBody = z.strictObject({ email: z.email() })

/** `POST /api/remotes/{name}/tokens`. Only this response contains the token; the server stores a hash. */
export const createTokenBody = z.strictObject({
  label: z.string().trim().min(1).max(80),
  days: z.int().min(1).max(365).default(90),
})
/** `GET /api/remote-kit`: the path at which the kit of this release stays available. */
export const remoteKitResponse = z.object({ path: z.string().regex(/^\/api\/remote-kit-[0-9a-f]{16}\.tgz$/) })
export type RemoteKitResponse = z.infer<typeof remoteKitResponse>

export const createTokenResponse = z.object({
  id: z.uuid(),
  name: remoteNameSchema,
  label: z.string(),
  expiresAt: z.string(),
  token: z.string(),
})

/** `GET /api/remotes/{name}/tokens`; `DELETE /api/remotes/{name}/tokens/{id}` answers 204. */
export const tokensResponse = z.object({
  tokens: z.array(
    z.object({
      id: z.uuid(),
      label: z.string(),
      createdAt: z.string(),
      expiresAt: z.string(),
      revokedAt: z.string().nullable(),
      lastUsedAt: z.string().nullable(),
      uses: z.int(),
      refused: z.int(),
    }),
  ),
})

/**
 * `PUT` and `DELETE /api/developers`: accounts that may load a remote from their own machine in the shell.
 */
export const developerBody = z.strictObject({ email: z.email() })

const propType = z.enum(['string', 'number', 'integer', 'boolean', 'null'])

/**
 * A slot that a remote has on its own screens: another form of an element of `slots`. Its name begins with that of the
 * remote. A version of the props keeps its properties and their types; properties may be added.
 */
export const slotDeclarationSchema = z.strictObject({
  declares: slotNameSchema,
  /** Version of the props. */
  props: z.int(),
  /** The props, in the words of JSON Schema. */
  schema: z.record(
    z.string().regex(/^[A-Za-z]\w{0,39}$/),
    z.strictObject({ type: z.union([propType, z.array(propType).min(1)]) }),
  ),
})
export type SlotDeclaration = z.infer<typeof slotDeclarationSchema>

/** Contents of `remote.json` in a remote's package; the build copies them into the release. */
export const remoteDeclarationSchema = z.strictObject({
  name: remoteNameSchema,
  contract: z.string(),
  placement: placementSchema,
  /**
   * The container's file and global name, and the accepted range of each package that it takes from the shell. Only for
   * builds without `mf-manifest.json` (webpack's own plugin).
   */
  container: z
    .strictObject({
      file: relativeFileSchema,
      global: globalNameSchema,
      shared: z.record(z.string().min(1).max(80), z.string().max(80)).optional(),
    })
    .optional(),
  /** Names of the components that it offers; `./remote` exports them as `extensions`. */
  extensions: z.array(remoteNameSchema).max(20).optional(),
  /** Values that are changed without a deploy; `shell.config` has them (since contract 1.6). */
  config: configDeclarationSchema.optional(),
})
export type RemoteDeclaration = z.infer<typeof remoteDeclarationSchema>

/** The entry file of a release: a remote's manifest or container, or the shell's page. */
export const entryOf = (declaration: RemoteDeclaration | null): string =>
  declaration ? (declaration.container?.file ?? MANIFEST_FILE) : 'index.html'
