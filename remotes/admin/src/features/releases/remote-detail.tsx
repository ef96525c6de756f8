import { useShell } from '@propsight/shared/client'
import {
  Button,
  ErrorState,
  FieldError,
  Icon,
  Panel,
  Skeleton,
  type TableColumn,
  Tag,
  TextInput,
} from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { timeText } from '../../components/format.ts'
import { Link } from '../../components/link.tsx'
import {
  ACTIONS,
  AdminTable,
  type Fact,
  Facts,
  FIGURE,
  WIDE,
  WIDE_FIGURE,
  WIDE_TIME,
} from '../../components/list.tsx'
import { closeAndFocus, Modal } from '../../components/modal.tsx'
import screen from '../../components/screen.module.css'
import { useAdminApi } from '../../state/admin-api.ts'
import { errorText } from '../../state/requests.ts'
import { ChangeRollout, type RolloutAction } from './change-rollout.tsx'
import { Configuration } from './configuration.tsx'
import {
  canaryText,
  describeHealth,
  liveText,
  loadsText,
  type Release,
  rateText,
  timesText,
} from './release-labels.ts'
import { createdPreview, type ShownReleases, useReleases } from './release-queries.ts'
import { Telemetry } from './telemetry.tsx'

interface PreviewLinkProps {
  name: string
  version: string
  onClose(): void
}

/** Creates a link that shows a release in the browser that opens it; copies it, or revokes all links of the release. */
export function PreviewLink({ name, version, onClose }: PreviewLinkProps) {
  const { notify } = useShell()
  const { fetchParsed, post, refresh } = useAdminApi()
  const path = `/api/remotes/${name}/previews`
  const create = useMutation({ mutationFn: () => fetchParsed(createdPreview, path, { body: { version } }) })
  const revoke = useMutation({
    mutationFn: () => post(`${path}/revoke`, { version }),
    onSuccess() {
      notify({ message: `Revoked the preview links of ${name} ${version}`, tone: 'good' })
      void refresh('releases', 'audit')
      onClose()
    },
  })
  const { mutate } = create
  useEffect(() => mutate(), [mutate])

  const link = create.data && `${location.origin}${create.data.path}`
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link ?? '')
      notify({ message: 'Copied the preview link', tone: 'good' })
    } catch {
      notify({ message: 'This browser did not copy it. Select the link and copy it yourself.', tone: 'low' })
    }
  }
  const error = create.error ?? revoke.error
  return (
    <Modal
      title={`Preview ${name} ${version}`}
      onClose={onClose}
      busy={revoke.isPending}
      footer={
        <>
          <Button variant="bad" busy={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke all links
          </Button>
          <Button variant="go" disabled={!link} busy={create.isPending} onClick={() => void copy()}>
            Copy link
          </Button>
        </>
      }
    >
      <div className={screen.form}>
        <p>The browser that opens this link gets {version}, with a banner to leave. No other visitor does.</p>
        <TextInput
          label={create.data ? `Link, until ${timeText(create.data.expiresAt)}` : 'Link'}
          readOnly
          data-first
          value={link ?? ''}
          onFocus={(event) => event.currentTarget.select()}
        />
        {error && <FieldError>{errorText(error, { server: 'The request failed' })}</FieldError>}
      </div>
    </Modal>
  )
}

const SHELL = 'shell'
/** States of releases that a preview link may show. */
const SHOWABLE: ReadonlySet<string> = new Set(['live', 'canary', 'published'])

/** @param onPreview called with the version of a row */
const releaseColumns = (onPreview: (version: string) => void): readonly TableColumn<Release>[] => [
  {
    head: 'Version',
    cell: ({ version, state, message, publishedBy, publishedAt, permanentPath }) => (
      <>
        <span className={screen.strong}>{version}</span>
        <span className={screen.tags}>
          <Tag small outlined={state !== 'live'}>
            {state}
          </Tag>
        </span>
        {message && <span className={screen.under}>{message}</span>}
        <span className={`${screen.under} u-narrow`}>
          {publishedBy} · {timeText(publishedAt)}
        </span>
        {permanentPath && (
          <span className={screen.under}>
            <a href={permanentPath} aria-label={`Permanent address of ${version}`}>
              Permanent address
            </a>
          </span>
        )}
      </>
    ),
  },
  { head: 'Loads', ...WIDE, cell: ({ loads }) => loadsText(loads) },
  { head: 'Failures', ...FIGURE, cell: ({ loads }) => rateText(loads) },
  { head: 'Load p50 · p95', ...WIDE_FIGURE, cell: ({ loads }) => timesText(loads) },
  { head: 'By', ...WIDE, cell: ({ publishedBy }) => publishedBy },
  { head: 'Published', ...WIDE_FIGURE, cell: ({ publishedAt }) => timeText(publishedAt) },
  {
    ...ACTIONS,
    cell: ({ version, state }) =>
      SHOWABLE.has(state) && (
        <Button variant="bare" aria-label={`Preview ${version}`} onClick={() => onPreview(version)}>
          Preview
        </Button>
      ),
  },
]
const EVENTS: readonly TableColumn<ShownReleases['events'][number]>[] = [
  { head: 'When', ...WIDE_TIME, cell: ({ at }) => timeText(at) },
  {
    head: 'What',
    cell: ({ action, version, message, actor, at }) => (
      <>
        <span className={screen.strong}>{action}</span> {version}
        {message && <span className={screen.under}>{message}</span>}
        <span className={`${screen.under} u-narrow`}>
          {actor} · {timeText(at)}
        </span>
      </>
    ),
  },
  { head: 'Who', ...WIDE, cell: ({ actor }) => actor },
]

function Pointer({ answer, heading }: { answer: ShownReleases; heading: RefObject<HTMLElement | null> }) {
  const [action, setAction] = useState<RolloutAction | null>(null)
  const { rollout, rollbackTo } = answer
  const facts: Fact[] = [
    ['Live', liveText(rollout)],
    ['Canary', canaryText(rollout)],
    ['Before', rollout.previous ?? '—'],
    ['Halted', rollout.halted ? `${rollout.halted.version}, ${rollout.halted.reason ?? 'no reason'}` : '—'],
    ['Health', describeHealth(answer).word],
  ]
  return (
    <>
      <Facts facts={facts} />
      <div className={screen.actions}>
        {rollout.canary && <Button onClick={() => setAction('promote')}>Promote</Button>}
        {rollout.canary && (
          <Button variant="bad" onClick={() => setAction('halt')}>
            Halt
          </Button>
        )}
        {rollbackTo && !rollout.retired && (
          <Button variant="bad" onClick={() => setAction('rollback')}>
            Roll back
          </Button>
        )}
        {rollout.live && rollout.name !== SHELL && (
          <Button variant="bad" onClick={() => setAction('retire')}>
            Retire
          </Button>
        )}
      </div>
      {action && (
        <ChangeRollout
          action={action}
          rollout={rollout}
          rollbackTo={rollbackTo}
          onClose={() => setAction(null)}
          onChanged={() => closeAndFocus(heading, () => setAction(null))}
        />
      )}
    </>
  )
}

/** One remote: its rollout, its releases with load statistics, and its history. */
export function RemoteDetail({ name }: { name: string }) {
  const { data, error, refetch, isFetching } = useReleases(name)
  const { refresh } = useAdminApi()
  const heading = useRef<HTMLHeadingElement>(null)
  const [previewed, setPreviewed] = useState<string | null>(null)
  return (
    <div className={screen.view}>
      <Link className={screen.back} to={{ view: 'releases' }}>
        <Icon name="chevron-left" />
        All remotes
      </Link>
      <div className={screen.actions}>
        <h2 ref={heading} tabIndex={-1} className={screen.title}>
          {name}
        </h2>
        <Button busy={isFetching} onClick={() => void refresh('releases', 'config', 'telemetry')}>
          Refresh
        </Button>
      </div>
      {!data && !error && (
        <div className={screen.view} role="status" aria-busy="true" aria-label={`Loading ${name}`}>
          <Skeleton height={72} />
          <Skeleton height={120} />
        </div>
      )}
      {!data && error && (
        <ErrorState
          title={errorText(error, { server: 'Failed to read the releases' })}
          onRetry={() => void refetch()}
        >
          Nothing was changed.
        </ErrorState>
      )}
      {data && (
        <>
          <Pointer answer={data} heading={heading} />
          <Panel title="Releases">
            <AdminTable
              label="Releases"
              columns={releaseColumns(setPreviewed)}
              rows={data.releases}
              keyOf={({ version }) => version}
            />
          </Panel>
          {previewed && <PreviewLink name={name} version={previewed} onClose={() => setPreviewed(null)} />}
          <Configuration name={name} />
          <Telemetry name={name} />
          <Panel title="History">
            <AdminTable label="History" columns={EVENTS} rows={data.events} keyOf={({ id }) => id} />
          </Panel>
        </>
      )}
    </div>
  )
}
