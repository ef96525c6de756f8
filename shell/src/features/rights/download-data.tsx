import { saveFile } from '@propsight/shared/client'
import { Button, FieldError } from '@propsight/shared/ui'
import { type ReactElement, useState } from 'react'
import { useServices } from '../../state/services.ts'
import { Part } from './rights-section.tsx'
import styles from './rights.module.css'
import { readExport } from './rights-api.ts'
import { useDeed } from './use-deed.ts'

/** Downloads all stored personal data of the user as a JSON file. */
export function DownloadData(): ReactElement {
  const services = useServices()
  const deed = useDeed()
  const [saved, setSaved] = useState('')
  const download = () => {
    setSaved('')
    return deed.run(async () => {
      const data = await readExport(services)
      const name = `propsight-data-${data.exportedAt.slice(0, 10)}.json`
      saveFile(name, JSON.stringify(data, null, 2), 'application/json')
      setSaved(`Saved as ${name}.`)
    })
  }
  return (
    <Part title="Your data">
      <p>Everything that Propsight stores about you, in one JSON file.</p>
      <div className={styles.row}>
        <Button busy={deed.busy} onClick={() => void download()}>
          Download my data
        </Button>
        <p className={styles.done} role="status">
          {deed.busy ? 'Collecting your data…' : saved}
        </p>
      </div>
      {deed.error && <FieldError>{deed.error}</FieldError>}
    </Part>
  )
}
