import { QRCodeSVG } from 'qrcode.react'
import styles from './access.module.css'

const SIZE_PX = 200
/** Modules of white border. The standard requires four; without them scanners fail on a dark page. */
const QUIET_ZONE = 4

/**
 * The QR code of a second factor, for the authenticator app. Black on white in both themes, since scanners
 * expect it. The content policy allows neither data images nor inline styles, so it is an SVG.
 */
export default function SecretCode({ uri }: { uri: string }) {
  return (
    <QRCodeSVG
      className={styles.qrCode}
      value={uri}
      size={SIZE_PX}
      marginSize={QUIET_ZONE}
      level="M"
      title="QR code of the key"
    />
  )
}
