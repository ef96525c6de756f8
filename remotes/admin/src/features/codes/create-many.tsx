import { Icon, Segmented } from '@propsight/shared/ui'
import { useEffect, useState } from 'react'
import { Modal } from '../../components/modal.tsx'
import { manyText } from '../../components/format.ts'
import { useAdminApi } from '../../state/admin-api.ts'
import { useUnsaved } from '../../state/use-unsaved.ts'
import styles from './create-many.module.css'
import { type NewCode, writeCodes } from './code-csv.ts'
import { GenerateForm } from './generate-form.tsx'
import { ImportForm } from './import-form.tsx'

const WAYS = [
  { value: 'generate', label: 'Generate' },
  { value: 'import', label: 'Import CSV' },
] as const
type Way = (typeof WAYS)[number]['value']

/** The created codes, with a download as CSV. */
function Created({ codes }: { codes: readonly NewCode[] }) {
  const [href, setHref] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([writeCodes(codes)], { type: 'text/csv;charset=utf-8' }))
    setHref(url)
    return () => URL.revokeObjectURL(url)
  }, [codes])
  return (
    <>
      <p role="status" className={styles.made}>
        <Icon name="check" />
        {manyText(codes.length, 'code')} created
      </p>
      <textarea
        className={styles.list}
        aria-label="New codes"
        readOnly
        rows={Math.min(10, codes.length)}
        value={codes.map(({ code }) => code).join('\n')}
      />
      <a className={styles.download} href={href} download="access-codes.csv">
        Download CSV
      </a>
    </>
  )
}

/** Creates many codes at once: generated, or imported from CSV. */
export function CreateMany({ onClose }: { onClose(): void }) {
  const { refresh } = useAdminApi()
  const [way, setWay] = useState<Way>('generate')
  const [created, setCreated] = useState<readonly NewCode[] | null>(null)
  useUnsaved(true)
  const onCreated = (codes: NewCode[]) => {
    setCreated(codes)
    void refresh('codes', 'audit')
  }
  return (
    <Modal title="Create many" onClose={onClose} wide>
      {created ? (
        <Created codes={created} />
      ) : (
        <>
          <Segmented label="How" options={WAYS} value={way} onChange={(next) => setWay(next)} />
          {way === 'generate' ? <GenerateForm onCreated={onCreated} /> : <ImportForm onCreated={onCreated} />}
        </>
      )}
    </Modal>
  )
}
