import type { AdminUserRow } from '@propsight/shared/contracts'
import { Tag } from '@propsight/shared/ui'
import screen from '../../components/screen.module.css'
import { isExcluded } from './user-texts.ts'

/** Tags for the special states of an account. */
export const UserTags = ({ user }: { user: AdminUserRow }) => (
  <span className={screen.tags}>
    {user.isAdmin && <Tag small>Administrator</Tag>}
    {isExcluded(user, Date.now()) && (
      <Tag small tone="mid">
        Self-excluded
      </Tag>
    )}
    {user.emailVerifiedAt === null && (
      <Tag small outlined>
        Email not confirmed
      </Tag>
    )}
  </span>
)
