import { Button } from '@propsight/shared/ui'
import { NO_FILTERS } from '../../state/view.ts'
import type { FilterFieldsProps } from './filter-fields.tsx'
import styles from './toolbar.module.css'

export interface SheetProps extends FilterFieldsProps {
  /** Number of matching lines as text: '12 of 296 lines'. */
  shown: string
  onClose(): void
}

/** CSS class of the sheet's content: filters stacked at full width. */
export const sheetStyle = styles.sheet

/** Buttons at the bottom of the filter sheet. */
export const SheetActions = ({ shown, filters, onChange, onClose }: SheetProps) => (
  <>
    <Button onClick={() => onChange({ ...NO_FILTERS, sort: filters.sort })}>Clear filters</Button>
    <Button variant="go" onClick={onClose}>
      Show {shown}
    </Button>
  </>
)
