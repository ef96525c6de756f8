import * as contracts from '@propsight/shared/contracts'
import { expect, it } from 'vitest'
import { readModuleGraph } from './code-structure.ts'
import { reachedFiles } from './module-graph.ts'

/** The parts of zod's definitions that the walk reads. */
interface Definition {
  readonly type: string
  readonly checks?: readonly { readonly _zod: { readonly def: { check: string; value?: unknown } } }[]
  readonly [part: string]: unknown
}
interface Schema {
  readonly _zod: { readonly def: Definition }
}
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && '_zod' in value

/** Names of probabilities, ends of intervals, break-evens, and expected values. */
const NAMES =
  /chance|probab|confiden|promis|no_?vig|break_?even|edge$|low$|high$|profit|expected|worth|units$/i

/** Whether a number is a share or a percentage by its limits, or is named like one. */
function isProbability({ checks = [] }: Definition, path: string): boolean {
  const limit = (check: string) => checks.find(({ _zod }) => _zod.def.check === check)?._zod.def.value
  const [least, most] = [limit('greater_than'), limit('less_than')]
  return (least === 0 && (most === 1 || most === 100)) || NAMES.test(path.split('.').at(-1) ?? '')
}

/** Finds the paths of all numbers of a schema that may be a probability. */
function findFields(schema: Schema, path: string, inside: readonly Schema[] = []): string[] {
  if (inside.includes(schema)) return []
  const { def } = schema._zod
  const go = (part: unknown, name = ''): string[] =>
    isSchema(part) ? findFields(part, `${path}${name}`, [...inside, schema]) : []
  if (def.type === 'number') return isProbability(def, path) ? [path] : []
  return Object.entries(def).flatMap(([part, value]): string[] => {
    if (part === 'checks') return []
    if (part === 'shape') return Object.entries(value as object).flatMap(([key, each]) => go(each, `.${key}`))
    if (part === 'getter') return go((value as () => unknown)())
    return (Array.isArray(value) ? value : [value]).flatMap((each) => go(each))
  })
}

const COMPOSER = 'shared/src/domain/prop/shown-market.ts'
const READER = 'shared/src/domain/prop/line-forecast.ts'

/** Fields that are composed or read from what was composed, with the module that writes them. */
const COMPOSED: readonly (readonly [fields: RegExp, by: string, through: string])[] = [
  [
    /(\.shown|^shownMarketSchema)\.(distribution|low|high)\.atLeast$/,
    'api/src/services/props/show-forecasts.ts',
    COMPOSER,
  ],
  [
    /(\.shown|^shownChanceSchema)\.(over|under|push|(over|under)(Low|High))$/,
    'api/src/services/odds/shown-chances.ts',
    READER,
  ],
  [
    /(recommendations|^recommendationSchema)\.(confidence|low|high|push)$/,
    'api/src/services/analysis/choose-lines.ts',
    READER,
  ],
  [
    /(samples|^freeSampleSchema)\.(chance|low|high|push|offer\.(breakEven|expected))$/,
    'api/src/services/slate/free-samples.ts',
    READER,
  ],
  [/\.probability\.(value|low|high)$/, 'api/src/services/picks/parlay/legs.ts', READER],
  [/(interval|expectedValue)\.(low|high)$/, 'api/src/services/picks/parlay/legs.ts', READER],
  [
    /(?<!offer)\.(overallConfidence|independent|breakEven|recommendedUnits)$/,
    'api/src/services/picks/parlay/legs.ts',
    READER,
  ],
  [
    /\.(overall_confidence|expected_value|recommended_units)$/,
    'api/src/services/picks/parlay/legs.ts',
    READER,
  ],
  [/\.promised(_low|_high)?$/, 'api/src/services/picks/parlay/legs.ts', READER],
  [
    /(picks|myPicks|pick|^pickSchema|^pickRowSchema)\.(forecast\.(low|high|push)|confidence)$/,
    'remotes/analysis/src/state/rank-board.ts',
    READER,
  ],
  [/advancedAnalytics\.(probabilityOver|expectedValue)$/, 'remotes/analysis/src/state/rank-board.ts', READER],
]

/** Fields that are no probability of a prop as the product shows it, each with what it is. */
const OTHERS: readonly (readonly [fields: RegExp, what: string])[] = [
  [
    /(^statForecastSchema|^distributionSchema|forecasts?|steps)(\.(distribution|low|high))?\.atLeast$/,
    'the engine alone: alternate lines, explanations',
  ],
  [/\.(overHitPercentage|overRate)$/, 'hit rate of past games'],
  [/\.(closing_)?no_vig$/, 'the books’ own chance'],
  [/^calibrationResponse\./, 'the record of the engine'],
  [/(rainChance|humidity|\.score)$/, 'weather'],
  [/\.box\.(x|y|width|height)$/, 'place on a picture'],
  [/^(deployBody|audienceSchema|.*\.audience)\.percent$/, 'share of visitors of a rollout'],
  [/\.vitals\.cls$/, 'layout shift of a page'],
]

const fields = [
  ...new Set(
    Object.entries(contracts).flatMap(([name, value]) => (isSchema(value) ? findFields(value, name) : [])),
  ),
]

it('names for each probability, interval, break-even and expected value of the contracts who composes it', () => {
  const known = [...COMPOSED, ...OTHERS].map(([pattern]) => pattern)
  expect(fields.length).toBeGreaterThan(100)
  expect(fields.filter((field) => known.filter((pattern) => pattern.test(field)).length !== 1)).toEqual([])
  expect(known.filter((pattern) => !fields.some((field) => pattern.test(field)))).toEqual([])
})

it('composes each of them in the one place, or reads it from what was composed there', () => {
  const graph = readModuleGraph()
  const past = COMPOSED.filter(
    ([, by, through]) => !reachedFiles(graph, [by], ({ isType }) => !isType).has(through),
  )
  expect(past.map(([, by]) => by)).toEqual([])
})
