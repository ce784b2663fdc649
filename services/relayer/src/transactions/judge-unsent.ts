import type { Request } from './domain/request.ts'
import type { NonceStore, OwnNonce, RequestRules, RequestStore } from './ports.ts'

export interface JudgeUnsentDeps {
  store: Pick<NonceStore, 'membersOf' | 'abandonNonces'> & Pick<RequestStore, 'find'>
  rules: Pick<RequestRules, 'checkAgain'>
}

/**
 * Judges a nonce again for which no send is recorded: the process ended before, and what was right when it was assigned
 * may be wrong now. A nonce of which something was sent is not judged: it must be used, or later ones wait behind it.
 *
 * @returns `go`; `spent` when the request has left the nonce, which is filled instead; `later` when a member of its batch
 *   moved meanwhile.
 */
export async function judgeUnsent(
  { store, rules }: JudgeUnsentDeps,
  request: Request,
  key: OwnNonce,
): Promise<'go' | 'spent' | 'later'> {
  if (key.attempts.some(({ lastBroadcastAt }) => lastBroadcastAt !== null)) return 'go'
  const members = key.isShared ? await membersOf(store, key) : [request]
  const judged = await Promise.all(
    members.map(async (member) => ({ member, isGo: (await rules.checkAgain(member)).type === 'go' })),
  )
  if (judged.every(({ isGo }) => isGo)) return 'go'
  // One that must not be sent leaves last: the bytes hold its work, and while it is a member they are judged before.
  const [others, refused] = [judged.filter(({ isGo }) => isGo), judged.filter(({ isGo }) => !isGo)]
  for (const { member } of others) await store.abandonNonces(member, { only: key })
  const left = key.isShared ? await store.membersOf(key) : []
  if (others.some(({ member }) => left.includes(member.id))) return 'later'
  // For how long it is refused is not known, and later transactions wait behind it.
  for (const { member } of refused) await store.abandonNonces(member, { only: key })
  return 'spent'
}

async function membersOf(store: JudgeUnsentDeps['store'], key: OwnNonce): Promise<Request[]> {
  const found = await Promise.all((await store.membersOf(key)).map((id) => store.find(id)))
  return found.filter((member) => member !== undefined)
}
