import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement } from 'react'
import { Icon } from '../brand/icon.tsx'
import type { IconName } from '../brand/icon-paths.tsx'
import styles from './menu.module.css'

export interface MenuItem {
  label: string
  icon?: IconName
  disabled?: boolean
  run(): void
}

export interface MenuProps {
  /** The button that opens the menu: one element that accepts a ref and props. */
  trigger: ReactElement
  items: readonly MenuItem[]
}

/** A menu below a button, with arrow keys, Home, End, type-ahead and Esc. */
export const Menu = ({ trigger, items }: MenuProps): ReactElement => (
  <Base.Root>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner className={styles.positioner} sideOffset={6} align="end">
        <Base.Popup className={styles.popup}>
          {items.map((item) => (
            <Base.Item
              key={item.label}
              className={styles.item}
              disabled={item.disabled ?? false}
              onClick={() => item.run()}
            >
              {item.icon && <Icon name={item.icon} />}
              {item.label}
            </Base.Item>
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
)
