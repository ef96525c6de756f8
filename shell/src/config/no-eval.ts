import * as z from '@propsight/shared/schema'

// The content security policy forbids eval, and zod's test for eval would be reported as a violation. The
// setting is global, so it also applies to the copies of zod in remotes. It must run before the first schema
// is created.
z.config({ jitless: true })
