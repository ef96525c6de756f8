import { Banner, Button } from '@propsight/shared/ui'
import { countText } from '../../state/format.ts'
import styles from './image.module.css'

interface AnalyzedBarProps {
  rows: number
  onEdit(): void
  onStartOver(): void
}

/** Banner above the board of a picture, with buttons to edit its rows or to start with a new picture. */
export const AnalyzedBar = ({ rows, onEdit, onStartOver }: AnalyzedBarProps) => (
  <Banner
    icon="scanner"
    action={
      <span className={styles.barActions}>
        <Button variant="bare" onClick={onEdit}>
          Edit rows
        </Button>
        <Button variant="bare" onClick={onStartOver}>
          New picture
        </Button>
      </span>
    }
  >
    {countText(rows, 'row')} off your picture. Correcting them and analyzing again costs nothing for half an
    hour.
  </Banner>
)
