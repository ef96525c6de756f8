import { Button } from '@propsight/shared/ui'
import { SportTabs } from '../features/menu/market-menu.tsx'
import { SettingsPanel } from '../features/settings/settings-panel.tsx'
import { BoardDialog } from './board-dialog.tsx'
import styles from './dashboard.module.css'

/** The settings of the board in a dialog, with the sports where the Dashboard has no column for them. */
export const SettingsSheet = ({ onClose }: { onClose(): void }) => (
  <BoardDialog
    title="Settings"
    onClose={onClose}
    footer={
      <Button variant="go" onClick={onClose}>
        Done
      </Button>
    }
  >
    <div className={styles.sheetSports}>
      <SportTabs />
    </div>
    <SettingsPanel />
  </BoardDialog>
)
