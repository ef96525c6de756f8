import { useShell } from '@propsight/shared/client'
import { Button, FieldError, TextInput } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { timeText } from '../../components/format.ts'
import { Modal } from '../../components/modal.tsx'
import screen from '../../components/screen.module.css'
import { useAdminApi } from '../../state/admin-api.ts'
import { errorText } from '../../state/requests.ts'
import { createdPreview } from './release-queries.ts'

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
