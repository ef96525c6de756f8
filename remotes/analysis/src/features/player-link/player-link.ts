import { defineExtension } from '@propsight/shared/contracts'
import { MLB_MARKETS } from '@propsight/shared/domain'
import * as z from '@propsight/shared/schema'
import { playerLink as buildLink, hasModifierKey } from '../../state/view-link.ts'
import styles from './player-link.module.css'

const linkProps = z.strictObject({ name: z.string().trim().min(1).max(80), stat: z.enum(MLB_MARKETS) })
type LinkProps = z.infer<typeof linkProps>

/** The name of a player as a link to his lines on the Dashboard. Without React, because lists contain many. */
export const playerLink = defineExtension<LinkProps>({
  props: linkProps,
  mount(element, props, shell) {
    const link = document.createElement('a')
    link.className = styles.link ?? ''
    const update = ({ name, stat }: LinkProps) => {
      link.textContent = name
      link.href = buildLink(stat, name)
    }
    const onClick = (event: MouseEvent) => {
      if (hasModifierKey(event)) return
      event.preventDefault()
      shell.navigate(link.pathname + link.search)
    }
    update(props)
    link.addEventListener('click', onClick)
    element.append(link)
    return { update, unmount: () => link.removeEventListener('click', onClick) }
  },
})
