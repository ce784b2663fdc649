/** Fails where the wire contract takes, or answers with, something that may have any length. */
import { answered, sent, unboundedIn } from './unbounded.ts'

const open = [
  ...sent.flatMap(([name, schema]) => unboundedIn(schema, name, 'lists and texts')),
  ...answered.flatMap(([name, schema]) => unboundedIn(schema, name, 'lists')),
]
for (const place of open) console.error(`${place} has no bound`)
process.exitCode = open.length === 0 ? 0 : 1
