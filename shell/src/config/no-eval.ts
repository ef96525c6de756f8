import * as z from 'zod'

// The page's policy forbids eval, and zod's probe for it would be reported as a violation. The setting is global, so
// that remotes' copies of zod follow it; it has to stand before the first schema is made.
z.config({ jitless: true })
