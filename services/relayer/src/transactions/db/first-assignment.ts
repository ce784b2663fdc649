import { batched, perRow, type Sql, type SqlDatabase } from '@tandem/service-kit'
import { prepared } from '../../db/statements.ts'
import { type Applicant, type Assignment, assignNonces, highest, type NewNonce } from '../domain/assign-nonces.ts'
import { dropOutdated } from '../domain/drop-outdated.ts'
import type { Request } from '../domain/request.ts'
import type { NonceKey, Payer } from '../ports.ts'
import type { NonceStore } from '../step-ports.ts'
import { accountOf, lockDrawn } from './accounts.ts'
import { type AskedSigner, readSigners, writeAssignment } from './nonce-assignment.ts'
import { byId, type ProgressRow, progressed } from './request.rows.ts'
import { lockRequests, moveOne, moveTo } from './request.statements.ts'

/* Hand-written SQL, because these statements lock rows or read under a lock; see nonce-assignment.ts. */

const readHolders = prepared('holder id')(`
SELECT request_id::text AS id FROM nonce_members WHERE request_id = ANY($1::uuid[]) AND is_open`)

const moveOn = moveOne([])

interface Asked extends Applicant {
  request: Request
}
interface Assigned {
  key: NonceKey
  members: readonly string[]
  row: ProgressRow
}

/**
 * What became of a request: it was given a nonce, or its decision is out of date (`outdated`). Undefined when another
 * worker has changed its state, or when the signer's balance is too low for it.
 */
type Answer = Assigned | 'outdated' | undefined

/** Assigns the first nonces of requests. Those of one moment are assigned in one transaction (ADR 0005). */
export function makeFirstAssignment(
  sql: SqlDatabase,
  at: () => Date,
): Pick<NonceStore, 'assignFirstNonce' | 'assignSharedNonce'> {
  const assign = batched<Asked, Answer>({
    doMany: (asked) => sql.transaction((tx) => assignAll(tx, asked, at())),
    // Only one transaction runs at a time, because a second one would only wait for the signer's lock.
    maxRunning: 1,
    maxInputs: 5_000,
  })
  return {
    async assignFirstNonce(request, payer, minedNonce) {
      const assigned = await assign(askedOf(request, payer, { minedNonce, together: request.id, least: 1 }))
      if (assigned === undefined || assigned === 'outdated') return undefined
      const { key, members, row } = assigned
      return { request: progressed(request, row), key: { ...key, members } }
    },
    async assignSharedNonce(group, payer, minedNonce) {
      const together = group[0]?.id ?? ''
      const answers = await Promise.all(
        group.map(async (request) => ({
          request,
          answer: await assign(askedOf(request, payer, { minedNonce, together, least: 2 })),
        })),
      )
      const outdated = answers.flatMap(({ request, answer }) => (answer === 'outdated' ? [request] : []))
      const given = answers.flatMap(({ request, answer }) =>
        answer === undefined || answer === 'outdated' ? [] : [{ ...answer, request: progressed(request, answer.row) }],
      )
      const [first] = given
      if (first === undefined) return { assigned: undefined, outdated }
      const requests = given.map(({ request }) => request).sort(byId)
      return { assigned: { key: { ...first.key, members: first.members }, requests }, outdated }
    },
  }
}

const askedOf = (
  request: Request,
  { chain, address, reserve, balance }: Payer,
  { minedNonce, ...group }: { minedNonce: bigint; together: string; least: number },
): Asked => ({ request, id: request.id, chain, signer: address, reserve, balance, mined: minedNonce, ...group })

const noNonces: Assignment = { nonces: [], counters: [] }

async function assignAll(tx: Sql, asked: readonly Asked[], at: Date): Promise<Answer[]> {
  const { eligible, outdated } = await lockEligible(tx, asked)
  const assignment =
    eligible.length === 0 ? noNonces : assignNonces(eligible, await readSigners(tx, signersOf(eligible)))
  if (assignment.nonces.length > 0) await writeAssignment(tx, assignment, { at, hedgeNumber: 0 })
  const given = new Map(assignment.nonces.flatMap((nonce) => nonce.members.map((id) => [id, nonce] as const)))
  const move = perRow(tx, moveOn)
  return Promise.all(
    asked.map(async (one): Promise<Answer> => {
      if (outdated.includes(one)) return 'outdated'
      const nonce = eligible.includes(one) ? given.get(one.id) : undefined
      if (nonce === undefined) return undefined
      const [row] = await move({ ...moveTo(one.request, 'nonce_assigned', reasonOf(nonce), at) })
      if (row === undefined) throw new Error('a request moved while it was locked')
      const { chain, signer, nonce: number } = nonce
      return { key: { chain, signer, nonce: number }, members: [...nonce.members].sort(), row }
    }),
  )
}

/**
 * Locks the requests that ask for a nonce.
 * @returns `eligible`: those that are still accepted, have no nonce, and may go beside what has begun, each named once.
 * `outdated`: those that may not, because their decision is out of date.
 */
async function lockEligible(tx: Sql, asked: readonly Asked[]): Promise<Record<'eligible' | 'outdated', Asked[]>> {
  const ids = [...new Set(asked.map(({ id }) => id))]
  const rows = new Map((await tx.query(lockRequests, [ids])).map((row) => [row.id, row]))
  // The reading is a statement of its own, so that it sees a nonce that was given while the locks were waited for.
  const holders = new Set((await tx.query(readHolders, [ids])).map(({ id }) => id))
  const seen = new Set<string>()
  const unmoved = asked.flatMap((one) => {
    const { id, request } = one
    const row = rows.get(id)
    const isFirst = !seen.has(id)
    seen.add(id)
    if (!isFirst || row?.state !== 'accepted' || row.version !== request.version || holders.has(id)) return []
    return [{ id, one, row, account: accountOf(row), counted: request.counted ?? [] }]
  })
  const begun = await lockDrawn(
    tx,
    unmoved.map(({ row }) => row),
  )
  const going = new Set(dropOutdated(unmoved, begun))
  return {
    eligible: unmoved.flatMap((one) => (going.has(one) ? [one.one] : [])),
    outdated: unmoved.flatMap((one) => (going.has(one) ? [] : [one.one])),
  }
}

function signersOf(asked: readonly Asked[]): AskedSigner[] {
  const signers = new Map<string, AskedSigner>()
  for (const { chain, signer: address, mined } of asked) {
    const known = signers.get(nameOf({ chain, address }))
    signers.set(nameOf({ chain, address }), { chain, address, mined: highest([mined, known?.mined ?? 0n]) })
  }
  return [...signers.values()].sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1))
}

const nameOf = ({ chain, address }: Pick<AskedSigner, 'chain' | 'address'>) => `${chain} ${address}`

function reasonOf({ nonce, signer, members }: NewNonce): string {
  const others = members.length > 1 ? `, with ${members.length - 1} others` : ''
  return `nonce ${nonce} of ${signer}${others}`
}
