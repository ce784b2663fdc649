import type { ExplanationWire, NextActionWire } from '@tandem/contracts'
import { Facts } from '../../components/facts.tsx'
import { Identifier } from '../../components/identifier.tsx'
import { Panel } from '../../components/panel.tsx'
import { momentText } from '../../components/time.tsx'
import { readable } from '../../domain/readable.ts'
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
      <ul className="stack">
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
