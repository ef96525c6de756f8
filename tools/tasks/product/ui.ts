// `npm run ui`: serves a page with every UI component in every state; `-- --build` writes it to
// tools/harness/dist.
import '../../harness/src/server/ui-main.ts'
