import { PITCHERS_PATH } from '@propsight/shared/contracts'
import { Button, DataBadge, Dialog, Icon } from '@propsight/shared/ui'
import { useAtomValue } from 'jotai'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Helplines } from '../../components/helplines.tsx'
import { ThemeChoice } from '../../components/theme-choice.tsx'
import { layerAtom } from '../../state/layer.ts'
import { useServices } from '../../state/services.ts'
import { creditsAtom } from '../../state/session.ts'
import styles from './header.module.css'
import type { TabLinksProps } from './tab-links.tsx'

export interface MenuDialogProps extends TabLinksProps {
  open: boolean
  onClose(): void
  /** What remotes contribute to the menu. */
  slot: ReactNode
}

/** Menu of small screens: all tabs, the pitchers page, credits and theme. Closes on selection (S3, S5). */
export function MenuDialog({ tabs, current, open, onClose, slot }: MenuDialogProps): ReactElement {
  const { config, store } = useServices()
  const credits = useAtomValue(creditsAtom)
  return (
    <Dialog open={open} onClose={onClose} title="Menu">
      <div className={styles.menu}>
        <nav aria-label="Menu">
          <ul>
            {tabs.map((tab) => (
              <li key={tab.path}>
                <Link
                  to={tab.path}
                  onClick={onClose}
                  aria-current={tab.path === current ? 'page' : undefined}
                >
                  <Icon name={tab.icon} size={20} />
                  {tab.title}
                </Link>
              </li>
            ))}
            <li>
              <Link to={PITCHERS_PATH} onClick={onClose}>
                <Icon name="bars" size={20} />
                Today's pitchers
              </Link>
            </li>
          </ul>
        </nav>
        {slot}
        <Button onClick={() => store.set(layerAtom, { kind: 'palette' })}>
          <Icon name="search" />
          Find a player, game or pick
        </Button>
        {credits !== null && (
          <p className={styles.credits}>
            <b>{credits.toLocaleString('en-US')}</b> {credits === 1 ? 'credit' : 'credits'}
          </p>
        )}
        <p>
          <DataBadge kind={config.dataSource.kind} label={config.dataSource.label} />
        </p>
        <ThemeChoice />
        <p>
          Need help? <Helplines />
        </p>
      </div>
    </Dialog>
  )
}
