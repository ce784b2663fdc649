import { isNativeError } from 'node:util/types'

/** A requirement that was checked. `reason`: the fault that was found, or why it could not be checked. */
export interface Check {
  name: string
  outcome: 'passed' | 'failed' | 'skipped'
  reason: string
}

/** Ends a check whose subject is not there. */
class NotThere extends Error {}

/** @throws NotThere without a value: the check counts as skipped. */
export function needed<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new NotThere(`there is no ${name}`)
  return value
}

/** Runs checks in order and keeps how each ended: a fault hides no other. */
export function makeChecks() {
  const list: Check[] = []
  async function check(name: string, run: () => Promise<void>): Promise<void> {
    const [outcome, reason] = await Promise.resolve()
      .then(run)
      .then(
        () => ['passed', ''] as const,
        (error: unknown) => [error instanceof NotThere ? 'skipped' : 'failed', messageOf(error)] as const,
      )
    list.push({ name, outcome, reason })
  }
  return { list, check }
}

export type RunCheck = ReturnType<typeof makeChecks>['check']

const longestReason = 400

/** The first line of an error, with the reason of a request that found no server. */
function messageOf(error: unknown): string {
  if (!isNativeError(error)) return String(error)
  const [line = error.name] = error.message.split('\n')
  return (isNativeError(error.cause) ? `${line}: ${error.cause.message}` : line).slice(0, longestReason)
}
