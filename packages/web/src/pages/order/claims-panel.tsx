import type { ClaimWire } from '@tandem/contracts'
import { Identifier, Time } from '@tandem/react/card'
import { useQuery } from '@tanstack/react-query'
import { claimsQuery } from '../../api/queries.ts'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/states.tsx'
import { useApi } from '../../components/use-api.ts'
import { en } from '../../strings/en.ts'

export function ClaimsPanel({ orderId, isOpen }: { orderId: string; isOpen: boolean }) {
  const { data: claims, error } = useQuery(claimsQuery(useApi(), orderId, isOpen))
  return (
    <Panel id="claims" title={en.order.claims} isFolded>
      {claims === undefined ? (
        error === null ? (
          <Skeleton lines={2} />
        ) : (
          <p className="tandem-note" role="status">
            {en.order.claimsUnknown}
          </p>
        )
      ) : claims.length === 0 ? (
        <p className="tandem-soft">{en.order.noClaims}</p>
      ) : (
        claims.map((claim) => <ClaimRows key={claim.claim_id} claim={claim} />)
      )}
    </Panel>
  )
}

function ClaimRows({ claim }: { claim: ClaimWire }) {
  return (
    <div className="tandem-stack">
      <div className="tandem-row">
        <span className="tandem-badge">{claim.status}</span>
        {claim.error_code === null ? null : <code>{claim.error_code}</code>}
      </div>
      <ul className="history">
        {claim.attempts.map((attempt) => (
          <li key={attempt.tx_hash}>
            <span>{en.order.attempt(attempt.outcome, attempt.nonce)}</span>
            <span className="tandem-stack tandem-small">
              <Identifier value={attempt.tx_hash} name={en.order.claims} chain={claim.chain} kind="tx" />
            </span>
            <span className="tandem-small">
              <Time at={attempt.broadcast_at ?? attempt.created_at} isShort />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
