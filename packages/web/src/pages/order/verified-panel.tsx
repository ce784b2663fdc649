import type { OrderWire } from '@tandem/contracts'
import { Facts, inspectionQuery, type Side, Time, useChainName } from '@tandem/react/card'
import type { InspectedSide } from '@tandem/sdk'
import { useQuery } from '@tanstack/react-query'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/states.tsx'
import { useAmountText } from '../../components/use-amount-text.ts'
import { type Comparison, compareSide } from '../../domain/compare-side.ts'
import { en } from '../../strings/en.ts'
import type { Deployment } from '../../swap/deployment.ts'

const text = en.verified

interface VerifiedProps {
  order: OrderWire
  deployment: Deployment
}

/** Shows what this browser has read from the chains itself, and whether it is what the orderbook says. */
export function VerifiedPanel(props: VerifiedProps) {
  return (
    <Panel id="verified" title={text.title} intro={text.intro} aside={<ComparisonBadge {...props} />} isFolded>
      <div className="columns">
        <SideFacts side="source" {...props} />
        <SideFacts side="destination" {...props} />
      </div>
    </Panel>
  )
}

const tones: Record<Comparison, string> = { agrees: 'good', ahead: 'wait', contradicts: 'bad' }

function ComparisonBadge({ order, deployment }: VerifiedProps) {
  const sides = [
    useQuery(inspectionQuery(deployment, order, 'source')),
    useQuery(inspectionQuery(deployment, order, 'destination')),
  ] as const
  const [source, destination] = sides.map(({ data }) => data)
  if (source === undefined || destination === undefined)
    return (
      <span className="tandem-badge" data-tone="hidden" aria-hidden="true">
        {text.comparison.agrees}
      </span>
    )
  const found = [compareSide(order.source_intent, source), compareSide(order.destination_intent, destination)]
  const worst = (['contradicts', 'ahead', 'agrees'] as const).find((one) => found.includes(one)) ?? 'agrees'
  return (
    <span className="tandem-badge" data-tone={tones[worst]}>
      {text.comparison[worst]}
    </span>
  )
}

function SideFacts({ order, deployment, side }: VerifiedProps & { side: Side }) {
  const { data: seen, error } = useQuery(inspectionQuery(deployment, order, side))
  const chainName = useChainName()
  const intent = order[`${side}_intent`]
  const comparison = seen === undefined ? undefined : compareSide(intent, seen)
  return (
    <div className="tandem-stack">
      <div className="panel-head">
        <h3>
          {en.order.side[side]} <span className="tandem-soft">{en.order.on(chainName(intent.chain))}</span>
        </h3>
        {comparison === undefined ? null : (
          <span className="tandem-badge" data-tone={tones[comparison]}>
            {text.comparison[comparison]}
          </span>
        )}
      </div>
      {seen !== undefined ? (
        <SeenFacts seen={seen} intent={intent} />
      ) : error === null ? (
        <Skeleton lines={4} />
      ) : (
        <p className="tandem-note">{text.unread(error.message)}</p>
      )}
    </div>
  )
}

function SeenFacts({ seen, intent }: { seen: InspectedSide; intent: OrderWire['source_intent'] }) {
  const amountText = useAmountText()
  const { latest, atDepth, depth, isPredicted, isPinnedAsset, majority, chainTime, prefund } = seen
  const held = latest.state === 'missing' ? prefund : latest.balance
  const rows = [
    [text.address, isPredicted ? text.addressRight : text.addressWrong],
    [text.token, isPinnedAsset ? text.tokenRight : text.tokenWrong],
    [text.newest, text.states[latest.state]],
    [depth.tag === null ? text.atDepth(depth.confirmations) : text.atTag(depth.tag), text.states[atDepth.state]],
    [text.holds, amountText({ asset: intent.asset, amount: String(held) })],
    [text.said, en.intentStatus[intent.status]],
    [text.endpoints, text.endpointCount(majority)],
    [text.chainTime, <Time key="time" at={new Date(chainTime * 1000).toISOString()} isShort />],
  ] as const
  return <Facts rows={rows} />
}
