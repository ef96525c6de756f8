import { useReadable, useShell } from '@propsight/shared/client'
import { adminsResponse, setAdminBody } from '@propsight/shared/contracts'
import { Button, FieldError, Panel, type TableColumn, TextInput } from '@propsight/shared/ui'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { dateText } from '../../components/format.ts'
import { ACTIONS, List, WIDE_TIME } from '../../components/list.tsx'
import { closeAndFocus } from '../../components/modal.tsx'
import screen from '../../components/screen.module.css'
import { useAdminApi, usePages } from '../../state/admin-api.ts'
import { errorText } from '../../state/requests.ts'

type Admin = (typeof adminsResponse)['_output']['admins'][number]

function Grant() {
  const { notify } = useShell()
  const { post, refresh } = useAdminApi()
  const [email, setEmail] = useState('')
  const parsed = setAdminBody.safeParse({ email, granted: true })
  const grant = useMutation({
    mutationFn: (body: { email: string; granted: boolean }) => post('/api/admin/set-admin', body),
    onSuccess(_, body) {
      notify({ message: `${body.email} is an administrator`, tone: 'good' })
      setEmail('')
      void refresh('admins', 'audit', 'users')
    },
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (parsed.success && !grant.isPending) grant.mutate(parsed.data)
  }
  return (
    <Panel title="Grant">
      <form className={screen.form} onSubmit={submit}>
        <TextInput
          label="Email of an account"
          type="email"
          autoComplete="off"
          hint="The account must have signed in by an e-mail link, and must sign in by one again."
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        {grant.error && (
          <FieldError>{errorText(grant.error, { server: 'The right could not be granted' })}</FieldError>
        )}
        <Button type="submit" variant="go" block busy={grant.isPending} disabled={!parsed.success}>
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
  const revoke = useMutation({
    mutationFn: ({ email }: Admin) => post('/api/admin/set-admin', { email, granted: false }),
    onSuccess(_, { email }) {
      closeAndFocus(heading, () => setAdminToRevoke(null))
      notify({ message: `${email} is no longer an administrator` })
      void refresh('admins', 'audit', 'users', 'session')
    },
  })
  const { first: _, ...pages } = usePages({
    list: 'admins',
    path: '/api/admin/admins',
    schema: adminsResponse,
    rows: ({ admins }) => admins,
    next: () => null,
  })
  const columns: TableColumn<Admin>[] = [
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
    { head: 'Since', ...WIDE_TIME, cell: ({ grantedAt }) => dateText(grantedAt) },
    {
      ...ACTIONS,
      cell: (admin) => (
        <Button
          variant="bad"
          aria-label={`Revoke ${admin.email}`}
          onClick={() => {
            revoke.reset()
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
            text: 'Only the admin key opens this screen. Grant an account to work without the key.',
          }}
          failed={{ server: 'Failed to list administrators' }}
        />
      </section>
      {adminToRevoke && (
        <ConfirmDialog
          title={`Revoke ${adminToRevoke.email}?`}
          confirm="Revoke"
          danger
          busy={revoke.isPending}
          error={revoke.error && errorText(revoke.error, { server: 'The right could not be revoked' })}
          onConfirm={() => revoke.mutate(adminToRevoke)}
          onCancel={() => setAdminToRevoke(null)}
        >
          <p>
            The account{adminToRevoke.userId === me && ', which is your own,'} stays but can no longer use
            this screen. The admin key still opens it.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
