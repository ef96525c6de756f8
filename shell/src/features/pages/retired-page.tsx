import type { ShellApi } from '@propsight/shared/contracts'
import { Button, EmptyState } from '@propsight/shared/ui'
import { type ReactElement, useEffect } from 'react'

/** A path of a retired remote: opens the path that replaces it, or says that it is gone. */
export function RetiredPage({
  title,
  redirectTo,
  shell,
}: {
  title: string
  redirectTo: string | null
  shell: ShellApi
}): ReactElement {
  useEffect(() => {
    if (redirectTo === null) return
    shell.notify({ message: `${title} is no longer available.` })
    shell.navigate(redirectTo, { replace: true })
  }, [title, redirectTo, shell])
  if (redirectTo !== null) return <section aria-busy="true" aria-label={`Loading ${title}`} />
  return (
    <div className="u-page">
      <h1 className="u-vh">{title}</h1>
      <EmptyState
        icon="plug"
        title={`${title} is no longer available`}
        action={<Button onClick={() => shell.navigate('/')}>Go to Dashboard</Button>}
      >
        This part of Propsight was removed. Your data was not deleted.
      </EmptyState>
    </div>
  )
}
