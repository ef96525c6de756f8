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

const TOKEN = "the remote's deploy token, or the admin key"
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
  { call: 'GET /api/remotes/:name/releases', caller: TOKEN, answer: contracts.releasesResponse },
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
    note: '201. 404 for a withdrawn release, 409 for a shell that does not exist.',
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
  { call: 'GET /api/remote-kit.tgz', caller: 'public', note: 'The kit as npm installs it.' },
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

const code = (value: unknown): string => `\`${String(value).replaceAll('|', '\\|')}\``

function limitsOf(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, maxItems, pattern, format } = schema
  const isSafe = (limit: number | undefined) =>
    limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER
  const limits = [
    ...(isSafe(minimum) ? [`from ${minimum}`] : []),
    ...(isSafe(maximum) ? [`to ${maximum}`] : []),
    ...(minLength ? [`at least ${minLength} characters`] : []),
    ...(maxLength ? [`at most ${maxLength} characters`] : []),
    ...(maxItems ? [`at most ${maxItems}`] : []),
    ...(format ? [format] : []),
    ...(pattern && !format ? [code(pattern)] : []),
  ]
  return limits.length > 0 ? ` (${limits.join(', ')})` : ''
}

/** Describes the values of a schema in one line. */
function describeType(schema: JsonSchema): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map(describeType))].join(' or ')
  if (schema.const !== undefined) return code(JSON.stringify(schema.const))
  if (schema.enum) return schema.enum.map((value) => code(JSON.stringify(value))).join(', ')
  if (schema.type === 'array')
    return `list of ${schema.items ? describeType(schema.items) : 'values'}${limitsOf(schema)}`
  if (schema.type === 'object' && !schema.properties && typeof schema.additionalProperties === 'object')
    return `object by name: ${describeType(schema.additionalProperties)}`
  const types = [schema.type ?? 'any value'].flat().join(' or ')
  return `${types}${limitsOf(schema)}`
}

/** The fields of a schema, and those of the objects in it, as rows of a table. */
function rowsOf(schema: JsonSchema, prefix = ''): string[] {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((choice) => rowsOf(choice, prefix))
  const items = schema.items ? rowsOf(schema.items, `${prefix}[]`) : []
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = prefix ? `${prefix}.${name}` : name
    const isRequired = schema.required.includes(name) && field.default === undefined
    const fallback = field.default === undefined ? '' : `; ${code(JSON.stringify(field.default))} if absent`
    const row = `| ${code(path)} | ${isRequired ? 'yes' : 'no'} | ${describeType(field)}${fallback} |`
    return [row, ...rowsOf(field, path)]
  })
  return [...new Set([...fields, ...items, ...inner])]
}

function tableOf(title: string, schema: z.ZodType, io: 'input' | 'output'): string {
  const rows = rowsOf(
    jsonSchema.parse(z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })),
  )
  return [`${title}:`, '', '| field | required | value |', '|---|---|---|', ...rows, ''].join('\n')
}

/** The reference of the release API as Markdown. */
export const renderHttpReference = (): string =>
  [
    '# HTTP protocol of releases',
    '',
    'Written from the schemas of `shared/src/contracts/releases`; `npm run unit -- tools/remote/text/http-reference.test.ts -u` writes it again. The token is sent as `Authorization: Bearer`. Errors are `{ error, message, code, requestId }`: 400 for a body that does not match, 401 and 403 for missing rights, 409 for conflicts, 413 for excessive size, 422 for checks, 429 with `Retry-After`.',
    '',
    ...ENDPOINTS.flatMap(({ call, caller, note, body, answer }) => [
      `## ${call}`,
      '',
      `Caller: ${caller}.${note ? ` ${note}` : ''}`,
      '',
      ...(body ? [tableOf('Body', body, 'input')] : []),
      ...(answer ? [tableOf('Answer', answer, 'output')] : []),
    ]),
  ].join('\n')

/** The calls of the reference, as `METHOD /path`. */
export const documentedCalls = (): string[] => ENDPOINTS.map(({ call }) => call)
