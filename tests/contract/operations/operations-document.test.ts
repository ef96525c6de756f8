import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parser } from '@prometheus-io/lezer-promql'
import { emptyUpstream, startTestApi, type TestApi } from '@propsight/api/testing'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'

const ROOT = join(import.meta.dirname, '../../..')
const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
/** Labels that Prometheus itself adds to every sample or bucket. */
const OF_PROMETHEUS = ['instance', 'le']
const section = (name: string) => text.split(`\n## ${name}\n`)[1]?.split('\n## ')[0] ?? ''
const rows = (name: string) =>
  section(name)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| variable \|/.test(line))
    // A bar inside a cell is escaped.
    .map((line) => line.slice(2, -2).split(/ (?<!\\)\| /))
const quoted = (cell = '') =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, found = '']) => found.replaceAll('\\|', '|'))

const deployed = (path: string): string => readFileSync(join(ROOT, 'deploy', path), 'utf8')
const scraped = z
  .object({
    rule_files: z.tuple([z.literal('rules.yaml')]),
    scrape_configs: z.array(z.looseObject({})).length(1),
  })
  .loose()
const ruleFile = z.strictObject({
  groups: z.tuple([
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().regex(/^\d+[mh]$/),
          labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
          annotations: z.strictObject({ summary: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ]),
})
const alerts = ruleFile.parse(parse(deployed('prometheus/rules.yaml'))).groups[0].rules
const panel = z.looseObject({
  title: z.string(),
  targets: z.array(z.looseObject({ expr: z.string() })).default([]),
})
const { panels } = z
  .looseObject({ panels: z.array(panel) })
  .parse(JSON.parse(deployed('grafana/dashboard.json')))
const queries = [
  ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...alerts.map(({ expr }) => expr),
]
const metricLabels = z.array(z.string())
const METRIC = /\b(?:propsight|nodejs|process)_[a-z0-9_]+/g
const withoutSuffix = (name: string) => name.replace(/_(bucket|count|sum)$/, '')

describe('docs/operations.md with the files of deploy/', () => {
  let api: TestApi
  /** Labels by the name of the metric. */
  const exposed = new Map<string, readonly string[]>()
  const metricOf = (name: string) => (exposed.has(name) ? name : withoutSuffix(name))
  beforeAll(async () => {
    const databaseUrl = inject('contractDatabaseUrl')
    api = await startTestApi({ upstream: emptyUpstream, ...(databaseUrl ? { databaseUrl } : {}) })
    await api.instances[0]?.jobsStarted
    for (const metric of api.instances[0]?.deps.metrics.registry.getMetricsAsArray() ?? [])
      exposed.set(metric.name, 'labelNames' in metric ? metricLabels.parse(metric.labelNames) : [])
  })
  afterAll(() => api?.close())

  it('contains only valid PromQL on existing metrics and labels', () => {
    const strict = parser.configure({ strict: true })
    expect(queries.length).toBeGreaterThan(40)
    for (const query of queries) {
      expect(() => strict.parse(query), query).not.toThrow()
      const metrics = [...query.matchAll(METRIC)].map(([name]) => metricOf(name))
      expect(
        metrics.filter((name) => !exposed.has(name)),
        query,
      ).toEqual([])
      expect(metrics.length, query).toBeGreaterThan(0)
      const labels = [
        ...[...query.matchAll(/by \(([^)]+)\)/g)].flatMap(([, list = '']) => list.split(', ')),
        ...[...query.matchAll(/[{,](\w+)=/g)].map(([, label = '']) => label),
      ]
      const allowed = [...OF_PROMETHEUS, ...metrics.flatMap((name) => exposed.get(name) ?? [])]
      expect(
        labels.filter((label) => !allowed.includes(label)),
        query,
      ).toEqual([])
    }
  })

  it('loads the rules into the Prometheus that scrapes the instances', () => {
    expect(() => scraped.parse(parse(deployed('prometheus/prometheus.yaml')))).not.toThrow()
  })

  it('has a runbook for every alert and uses every metric of the product in a query', () => {
    expect(alerts.length).toBeGreaterThan(10)
    const runbooks = [...section('Dashboard and alerts').matchAll(/^### (\w+)$/gm)].map(
      ([, name = '']) => name,
    )
    expect(runbooks).toEqual(alerts.map(({ alert }) => alert))
    for (const { alert, annotations } of alerts)
      expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`)
    const queried = new Set(
      queries.flatMap((query) => [...query.matchAll(METRIC)].map(([name]) => metricOf(name))),
    )
    const ours = [...exposed.keys()].filter((name) => name.startsWith('propsight_'))
    expect(ours.length).toBeGreaterThan(30)
    expect(ours.filter((name) => !queried.has(name))).toEqual([])
  })

  it('names only environment variables that the API reads', () => {
    const read = readFileSync(join(ROOT, 'api/src/platform/config/env.ts'), 'utf8')
    const variables = rows('Traces').flatMap(([name]) =>
      quoted(name).filter((found) => found.startsWith('OTEL_')),
    )
    expect(variables.length).toBe(7)
    expect(variables.filter((name) => !read.includes(`  ${name}:`))).toEqual([])
  })
})

it('the image and the unit of systemd start the API with the same options of Node', () => {
  const image = readFileSync(join(ROOT, 'Containerfile'), 'utf8')
  const [, inImage = ''] = /^CMD \["node", (.*"api\/src\/main\.ts")\]$/m.exec(image) ?? []
  const [, inUnit = ''] = /^ExecStart=\S+\/node (.*)$/m.exec(deployed('propsight-api.service')) ?? []
  expect(inUnit).not.toBe('')
  expect(inUnit.split(' ')).toEqual(JSON.parse(`[${inImage}]`))
})
