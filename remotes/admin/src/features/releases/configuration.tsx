import { useShell } from '@propsight/shared/client'
import type { ConfigResponse, ConfigValue } from '@propsight/shared/contracts'
import * as z from '@propsight/shared/schema'
import { Button, FieldError, Panel, SelectInput, type TableColumn, TextInput } from '@propsight/shared/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { timeText } from '../../components/format.ts'
import { ACTIONS, AdminTable, WIDE } from '../../components/list.tsx'
import { Modal } from '../../components/modal.tsx'
import screen from '../../components/screen.module.css'
import { useAdminApi } from '../../state/admin-api.ts'
import { errorText } from '../../state/requests.ts'

type Stored = ConfigResponse['values'][number]

const value = z.union([z.boolean(), z.number(), z.string()])
/** The displayed part of `configResponse`, for the reason in `release-queries.ts`. */
const shownConfig = z.object({
  declared: z.record(
    z.string(),
    z.looseObject({ type: z.string(), default: value, enum: z.array(z.string()).optional() }),
  ),
  values: z.array(
    z.object({
      key: z.string(),
      value,
      audience: z.record(z.string(), z.unknown()),
      updatedAt: z.string(),
      updatedBy: z.string(),
    }),
  ),
})
type Shown = z.infer<typeof shownConfig>

interface Row {
  key: string
  type: string
  default: ConfigValue | undefined
  choices: readonly string[]
  set: (Omit<Stored, 'audience'> & { audience: Record<string, unknown> }) | undefined
}

function toRows({ declared, values }: Shown): Row[] {
  const keys = new Set([...Object.keys(declared), ...values.map(({ key }) => key)])
  return [...keys].map((key) => {
    const property = declared[key]
    const type = property?.type ?? 'not declared'
    const choices = type === 'boolean' ? ['true', 'false'] : (property?.enum ?? [])
    return { key, type, default: property?.default, choices, set: values.find((each) => each.key === key) }
  })
}

const audienceText = (audience: Record<string, unknown>): string =>
  Object.entries(audience)
    .map(([name, condition]) => `${name} ${[condition].flat().join(' or ')}`)
    .join(', ') || 'all visitors'

/** @param onChange called with the value of a row */
const columns = (onChange: (row: Row) => void): readonly TableColumn<Row>[] => [
  {
    head: 'Value',
    cell: ({ key, type, set, ...row }) => (
      <>
        <span className={screen.strong}>{key}</span> = {String(set?.value ?? row.default)}
        <span className={screen.under}>
          {type}, default {String(row.default ?? '—')}
        </span>
        {set && <span className={screen.under}>{audienceText(set.audience)}</span>}
      </>
    ),
  },
  { head: 'Set', ...WIDE, cell: ({ set }) => (set ? `${set.updatedBy} · ${timeText(set.updatedAt)}` : '—') },
  {
    ...ACTIONS,
    cell: (row) => (
      <Button variant="bare" aria-label={`Change ${row.key}`} onClick={() => onChange(row)}>
        Change
      </Button>
    ),
  },
]

const CONDITIONS = ['percent', 'plan', 'role', 'region', 'cohort'] as const
const LABELS: Record<(typeof CONDITIONS)[number], string> = {
  percent: 'Percentage of visitors',
  plan: 'Plans, such as basic, premium',
  role: 'Role: user or developer',
  region: 'Regions, such as US-NJ, FR',
  cohort: 'Cohorts',
}

/** Reads what was typed for an audience; the server checks it. */
function readAudience(typed: Partial<Record<string, string>>): Record<string, unknown> {
  const audience: Record<string, unknown> = {}
  for (const name of CONDITIONS) {
    const text = typed[name]?.trim()
    if (!text) continue
    if (name === 'percent') audience[name] = Number(text)
    else audience[name] = name === 'role' ? text : text.split(/[\s,]+/)
  }
  return audience
}

/** Reads what was typed as a value of the declared type. */
function readValue(text: string, type: string): ConfigValue {
  if (type === 'boolean') return text === 'true'
  return type === 'string' ? text : Number(text)
}

/** Sets a value for an audience, or gives all visitors the default. */
function ChangeValue({ name, row, onClose }: { name: string; row: Row; onClose(): void }) {
  const { notify } = useShell()
  const { post, refresh } = useAdminApi()
  const [text, setText] = useState(String(row.set?.value ?? row.default ?? ''))
  const [message, setMessage] = useState('')
  const [typed, setTyped] = useState<Partial<Record<string, string>>>(() =>
    Object.fromEntries(
      Object.entries(row.set?.audience ?? {}).map(([key, condition]) => [key, [condition].flat().join(', ')]),
    ),
  )
  const change = useMutation({
    mutationFn: (next: ConfigValue | null) =>
      post(`/api/remotes/${name}/config`, {
        key: row.key,
        value: next,
        audience: next === null ? {} : readAudience(typed),
        message: message.trim(),
      }),
    onSuccess() {
      notify({ message: `Changed ${row.key} of ${name}`, tone: 'good' })
      void refresh('config', 'releases', 'audit')
      onClose()
    },
  })
  return (
    <Modal
      title={`Change ${row.key} of ${name}`}
      onClose={onClose}
      busy={change.isPending}
      footer={
        <>
          {row.set && (
            <Button variant="bad" busy={change.isPending} onClick={() => change.mutate(null)}>
              Default for all
            </Button>
          )}
          <Button
            variant="go"
            busy={change.isPending}
            onClick={() => change.mutate(readValue(text, row.type))}
          >
            Save
          </Button>
        </>
      }
    >
      <div className={screen.form}>
        <p>
          Open pages get it within 15 seconds. Visitors for whom a condition does not hold get the default.
        </p>
        {row.choices.length > 0 ? (
          <SelectInput
            label="Value"
            data-first
            value={text}
            onChange={(event) => setText(event.target.value)}
          >
            {row.choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </SelectInput>
        ) : (
          <TextInput
            label="Value"
            data-first
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        {CONDITIONS.map((condition) => (
          <TextInput
            key={condition}
            label={`${LABELS[condition]} (optional)`}
            autoComplete="off"
            value={typed[condition] ?? ''}
            onChange={(event) => setTyped({ ...typed, [condition]: event.target.value })}
          />
        ))}
        <TextInput
          label="Why (optional)"
          autoComplete="off"
          maxLength={500}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        {change.error && (
          <FieldError>{errorText(change.error, { server: 'The value was not changed' })}</FieldError>
        )}
      </div>
    </Modal>
  )
}

/** The values of a remote that are changed without a deploy. Nothing for a remote without any. */
export function Configuration({ name }: { name: string }) {
  const { fetchParsed } = useAdminApi()
  const { data } = useQuery({
    queryKey: ['admin', 'config', name],
    queryFn: ({ signal }) => fetchParsed(shownConfig, `/api/remotes/${name}/config`, { signal }),
    staleTime: 0,
  })
  const [changed, setChanged] = useState<Row | null>(null)
  const rows = data ? toRows(data) : []
  if (rows.length === 0) return null
  return (
    <Panel title="Configuration">
      <AdminTable label="Configuration" columns={columns(setChanged)} rows={rows} keyOf={({ key }) => key} />
      {changed && <ChangeValue name={name} row={changed} onClose={() => setChanged(null)} />}
    </Panel>
  )
}
