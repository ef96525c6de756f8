import { download } from '@propsight/shared/client'
import { Button, Icon } from '@propsight/shared/ui'
import { countText } from '../../state/format.ts'
import type { RankedLine } from '../../state/ranked-line.ts'
import { useShell } from '../../state/shell.tsx'
import { boardCsv, boardFileName } from './board-csv.ts'

interface ShareButtonsProps {
  /** Every card that the filters let through, in the order shown. */
  cards: readonly RankedLine[]
  category: string
  /** Address of this view, from the root of the page. */
  link: string
}

/** Takes the board along: as a file, and as a link that shows it again. */
export function ShareButtons({ cards, category, link }: ShareButtonsProps) {
  const shell = useShell()
  const save = () => {
    const { today, label } = shell.dataSource.get()
    download(boardFileName(today, category), boardCsv(cards, { day: today, label }))
    shell.notify({ message: `${countText(cards.length, 'line')} saved as CSV`, tone: 'good' })
  }
  const copy = async () => {
    const address = new URL(link, document.baseURI).href
    try {
      await navigator.clipboard.writeText(address)
      shell.notify({ message: 'Link copied', tone: 'good' })
    } catch {
      shell.notify({ message: `The browser does not let the link be copied: ${address}`, tone: 'low' })
    }
  }
  return (
    <>
      <Button variant="bare" disabled={cards.length === 0} onClick={save}>
        Download CSV
      </Button>
      <Button variant="bare" onClick={() => void copy()}>
        <Icon name="copy" />
        Copy link
      </Button>
    </>
  )
}
