import type { MakerWire } from '@tandem/contracts'
import { useQuery } from '@tanstack/react-query'
import { makersQuery } from '../../api/queries.ts'
import { Identifier } from '../../components/identifier.tsx'
import { Panel } from '../../components/panel.tsx'
import { Answered, Empty } from '../../components/states.tsx'
import { Table } from '../../components/table.tsx'
import { Time } from '../../components/time.tsx'
import { useApi } from '../../components/use-api.ts'
import { en } from '../../strings/en.ts'

const text = en.numbers.makers

export function MakersPanel() {
  const query = useQuery(makersQuery(useApi()))
  return (
    <Panel id="makers" title={text.title} intro={text.intro}>
      <Answered query={query} lines={3}>
        {(makers) =>
          makers.length === 0 ? <Empty title={text.none} hint={text.noneHint} /> : <MakersTable makers={makers} />
        }
      </Answered>
    </Panel>
  )
}

function MakersTable({ makers }: { makers: readonly MakerWire[] }) {
  const { baseUrl } = useApi()
  return (
    <Table
      rows={makers}
      keyOf={({ maker_id }) => maker_id}
      columns={[
        { title: text.maker, cell: ({ name }) => name },
        { title: text.signer, cell: ({ signer }) => <Identifier value={signer} name={text.signer} /> },
        { title: text.fills, isNumber: true, cell: ({ fills }) => fills.toLocaleString('en') },
        { title: text.fades, isNumber: true, cell: ({ fades }) => fades.toLocaleString('en') },
        {
          title: text.benched,
          cell: ({ benched_until: until }) => (until === null ? text.active : <Time at={until} isShort />),
        },
        {
          title: text.record,
          cell: ({ maker_id: id, name }) => (
            <a href={`${baseUrl}/makers/${id}/record`} aria-label={text.evidenceOf(name)}>
              {text.evidence}
            </a>
          ),
        },
      ]}
    />
  )
}
