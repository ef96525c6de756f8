import { nextEnabled } from '@propsight/shared/ui'
import { type ComponentType, type KeyboardEvent, useRef, useState } from 'react'
import { Link } from '../components/link.tsx'
import { Administrators } from '../features/administrators/administrators.tsx'
import { Audit } from '../features/audit/audit.tsx'
import { Codes } from '../features/codes/codes.tsx'
import { Releases } from '../features/releases/releases.tsx'
import { Users } from '../features/users/users.tsx'
import { useAddress } from '../state/use-address.ts'
import styles from './admin.module.css'

const CODES = { id: 'codes', title: 'Codes', View: Codes }
const VIEWS: readonly { id: string; title: string; View: ComponentType }[] = [
  CODES,
  { id: 'users', title: 'Users', View: Users },
  { id: 'releases', title: 'Releases', View: Releases },
  { id: 'audit', title: 'Audit log', View: Audit },
  { id: 'administrators', title: 'Administrators', View: Administrators },
]

/** The dashboard: a link with its own URL for each view, and the open view. */
export function Views() {
  const { query } = useAddress()
  const nav = useRef<HTMLElement>(null)
  const wanted = query.get('view')
  const open = VIEWS.find(({ id }) => id === wanted) ?? CODES
  const showsCodes = open === CODES
  const [begun, setBegun] = useState(showsCodes)
  if (showsCodes && !begun) setBegun(true)
  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(nav.current?.querySelectorAll('a') ?? [])]
    const from = links.indexOf(event.target as HTMLAnchorElement)
    const next = nextEnabled(
      event.key,
      from,
      links.map(() => false),
    )
    if (from < 0 || next === null) return
    event.preventDefault()
    links[next]?.focus()
  }
  return (
    <>
      <nav ref={nav} className={styles.nav} aria-label="Admin" onKeyDown={onKeyDown}>
        {VIEWS.map(({ id, title }) => (
          <Link key={id} to={{ view: id }} aria-current={id === open.id ? 'page' : undefined}>
            {title}
          </Link>
        ))}
      </nav>
      {/* The only view with a form in the page: it stays mounted but hidden, so that typed input is kept. */}
      {begun && (
        <div hidden={!showsCodes}>
          <Codes />
        </div>
      )}
      {!showsCodes && <open.View />}
    </>
  )
}
