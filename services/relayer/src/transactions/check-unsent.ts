import type { Request } from './domain/request.ts'
import type { OwnNonce } from './ports.ts'
import type { StepDeps } from './step-ports.ts'

/**
 * Checks the requests of a nonce again when none of its bytes were sent, because the process ended between storing and
 * sending them. A nonce whose bytes were sent must be used.
 * @returns `spent` when the nonce was given up and will be gap-filled; `later` when the state of a member of the batch
 * has changed since it was read.
 */
export async function checkUnsent(deps: StepDeps, request: Request, key: OwnNonce): Promise<'go' | 'spent' | 'later'> {
  if (key.attempts.some(({ lastBroadcastAt }) => lastBroadcastAt !== null)) return 'go'
  const members = key.isShared ? await membersOf(deps, key) : [request]
  const checked = await Promise.all(
    members.map(async (member) => ({ member, isGo: (await deps.rules.checkAgain(member)).type === 'go' })),
  )
  if (checked.every(({ isGo }) => isGo)) return 'go'
  // Refused members leave last: as long as one is left, the next step checks the nonce again before it sends the bytes.
  const [others, refused] = [checked.filter(({ isGo }) => isGo), checked.filter(({ isGo }) => !isGo)]
  for (const { member } of others) await deps.nonces.abandonNonces(member, { only: key })
  const left = key.isShared ? await deps.nonces.membersOf(key) : []
  if (others.some(({ member }) => left.includes(member.id))) return 'later'
  // A refused member is taken off the nonce, so that the signer's later transactions do not wait for it.
  for (const { member } of refused) await deps.nonces.abandonNonces(member, { only: key })
  return 'spent'
}

async function membersOf(deps: StepDeps, key: OwnNonce): Promise<Request[]> {
  const found = await Promise.all((await deps.nonces.membersOf(key)).map((id) => deps.requests.find(id)))
  return found.filter((member) => member !== undefined)
}
