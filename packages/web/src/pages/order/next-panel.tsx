import type { ExplanationWire, NextActionWire } from '@tandem/contracts'
import { Facts, Identifier, momentText, readable } from '@tandem/react/card'
import { Panel } from '../../components/panel.tsx'
import { en } from '../../strings/en.ts'

interface NextPanelProps {
  explanation: ExplanationWire
  nextAction: NextActionWire | null
}

export function NextPanel({ explanation: { awaiting, you_can: options }, nextAction }: NextPanelProps) {
  const call = nextAction?.call
  const acts = new Set([...(awaiting === null ? [] : [awaiting.text]), ...options])
  return (
    <Panel id="next" title={en.order.youCan} isFolded>
      <ul className="tandem-stack">
        {[...acts].map((act) => (
          <li key={act}>{readable(act, momentText)}</li>
        ))}
      </ul>
      {call == null ? null : (
        <Facts
          rows={[
            [
              en.order.call,
              <Identifier key="to" value={call.to} name="to" chain={nextAction?.chain ?? ''} kind="address" />,
            ],
            ['value', call.value],
            ['data', <Identifier key="data" value={call.data} name="data" />],
          ]}
        />
      )}
    </Panel>
  )
}
