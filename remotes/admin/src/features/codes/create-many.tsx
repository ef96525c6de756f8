import { accessCodeText, createdCodesResponse, MAX_CODES_PER_REQUEST } from '@propsight/shared/contracts'
import { countText, numberText } from '@propsight/shared/format'
import { Button, FieldError, Icon, Segmented, TextArea, TextInput } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { type ChangeEvent, type FormEvent, useEffect, useId, useMemo, useState } from 'react'
import { timeText } from '../../components/format.ts'
import { AdminTable, FIGURE, WIDE, WIDE_TIME } from '../../components/list.tsx'
import { Modal } from '../../components/modal.tsx'
import screen from '../../components/screen.module.css'
import { useAdminApi } from '../../state/admin-api.ts'
import { errorText, useRetryKey, useUnsaved } from '../../state/requests.ts'
import { type NewCode, readCodes, writeCodes } from './code-csv.ts'
import styles from './create-many.module.css'

export const CODE_RULE = 'A code has 1 to 64 visible characters and no spaces.'
const MOST_USES = 1_000_000

/** The error message of an invalid code; null for a valid one. */
export const codeProblem = (code: string): string | null =>
  accessCodeText.safeParse(code).success ? null : CODE_RULE

/** Parses the maximum uses: an empty field is 1, an invalid number is null (D1). */
export function usesOf(text: string): number | null {
  const uses = text.trim() === '' ? 1 : Number(text)
  return Number.isInteger(uses) && uses > 0 && uses <= MOST_USES ? uses : null
}

/** Converts the local date and time of a form field to ISO 8601 in UTC; null for an empty field. */
export const expiryOf = (local: string): string | null => (local ? new Date(local).toISOString() : null)

export const notesOf = (text: string): string | null => text.trim() || null

export interface Limits {
  uses: string
  expires: string
  notes: string
}
export const NO_LIMITS: Limits = { uses: '1', expires: '', notes: '' }

interface CodeLimitsProps {
  value: Limits
  onChange(change: Partial<Limits>): void
}

/** The fields of a new access code other than its name: maximum uses, expiry and notes. */
export function CodeLimits({ value, onChange }: CodeLimitsProps) {
  const resetEmptyUses = () => {
    if (value.uses.trim() === '') onChange({ uses: '1' })
  }
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          label="Max Uses"
          type="number"
          min={1}
          step={1}
          inputMode="numeric"
          value={value.uses}
          onChange={(event) => onChange({ uses: event.target.value })}
          onBlur={resetEmptyUses}
        />
        <TextInput
          label="Expires At (optional)"
          type="datetime-local"
          value={value.expires}
          onChange={(event) => onChange({ expires: event.target.value })}
        />
      </div>
      <TextArea
        label="Notes (optional)"
        rows={2}
        maxLength={2_000}
        value={value.notes}
        onChange={(event) => onChange({ notes: event.target.value })}
      />
    </>
  )
}

const PREFIX = /^[A-Za-z0-9-]{0,20}$/

/** Generates random codes. A retry after a lost answer uses the same idempotency key. */
function GenerateForm({ onCreated }: { onCreated(codes: NewCode[]): void }) {
  const { fetchParsed } = useAdminApi()
  const [count, setCount] = useState('10')
  const [prefix, setPrefix] = useState('')
  const [limits, setLimits] = useState(NO_LIMITS)
  const retryKey = useRetryKey()
  const requestedCount = Number(count)
  const maxUses = usesOf(limits.uses)
  const isCount =
    Number.isInteger(requestedCount) && requestedCount > 0 && requestedCount <= MAX_CODES_PER_REQUEST
  const isPrefix = PREFIX.test(prefix.trim())

  const generate = useMutation({
    mutationFn(values: Omit<NewCode, 'code'>) {
      const request = { count: requestedCount, prefix: prefix.trim(), ...values }
      const body = { ...request, idempotencyKey: retryKey(request) }
      return fetchParsed(createdCodesResponse, '/api/admin/generate-codes', { body })
    },
    onSuccess: ({ codes }, values) => onCreated(codes.map((code) => ({ code, ...values }))),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isCount || !isPrefix || maxUses === null || generate.isPending) return
    generate.mutate({ maxUses, expiresAt: expiryOf(limits.expires), notes: notesOf(limits.notes) })
  }
  return (
    <form className={screen.form} onSubmit={submit}>
      <div className={screen.pair}>
        <TextInput
          label="How many"
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_CODES_PER_REQUEST}
          value={count}
          onChange={(event) => setCount(event.target.value)}
        />
        <TextInput
          label="Prefix (optional)"
          autoComplete="off"
          spellCheck={false}
          maxLength={20}
          value={prefix}
          onChange={(event) => setPrefix(event.target.value)}
          error={isPrefix ? null : 'Letters, digits and hyphens only'}
        />
      </div>
      <CodeLimits value={limits} onChange={(change) => setLimits((now) => ({ ...now, ...change }))} />
      {!isCount && count !== '' && (
        <FieldError>{`1 to ${numberText(MAX_CODES_PER_REQUEST)} at once`}</FieldError>
      )}
      {generate.error && (
        <FieldError>{errorText(generate.error, { server: 'Failed to create codes' })}</FieldError>
      )}
      <Button
        type="submit"
        variant="go"
        busy={generate.isPending}
        disabled={!isCount || !isPrefix || maxUses === null}
      >
        {isCount ? `Create ${countText(requestedCount, 'code')}` : 'Create codes'}
      </Button>
    </form>
  )
}

const SHOWN_ROWS = 5
const SHOWN_PROBLEMS = 10

/** Imports codes from CSV. Nothing is sent until every row is valid. */
export function ImportForm({ onCreated }: { onCreated(codes: NewCode[]): void }) {
  const { fetchParsed } = useAdminApi()
  const [text, setText] = useState('')
  const importing = useMutation({
    mutationFn: (rows: NewCode[]) =>
      fetchParsed(createdCodesResponse, '/api/admin/import-codes', { body: { codes: rows } }),
    onSuccess: (_, rows) => onCreated(rows),
  })
  const { codes, problems } = useMemo(() => readCodes(text), [text])
  const wrong = text.trim() ? problems : []
  const ready = codes.length > 0 && !wrong.length
  const file = useId()

  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const [chosen] = event.target.files ?? []
    if (chosen) setText(await chosen.text())
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (ready && !importing.isPending) importing.mutate(codes)
  }
  return (
    <form className={screen.form} onSubmit={submit}>
      <p className={styles.file}>
        <label htmlFor={file}>CSV file</label>
        <input id={file} type="file" accept=".csv,text/csv" onChange={(event) => void choose(event)} />
      </p>
      <TextArea
        label="Or paste it here"
        rows={5}
        spellCheck={false}
        placeholder={'code,max_uses,expires_at,notes\nOPENING-DAY,25,2026-12-31T23:59:00Z,Newsletter'}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {wrong.length > 0 && (
        <div role="alert" className={styles.problems}>
          <p>{countText(wrong.length, 'problem')}; correct them to import the codes.</p>
          <ul>
            {wrong.slice(0, SHOWN_PROBLEMS).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
            {wrong.length > SHOWN_PROBLEMS && <li>and {wrong.length - SHOWN_PROBLEMS} more</li>}
          </ul>
        </div>
      )}
      {codes.length > 0 && (
        <div>
          <AdminTable
            label="Preview"
            rows={codes.slice(0, SHOWN_ROWS)}
            keyOf={({ code }) => code}
            columns={[
              { head: 'Code', cell: ({ code }) => <span className={screen.strong}>{code}</span> },
              { head: 'Max uses', ...FIGURE, cell: ({ maxUses }) => maxUses },
              { head: 'Expires', ...WIDE_TIME, cell: ({ expiresAt }) => timeText(expiresAt) },
              { head: 'Notes', ...WIDE, cell: ({ notes }) => notes ?? '—' },
            ]}
          />
          {codes.length > SHOWN_ROWS && (
            <p className={screen.under}>and {countText(codes.length - SHOWN_ROWS, 'row')} more</p>
          )}
        </div>
      )}
      {importing.error && (
        <FieldError>{errorText(importing.error, { server: 'Failed to import codes' })}</FieldError>
      )}
      <Button type="submit" variant="go" busy={importing.isPending} disabled={!ready}>
        {ready ? `Import ${countText(codes.length, 'code')}` : 'Import'}
      </Button>
    </form>
  )
}

const WAYS = [
  { value: 'generate', label: 'Generate' },
  { value: 'import', label: 'Import CSV' },
] as const
type Way = (typeof WAYS)[number]['value']

/** The created codes, with a download as CSV. */
function Created({ codes }: { codes: readonly NewCode[] }) {
  const [href, setHref] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([writeCodes(codes)], { type: 'text/csv;charset=utf-8' }))
    setHref(url)
    return () => URL.revokeObjectURL(url)
  }, [codes])
  return (
    <>
      <p role="status" className={styles.made}>
        <Icon name="check" />
        {countText(codes.length, 'code')} created
      </p>
      <textarea
        className={styles.list}
        aria-label="New codes"
        readOnly
        rows={Math.min(10, codes.length)}
        value={codes.map(({ code }) => code).join('\n')}
      />
      <a className={styles.download} href={href} download="access-codes.csv">
        Download CSV
      </a>
    </>
  )
}

/** Creates many codes at once: generated, or imported from CSV. */
export function CreateMany({ onClose }: { onClose(): void }) {
  const { refresh } = useAdminApi()
  const [way, setWay] = useState<Way>('generate')
  const [created, setCreated] = useState<readonly NewCode[] | null>(null)
  useUnsaved(true)
  const onCreated = (codes: NewCode[]) => {
    setCreated(codes)
    void refresh('codes', 'audit')
  }
  return (
    <Modal title="Create many" onClose={onClose} wide>
      {created ? (
        <Created codes={created} />
      ) : (
        <>
          <Segmented label="How" options={WAYS} value={way} onChange={(next) => setWay(next)} />
          {way === 'generate' ? <GenerateForm onCreated={onCreated} /> : <ImportForm onCreated={onCreated} />}
        </>
      )}
    </Modal>
  )
}
