import { adminsResponse, setAdminBody } from '@propsight/shared/contracts'
import { Button, FieldError, Panel, TextInput } from '@propsight/shared/ui'
import { type FormEvent, useRef, useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { dateText } from '../../components/format.ts'
import { closeAndFocus } from '../../components/modal.tsx'
import screen from '../../components/screen.module.css'
import { type Column, List } from '../../components/table.tsx'
import { useAdminApi, usePages } from '../../state/admin-api.ts'
import { useReadable, useShell } from '../../state/shell.tsx'
import { useServerMutation } from '../../state/use-server-mutation.ts'

type Admin = (typeof adminsResponse)['_output']['admins'][number]

function Grant() {
  const { notify } = useShell()
  const { post, refresh } = useAdminApi()
  const [email, setEmail] = useState('')
  const mutation = useServerMutation({ server: 'The right could not be granted' })
  const parsed = setAdminBody.safeParse({ email, granted: true })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!parsed.success) return
    if (!(await mutation.run(() => post('/api/admin/set-admin', parsed.data)))) return
    notify({ message: `${parsed.data.email} is an administrator`, tone: 'good' })
    setEmail('')
    await refresh('admins', 'audit', 'users')
  }
  return (
    <Panel title="Grant">
      <form className={screen.form} onSubmit={submit}>
        <TextInput
          label="Email of an account"
          type="email"
          autoComplete="off"
          hint="It has signed in by an e-mail link, which proves the mailbox, and signs in by one again."
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        {mutation.error && <FieldError>{mutation.error}</FieldError>}
        <Button type="submit" variant="go" block busy={mutation.busy} disabled={!parsed.success}>
          Grant
        </Button>
      </form>
    </Panel>
  )
}

/** The accounts with admin rights, with Grant and Revoke. */
export function Administrators() {
  const { notify, session } = useShell()
  const { post, refresh } = useAdminApi()
  const me = useReadable(session)?.id
  const [adminToRevoke, setAdminToRevoke] = useState<Admin | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const revoking = useServerMutation({ server: 'The right could not be taken away' })
  const { first: _, ...pages } = usePages({
    list: 'admins',
    path: '/api/admin/admins',
    schema: adminsResponse,
    rows: ({ admins }) => admins,
    next: () => null,
  })
  async function revoke({ email }: Admin) {
    if (!(await revoking.run(() => post('/api/admin/set-admin', { email, granted: false })))) return
    closeAndFocus(heading, () => setAdminToRevoke(null))
    notify({ message: `${email} is no administrator any more` })
    await refresh('admins', 'audit', 'users', 'session')
  }
  const columns: Column<Admin>[] = [
    {
      head: 'Email',
      cell: ({ email, grantedAt, userId }) => (
        <>
          <span className={screen.strong}>{email}</span>
          {userId === me && ' (you)'}
          <span className={`${screen.under} u-narrow`}>since {dateText(grantedAt)}</span>
        </>
      ),
    },
    { head: 'Since', kind: 'wide brief', cell: ({ grantedAt }) => dateText(grantedAt) },
    {
      head: 'Actions',
      kind: 'actions',
      cell: (admin) => (
        <Button
          variant="bad"
          aria-label={`Revoke ${admin.email}`}
          onClick={() => {
            revoking.reset()
            setAdminToRevoke(admin)
          }}
        >
          Revoke
        </Button>
      ),
    },
  ]
  return (
    <div className={screen.columns}>
      <Grant />
      <section className={screen.view} aria-labelledby="admins-title">
        <h2 id="admins-title" ref={heading} tabIndex={-1} className={screen.title}>
          Administrators
        </h2>
        <List
          label="Administrators"
          columns={columns}
          keyOf={({ userId }) => userId}
          pages={pages}
          empty={{
            icon: 'settings',
            title: 'No administrators yet',
            text: 'The admin key opens this screen; grant an account to leave the key where it is.',
          }}
          failed={{ server: 'Failed to list administrators' }}
        />
      </section>
      {adminToRevoke && (
        <ConfirmDialog
          title={`Revoke ${adminToRevoke.email}?`}
          confirm="Revoke"
          danger
          busy={revoking.busy}
          error={revoking.error}
          onConfirm={() => void revoke(adminToRevoke)}
          onCancel={() => setAdminToRevoke(null)}
        >
          <p>
            The account stays and cannot use this screen any more
            {adminToRevoke.userId === me && ', which is your own'}. The admin key still opens it.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
