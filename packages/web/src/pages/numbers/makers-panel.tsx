import type { MakerDayWire, MakerWire } from '@tandem/contracts'
import { Identifier, Time } from '@tandem/react/card'
import { useQuery } from '@tanstack/react-query'
import { makersQuery } from '../../api/queries.ts'
import { Panel } from '../../components/panel.tsx'
import { Empty, QueryBoundary } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { useApi } from '../../components/use-api.ts'
import { en } from '../../strings/en.ts'

const text = en.numbers.makers

export function MakersPanel() {
  const query = useQuery(makersQuery(useApi()))
  return (
    <Panel id="makers" title={text.title} intro={text.intro}>
      <QueryBoundary query={query} lines={3}>
        {(makers) =>
          makers.length === 0 ? <Empty title={text.none} hint={text.noneHint} /> : <MakersTable makers={makers} />
        }
      </QueryBoundary>
    </Panel>
  )
}

function MakersTable({ makers }: { makers: readonly MakerWire[] }) {
  return (
    <Table
      rows={makers}
      keyOf={({ maker_id }) => maker_id}
      columns={[
        { title: text.maker, cell: ({ name }) => name },
        { title: text.signer, cell: ({ signer }) => <Identifier value={signer} name={text.signer} /> },
        { title: text.won, isNumber: true, cell: ({ days }) => sumOf(days, 'won') },
        { title: text.filled, isNumber: true, cell: ({ days }) => sumOf(days, 'filled') },
        { title: text.faded, isNumber: true, cell: ({ days }) => sumOf(days, 'faded') },
        { title: text.refused, isNumber: true, cell: ({ days }) => sumOf(days, 'refused') },
        {
          title: text.pausedUntil,
          cell: ({ benched_until: until }) => (until === null ? text.notPaused : <Time at={until} isShort />),
        },
      ]}
    />
  )
}

const sumOf = (days: readonly MakerDayWire[], name: 'won' | 'filled' | 'faded' | 'refused'): string =>
  days.reduce((sum, day) => sum + day[name], 0).toLocaleString('en')
