import * as contracts from '@propsight/shared/contracts'
import * as z from 'zod'

/** One call of the release API. */
interface Endpoint {
  call: string
  /** Who may call it. */
  caller: string
  body?: z.ZodType
  answer?: z.ZodType
  note?: string
}

const TOKEN = 'team'
const ADMIN = 'the admin key'
const { rolloutChangeBody: change, rolloutResponse: rollout } = contracts

const ENDPOINTS: readonly Endpoint[] = [
  {
    call: 'POST /api/remotes/:name/releases',
    caller: TOKEN,
    note: 'Multipart: the part `deploy` is this body as JSON, then one part per file with its path as the field name. 201: created; 200: present before; 422: refused, with `report`.',
    body: contracts.deployBody,
    answer: contracts.deployResponse,
  },
  {
    call: 'GET /api/remotes/:name/releases',
    caller: TOKEN,
    note: '`permanentPath` shows a release for as long as it is kept.',
    answer: contracts.releasesResponse,
  },
  {
    call: 'GET /api/remotes/:name/telemetry',
    caller: TOKEN,
    note: '`?days=` 1 to 30, by default 7.',
    answer: contracts.telemetryResponse,
  },
  { call: 'GET /api/remotes/:name/webhook', caller: TOKEN, answer: contracts.webhookResponse },
  {
    call: 'PUT /api/remotes/:name/webhook',
    caller: TOKEN,
    body: contracts.webhookBody,
    answer: contracts.webhookSecretResponse,
  },
  { call: 'GET /api/remotes/:name/config', caller: TOKEN, answer: contracts.configResponse },
  {
    call: 'POST /api/remotes/:name/config',
    caller: TOKEN,
    body: contracts.configBody,
    note: '204. 400: the live or the canary release does not declare or accept the value.',
  },
  { call: 'GET /api/cohorts', caller: ADMIN, answer: contracts.cohortsResponse },
  { call: 'PUT /api/cohorts/:name', caller: ADMIN, body: contracts.cohortMemberBody, note: '204.' },
  { call: 'DELETE /api/cohorts/:name', caller: ADMIN, body: contracts.cohortMemberBody, note: '204.' },
  { call: 'POST /api/remotes/:name/promote', caller: TOKEN, body: change, answer: rollout },
  { call: 'POST /api/remotes/:name/halt', caller: TOKEN, body: change, answer: rollout },
  {
    call: 'POST /api/remotes/:name/rollback',
    caller: TOKEN,
    body: contracts.rollbackBody,
    answer: rollout,
    note: '409: the generation is outdated, or the release failed before and `force` is not set.',
  },
  { call: 'POST /api/remotes/:name/retire', caller: TOKEN, body: contracts.retireBody, answer: rollout },
  {
    call: 'POST /api/remotes/:name/previews',
    caller: TOKEN,
    body: contracts.previewBody,
    answer: contracts.previewLinkSchema,
    note: '201. `days` null (`preview --permanent`): an address for as long as the release is kept, also after a rollback. 404 for a withdrawn release otherwise, 409 for a shell that does not exist.',
  },
  {
    call: 'POST /api/remotes/:name/previews/revoke',
    caller: TOKEN,
    body: contracts.revokePreviewsBody,
    note: '204.',
  },
  { call: 'DELETE /api/preview', caller: 'the browser with the preview', note: '204.' },
  {
    call: 'GET /api/rollouts',
    caller: `${ADMIN}; a deploy token sees its own remote`,
    answer: contracts.rolloutsResponse,
  },
  {
    call: 'POST /api/remotes/:name/tokens',
    caller: ADMIN,
    body: contracts.createTokenBody,
    answer: contracts.createTokenResponse,
  },
  { call: 'GET /api/remotes/:name/tokens', caller: ADMIN, answer: contracts.tokensResponse },
  { call: 'DELETE /api/remotes/:name/tokens/:id', caller: ADMIN, note: '204.' },
  { call: 'PUT /api/developers', caller: ADMIN, body: contracts.developerBody, note: '204.' },
  { call: 'DELETE /api/developers', caller: ADMIN, body: contracts.developerBody, note: '204.' },
  { call: 'GET /api/remotes', caller: 'public', answer: contracts.registrySchema, note: 'With an ETag.' },
  { call: 'GET /api/remotes/:name/fallbacks', caller: 'public', answer: contracts.fallbacksResponse },
  { call: 'GET /api/remote-kit', caller: 'public', answer: contracts.remoteKitResponse },
  { call: 'GET /api/remote-kit-:hash.tgz', caller: 'public', note: 'That kit, as npm installs it.' },
  { call: 'GET /api/remote-kit.tgz', caller: 'public', note: 'The kit of this release.' },
  { call: 'POST /api/loads', caller: 'the ticket of a registry', body: contracts.loadsBody, note: '204.' },
  { call: 'PUT /api/override', caller: "a developer's session", body: contracts.overrideBody, note: '204.' },
  { call: 'DELETE /api/override', caller: 'the browser with the override', note: '204.' },
]

/** The part of JSON Schema that the schemas of the contracts use. */
const jsonSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  pattern: z.string().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  default: z.unknown().optional(),
  required: z.array(z.string()).default([]),
  get properties() {
    return z.record(z.string(), jsonSchema).optional()
  },
  get items() {
    return jsonSchema.optional()
  },
  get additionalProperties() {
    return z.union([z.boolean(), jsonSchema]).optional()
  },
  get anyOf() {
    return z.array(jsonSchema).optional()
  },
  get oneOf() {
    return z.array(jsonSchema).optional()
  },
})
type JsonSchema = z.infer<typeof jsonSchema>

type Direction = 'input' | 'output'

/** Types that several calls use, by the name under which the reference describes them once. */
const NAMED: readonly (readonly [string, z.ZodType])[] = [
  ['Name', contracts.remoteNameSchema],
  ['Version', contracts.releaseVersionSchema],
  ['Placement', contracts.placementSchema],
  ['Config', contracts.configDeclarationSchema],
  ['Value', contracts.configValueSchema],
  ['Audience', contracts.audienceSchema],
  ['Conditions', contracts.audienceSchema.omit({ percent: true })],
  ['Verdict', contracts.verdictSchema],
  ['Check', contracts.checkIdSchema],
  ['Rollout', contracts.rolloutSchema],
  ['ServedRelease', contracts.fallbacksResponse.shape.releases.element],
]

const toJson = (schema: z.ZodType, io: Direction): JsonSchema => {
  const { $schema, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
  return jsonSchema.parse(json)
}

/** The names of `NAMED` by the text of their JSON Schema, in both directions. */
const NAMES = new Map(
  NAMED.flatMap(([name, schema]) =>
    (['input', 'output'] as const).map((io) => [JSON.stringify(toJson(schema, io)), name] as const),
  ),
)

/** The named type whose fields this object all has, and the fields that it has besides them. */
function baseOf(schema: JsonSchema): { name: string; rest: JsonSchema } | null {
  const fields = schema.properties ?? {}
  for (const [text, name] of NAMES) {
    const named = jsonSchema.parse(JSON.parse(text))
    const inherited = Object.entries(named.properties ?? {})
    const isSame = ([field, type]: (typeof inherited)[number]) =>
      JSON.stringify(fields[field]) === JSON.stringify(type)
    if (inherited.length === 0 || !inherited.every(isSame)) continue
    const own = Object.entries(fields).filter(([field]) => !Object.hasOwn(named.properties ?? {}, field))
    if (own.length > 0 && own.length < Object.keys(fields).length)
      return { name, rest: { ...schema, properties: Object.fromEntries(own) } }
  }
  return null
}

const nameOf = ({ default: _, ...schema }: JsonSchema): string | undefined =>
  NAMES.get(JSON.stringify(schema))

/** The limits of a value, as a comment behind its field. */
function limitsOf({ minimum, maximum, minLength, maxLength, maxItems, pattern, format }: JsonSchema): string {
  const isSafe = (limit: number | undefined) =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER
  return [
    ...(isSafe(minimum) ? [`≥${minimum}`] : []),
    ...(isSafe(maximum) ? [`≤${maximum}`] : []),
    ...(minLength ? [`≥${minLength} characters`] : []),
    ...(maxLength ? [`≤${maxLength} characters`] : []),
    ...(maxItems ? [`≤${maxItems} items`] : []),
    ...(format ? [format] : []),
    ...(pattern && !format ? [pattern] : []),
  ].join(', ')
}

/** The limits of the values in a field: its own, and those of its items and choices. */
function allLimits(field: JsonSchema): string[] {
  if (nameOf(field)) return []
  const inner = [field.items ?? [], field.anyOf ?? [], field.oneOf ?? []].flat()
  return [limitsOf(field), ...inner.flatMap((each) => (each.properties ? [] : allLimits(each)))].filter(
    Boolean,
  )
}

/** Writes a schema as a TypeScript type: its name if it has one. */
const describeType = (schema: JsonSchema, indent: string): string =>
  nameOf(schema) ?? describeContent(schema, indent)

function describeContent(schema: JsonSchema, indent: string): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => describeType(choice, indent)))].join(' | ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.type === 'array') {
    const items = schema.items ?? { required: [] }
    const item = describeType(items, indent)
    const isUnion = !nameOf(items) && (items.anyOf ?? items.oneOf ?? items.enum)
    return isUnion ? `(${item})[]` : `${item}[]`
  }
  const base = baseOf(schema)
  if (base) return `${base.name} & ${objectOf(base.rest, indent)}`
  if (schema.properties) return objectOf(schema, indent)
  if (typeof schema.additionalProperties === 'object')
    return `Record<string, ${describeType(schema.additionalProperties, indent)}>`
  return [schema.type ?? 'unknown'].flat().join(' | ')
}

/** The type of an object, a field a line; a default and limits are a comment behind the field. */
function objectOf(schema: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const isRequired = schema.required.includes(name) && field.default === undefined
    const notes = [
      ...(field.default === undefined ? [] : [`default ${JSON.stringify(field.default)}`]),
      ...allLimits(field),
    ]
    const comment = notes.length > 0 ? ` // ${notes.join(', ')}` : ''
    return `${inner}${name}${isRequired ? '' : '?'}: ${describeType(field, inner)}${comment}`
  })
  return ['{', ...fields, `${indent}}`].join('\n')
}

const typeOf = (name: string, schema: z.ZodType, io: Direction): string => {
  const json = toJson(schema, io)
  const limits = json.properties ? '' : limitsOf(json)
  return `type ${name} = ${describeContent(json, '')}${limits && ` // ${limits}`}`
}

const block = (lines: readonly string[]): string[] => ['```ts', ...lines, '```', '']

/** The caller, body and answer of a call. Calls that have them in common are described once. */
const describeEndpoint = ({ caller, note, body, answer }: Endpoint): string =>
  [
    `Caller: ${caller}.${note ? ` ${note}` : ''}`,
    '',
    ...(body || answer
      ? block([
          ...(body ? [typeOf('Body', body, 'input')] : []),
          ...(answer ? [typeOf('Answer', answer, 'output')] : []),
        ])
      : []),
  ].join('\n')

/** The reference of the release API as Markdown. */
export const renderHttpReference = (): string =>
  [
    '# HTTP protocol of releases',
    '',
    'Written from the schemas of `shared/src/contracts/releases`; `npm run unit -- tools/remote/text/http-reference.test.ts -u` writes it again. The token is sent as `Authorization: Bearer`; `team` means a deploy token of the remote, or the admin key. Errors are `{ error, message, code, requestId }`: 400 for a body that does not match, 401 and 403 for missing rights, 409 for conflicts, 413 for excessive size, 422 for checks, 429 with `Retry-After`. Bodies and answers are written as TypeScript types; `integer` is a whole number.',
    '',
    ...block(NAMED.map(([name, schema]) => typeOf(name, schema, 'output'))),
    ...[...Map.groupBy(ENDPOINTS, describeEndpoint)].flatMap(([description, calls]) => [
      `## ${calls.map(({ call }) => call).join(', ')}`,
      '',
      description,
    ]),
  ].join('\n')

/** The calls of the reference, as `METHOD /path`. */
export const documentedCalls = (): string[] => ENDPOINTS.map(({ call }) => call)
