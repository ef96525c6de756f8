// The page of every component in every state; `npm run ui -- --build` writes it to tools/harness/dist.
import '../harness/src/server/ui-main.ts'
