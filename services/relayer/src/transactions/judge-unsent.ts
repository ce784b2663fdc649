import type { Request } from './domain/request.ts'
import type { OwnNonce } from './ports.ts'
import type { StepDeps } from './step-ports.ts'

/**
 * Judges an unsent nonce anew, since a process ended between. A sent nonce must be used.
 * @returns `spent`: filled instead; `later`: a member of the batch moved.
 */
export async function judgeUnsent(deps: StepDeps, request: Request, key: OwnNonce): Promise<'go' | 'spent' | 'later'> {
  if (key.attempts.some(({ lastBroadcastAt }) => lastBroadcastAt !== null)) return 'go'
  const members = key.isShared ? await membersOf(deps, key) : [request]
  const judged = await Promise.all(
    members.map(async (member) => ({ member, isGo: (await deps.rules.checkAgain(member)).type === 'go' })),
  )
  if (judged.every(({ isGo }) => isGo)) return 'go'
  // Refused members leave last: the bytes hold their work, and members are judged before.
  const [others, refused] = [judged.filter(({ isGo }) => isGo), judged.filter(({ isGo }) => !isGo)]
  for (const { member } of others) await deps.nonces.abandonNonces(member, { only: key })
  const left = key.isShared ? await deps.nonces.membersOf(key) : []
  if (others.some(({ member }) => left.includes(member.id))) return 'later'
  // Later transactions wait behind a refused one.
  for (const { member } of refused) await deps.nonces.abandonNonces(member, { only: key })
  return 'spent'
}

async function membersOf(deps: StepDeps, key: OwnNonce): Promise<Request[]> {
  const found = await Promise.all((await deps.nonces.membersOf(key)).map((id) => deps.requests.find(id)))
  return found.filter((member) => member !== undefined)
}
