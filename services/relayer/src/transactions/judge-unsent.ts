import type { Request } from './domain/request.ts'
import type { OwnNonce } from './ports.ts'
import type { StepDeps } from './step-ports.ts'

/**
 * Judges a nonce again for which no send is recorded: the process ended before, and what was right when it was assigned
 * may be wrong now. A nonce of which something was sent is not judged: it must be used, or later ones wait behind it.
 *
 * @returns `go`; `spent` when the request has left the nonce, which is filled instead; `later` when a member of its batch
 *   moved meanwhile.
 */
export async function judgeUnsent(deps: StepDeps, request: Request, key: OwnNonce): Promise<'go' | 'spent' | 'later'> {
  if (key.attempts.some(({ lastBroadcastAt }) => lastBroadcastAt !== null)) return 'go'
  const members = key.isShared ? await membersOf(deps, key) : [request]
  const judged = await Promise.all(
    members.map(async (member) => ({ member, isGo: (await deps.rules.checkAgain(member)).type === 'go' })),
  )
  if (judged.every(({ isGo }) => isGo)) return 'go'
  // One that must not be sent leaves last: the bytes hold its work, and while it is a member they are judged before.
  const [others, refused] = [judged.filter(({ isGo }) => isGo), judged.filter(({ isGo }) => !isGo)]
  for (const { member } of others) await deps.nonces.abandonNonces(member, { only: key })
  const left = key.isShared ? await deps.nonces.membersOf(key) : []
  if (others.some(({ member }) => left.includes(member.id))) return 'later'
  // For how long it is refused is not known, and later transactions wait behind it.
  for (const { member } of refused) await deps.nonces.abandonNonces(member, { only: key })
  return 'spent'
}

async function membersOf(deps: StepDeps, key: OwnNonce): Promise<Request[]> {
  const found = await Promise.all((await deps.nonces.membersOf(key)).map((id) => deps.requests.find(id)))
  return found.filter((member) => member !== undefined)
}
